// Command holders has handlers that know a router. Only one of them hands requests to it.
package main

import (
	"context"
	"log"
	"net/http"
	"time"
)

type gate struct {
	upstream *http.ServeMux
	client   *http.Client
}

func (g *gate) ask(ctx context.Context, path string, times int) error {
	var err error
	for range times {
		var req *http.Request
		if req, err = http.NewRequestWithContext(ctx, http.MethodGet, "http://identity"+path, nil); err != nil {
			return err
		}
		var resp *http.Response
		if resp, err = g.client.Do(req); err == nil {
			resp.Body.Close()
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}

//amplify:entry "POST /sign_in" net/http.(*Client).Do 3
func (g *gate) signIn(w http.ResponseWriter, r *http.Request) {
	if g.ask(r.Context(), "/sign_in", 3) != nil {
		w.WriteHeader(http.StatusBadGateway)
	}
}

// through lets pass who is signed in.
func (g *gate) through(w http.ResponseWriter, r *http.Request) {
	if g.ask(r.Context(), "/session", 2) != nil {
		w.WriteHeader(http.StatusForbidden)
		return
	}
	g.upstream.ServeHTTP(w, r)
}

//amplify:entry "GET /orders" net/http.(*Client).Do 4
func (g *gate) orders(w http.ResponseWriter, r *http.Request) {
	if g.ask(r.Context(), "/orders", 4) != nil {
		w.WriteHeader(http.StatusBadGateway)
	}
}

func main() {
	g := &gate{upstream: http.NewServeMux(), client: &http.Client{Timeout: time.Second}}
	g.upstream.HandleFunc("GET /orders", g.orders)
	front := http.NewServeMux()
	front.HandleFunc("POST /sign_in", g.signIn)
	front.HandleFunc("/", g.through)
	log.Fatal(http.ListenAndServe(":8080", front))
}
