// Command stubbed takes orders over gRPC and calls other services through clients
// that were generated: one in this module, one in another.
package main

import (
	"context"
	"log"
	"net"
	"net/http"
	"time"

	"example.test/genproto/pricing"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"example.test/services/stubbed/pb"
)

type orders struct {
	pb.UnimplementedOrdersServer
	inventory pb.InventoryClient
	prices    pricing.PricesClient
}

// Place makes two rounds through a connection that makes three attempts.
//
//amplify:entry "/orders.v1.Orders/Place" google.golang.org/grpc.(*ClientConn).Invoke 6
//amplify:entry "Place" google.golang.org/grpc.(*ClientConn).Invoke none
func (o *orders) Place(ctx context.Context, in *wrapperspb.StringValue) (*wrapperspb.BoolValue, error) {
	var err error
	for round := 0; round < 2; round++ {
		var out *wrapperspb.BoolValue
		if out, err = o.inventory.Reserve(ctx, in); err == nil {
			return out, nil
		}
	}
	return nil, err
}

//amplify:entry "/orders.v1.Orders/Count" google.golang.org/grpc.(*ClientConn).Invoke 3
//amplify:entry "Count" google.golang.org/grpc.(*ClientConn).Invoke none
func (o *orders) Count(ctx context.Context, in *wrapperspb.StringValue) (*wrapperspb.BoolValue, error) {
	return o.inventory.Count(ctx, in)
}

// Price goes through a connection without interceptors.
//
//amplify:entry "/orders.v1.Orders/Price" example.test/genproto/pricing.(PricesClient).Quote 4
//amplify:entry "Price" example.test/genproto/pricing.(PricesClient).Quote none
func (o *orders) Price(ctx context.Context, in *wrapperspb.StringValue) (*wrapperspb.StringValue, error) {
	for attempt := 1; ; attempt++ {
		out, err := o.prices.Quote(ctx, in)
		if err == nil || status.Code(err) == codes.InvalidArgument || attempt == 4 {
			return out, err
		}
		time.Sleep(time.Second)
	}
}

func logged(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	err := invoker(ctx, method, req, reply, cc, opts...)
	log.Print(method, err)
	return err
}

func retried(max int) grpc.UnaryClientInterceptor {
	return func(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
		var err error
		for n := range max {
			if n > 0 {
				time.Sleep(time.Second)
			}
			if err = invoker(ctx, method, req, reply, cc, opts...); err == nil {
				return nil
			}
			if status.Code(err) != codes.Unavailable {
				return err
			}
		}
		return err
	}
}

// admin has connections whose chains begin like the other one's.
type admin struct {
	cancels, audits pb.InventoryClient
}

//amplify:entry "POST /cancel" google.golang.org/grpc.(*ClientConn).Invoke 2
func (a *admin) cancel(w http.ResponseWriter, r *http.Request) {
	if _, err := a.cancels.Reserve(r.Context(), wrapperspb.String("")); err != nil {
		w.WriteHeader(http.StatusBadGateway)
	}
}

// audit goes through one interceptor twice.
//
//amplify:entry "POST /audit" google.golang.org/grpc.(*ClientConn).Invoke 4
func (a *admin) audit(w http.ResponseWriter, r *http.Request) {
	if _, err := a.audits.Reserve(r.Context(), wrapperspb.String("")); err != nil {
		w.WriteHeader(http.StatusBadGateway)
	}
}

func newAdmin(creds grpc.DialOption) (*admin, error) {
	cancels, err := grpc.NewClient("dns:///cancels.example.test:443", creds, grpc.WithChainUnaryInterceptor(logged, retried(2), traced))
	if err != nil {
		return nil, err
	}
	audits, err := grpc.NewClient("dns:///audits.example.test:443", creds, grpc.WithChainUnaryInterceptor(logged, retried(4), logged))
	if err != nil {
		return nil, err
	}
	return &admin{cancels: pb.NewInventoryClient(cancels), audits: pb.NewInventoryClient(audits)}, nil
}

func main() {
	creds := grpc.WithTransportCredentials(insecure.NewCredentials())
	cc, err := grpc.NewClient("dns:///inventory.example.test:443", creds, grpc.WithChainUnaryInterceptor(logged, retried(3), traced))
	if err != nil {
		log.Fatal(err)
	}
	plain, err := grpc.NewClient("dns:///prices.example.test:443", creds)
	if err != nil {
		log.Fatal(err)
	}
	s := grpc.NewServer()
	pb.RegisterOrdersServer(s, &orders{inventory: pb.NewInventoryClient(cc), prices: pricing.NewPricesClient(plain)})
	a, err := newAdmin(creds)
	if err != nil {
		log.Fatal(err)
	}
	http.HandleFunc("POST /cancel", a.cancel)
	http.HandleFunc("POST /audit", a.audit)
	go http.ListenAndServe("localhost:8081", nil)
	lis, err := net.Listen("tcp", ":9090")
	if err != nil {
		log.Fatal(err)
	}
	log.Fatal(s.Serve(lis))
}

func traced(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	start := time.Now()
	defer func() { log.Print(time.Since(start)) }()
	return invoker(ctx, method, req, reply, cc, opts...)
}
