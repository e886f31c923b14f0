// Command muxed quotes prices. Its routes hang below each other in gorilla/mux.
package main

import (
	"context"
	"errors"
	"log"
	"net/http"
	"time"

	"github.com/gorilla/mux"
)

type server struct {
	hc  *http.Client
	url string
}

func (s *server) get(ctx context.Context, path string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url+path, nil)
	if err != nil {
		return err
	}
	resp, err := s.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return errors.New(resp.Status)
	}
	return nil
}

// tries runs f up to n times.
func tries(n int, f func() error) error {
	var err error
	for i := 0; i < n; i++ {
		if err = f(); err == nil {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}

//amplify:entry "GET /health" net/http.(*Client).Do 1
func (s *server) health(w http.ResponseWriter, r *http.Request) {
	if err := s.get(r.Context(), "/up"); err != nil {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
}

//amplify:entry "GET /api/v1/quotes/{id}" net/http.(*Client).Do 3
func (s *server) quote(w http.ResponseWriter, r *http.Request) {
	err := tries(3, func() error { return s.get(r.Context(), "/quotes/"+mux.Vars(r)["id"]) })
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
	}
}

//amplify:entry "POST /api/v1/quotes" net/http.(*Client).Do 4
func (s *server) create(w http.ResponseWriter, r *http.Request) {
	if err := tries(4, func() error { return s.get(r.Context(), "/new") }); err != nil {
		w.WriteHeader(http.StatusBadGateway)
	}
}

//amplify:entry "DELETE /api/v1/admin/purge" net/http.(*Client).Do 2
func (s *server) purge(w http.ResponseWriter, r *http.Request) {
	if err := s.get(r.Context(), "/purge"); err != nil {
		_ = s.get(r.Context(), "/purge")
	}
}

func (s *server) routes() http.Handler {
	r := mux.NewRouter()
	r.HandleFunc("/health", s.health).Methods("GET")
	api := r.PathPrefix("/api/v1").Subrouter()
	api.Use(logged)
	api.HandleFunc("/quotes/{id}", s.quote).Methods(http.MethodGet).Name("quote")
	api.Methods("POST").Path("/quotes").HandlerFunc(s.create)
	admin := api.PathPrefix("/admin").Subrouter()
	admin.Handle("/purge", http.HandlerFunc(s.purge)).Methods("DELETE")
	return r
}

func logged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		log.Print(r.URL)
		next.ServeHTTP(w, r)
	})
}

func main() {
	s := &server{hc: &http.Client{Timeout: time.Second}, url: "https://prices.example.test"}
	go func() { log.Fatal(http.ListenAndServe(":8081", serveRegistry(s))) }()
	log.Fatal(http.ListenAndServe(":8080", s.routes()))
}
