// Command transfers moves money between accounts.
package main

import (
	"context"
	"log"
	"net"
	"net/http"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"example.test/services/transfers/api"
	"example.test/services/transfers/ledger"
	"example.test/services/transfers/rpcretry"
	"example.test/services/transfers/workflow"
)

type config struct {
	ledgerTarget string
	pause        time.Duration
	dialOptions  []grpc.DialOption
}

type app struct {
	engine *workflow.Engine
	grpc   *grpc.Server
}

func newApp(cfg config) (*app, error) {
	opts := append([]grpc.DialOption{
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithUnaryInterceptor(rpcretry.Unary(3, cfg.pause)),
	}, cfg.dialOptions...)
	cc, err := grpc.NewClient(cfg.ledgerTarget, opts...)
	if err != nil {
		return nil, err
	}
	books := ledger.NewClient(cc)
	a := &app{
		engine: workflow.New(ledger.Persistent(books, 1, cfg.pause), books, cfg.pause),
		grpc:   grpc.NewServer(),
	}
	api.Register(a.grpc, api.NewTransfers(a.engine))
	return a, nil
}

// cancel is behind the admin port.
//
//amplify:entry "POST /transfers/{id}/cancel" google.golang.org/grpc.(*ClientConn).Invoke 6
func (a *app) cancel(w http.ResponseWriter, r *http.Request) {
	if err := a.engine.Cancel(r.Context(), r.PathValue("id")); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func (a *app) admin() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /transfers/{id}/cancel", a.cancel)
	return mux
}

// sweep is the job that closes the day.
//
//amplify:entry "app.sweep" google.golang.org/grpc.(*ClientConn).Invoke 6
func (a *app) sweep(ctx context.Context) {
	if err := a.engine.CloseDay(ctx); err != nil {
		log.Printf("sweep: %v", err)
	}
}

func main() {
	a, err := newApp(config{ledgerTarget: "dns:///ledger.example.test:443", pause: 200 * time.Millisecond})
	if err != nil {
		log.Fatal(err)
	}
	go func() {
		for range time.Tick(24 * time.Hour) {
			a.sweep(context.Background())
		}
	}()
	go func() { log.Fatal(http.ListenAndServe("localhost:8081", a.admin())) }()
	lis, err := net.Listen("tcp", ":9090")
	if err != nil {
		log.Fatal(err)
	}
	log.Fatal(a.grpc.Serve(lis))
}
