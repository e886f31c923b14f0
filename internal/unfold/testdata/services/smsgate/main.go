// Command smsgate sends text messages through the operator.
package main

import (
	"log"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"

	"example.test/services/smsgate/operator"
)

type gate struct {
	op *operator.Client
}

// send makes three rounds; the operator client has retries of its own.
//
//amplify:entry "POST /sms/{number}" github.com/go-resty/resty/v2.(*Request).Post 12
func (g *gate) send(w http.ResponseWriter, r *http.Request) {
	delivered := false
	for round := 0; !delivered && round <= 2; round++ {
		if round > 0 {
			time.Sleep(time.Second)
		}
		if err := g.op.Send(r.Context(), chi.URLParam(r, "number"), r.FormValue("text")); err != nil {
			log.Printf("round %d: %v", round, err)
		} else {
			delivered = true
		}
	}
	if !delivered {
		http.Error(w, "not delivered", http.StatusBadGateway)
	}
}

//amplify:entry "GET /sms/{id}" github.com/go-resty/resty/v2.(*Request).Get 3
func (g *gate) status(w http.ResponseWriter, r *http.Request) {
	s, err := g.op.Status(r.Context(), chi.URLParam(r, "id"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	_, _ = w.Write([]byte(s))
}

//amplify:entry "GET /account/balance" github.com/go-resty/resty/v2.(*Request).Get 1
func (g *gate) balance(w http.ResponseWriter, r *http.Request) {
	s, err := g.op.Balance(r.Context())
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	_, _ = w.Write([]byte(s))
}

func (g *gate) routes() http.Handler {
	r := chi.NewRouter()
	r.Post("/sms/{number}", g.send)
	r.With(noStore).Get("/sms/{id}", g.status)
	r.Mount("/account", g.account())
	return r
}

func (g *gate) account() chi.Router {
	r := chi.NewRouter()
	r.Get("/balance", g.balance)
	return r
}

func noStore(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		next.ServeHTTP(w, r)
	})
}

func main() {
	g := &gate{op: operator.New("https://operator.example.test", http.DefaultTransport)}
	log.Fatal(http.ListenAndServe(":8080", g.routes()))
}
