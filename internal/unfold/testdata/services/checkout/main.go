// Command checkout takes orders from the web shop and charges the card.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"log"
	"net/http"
	"os"
	"time"

	"example.test/services/checkout/orders"
	"example.test/services/checkout/payments"
)

type server struct {
	orders *orders.Service
	pay    *payments.Client
}

type checkoutRequest struct {
	OrderID string `json:"order_id"`
	Cents   int64  `json:"cents"`
}

//amplify:entry "POST /checkout" net/http.(*Client).Do 12
func (s *server) checkout(w http.ResponseWriter, r *http.Request) {
	var in checkoutRequest
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<20)).Decode(&in); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	ref, err := s.orders.Place(r.Context(), in.OrderID, in.Cents)
	switch {
	case errors.Is(err, context.Canceled):
		return
	case err != nil:
		http.Error(w, "payment provider unavailable", http.StatusBadGateway)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]string{"reference": ref})
}

//amplify:entry "POST /orders/{id}/refund" net/http.(*Client).Do 3
func (s *server) refund(w http.ResponseWriter, r *http.Request) {
	if err := s.pay.Refund(r.Context(), r.PathValue("id")); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

//amplify:entry "GET /readyz" net/http.(*Client).Do 1
func (s *server) ready(w http.ResponseWriter, r *http.Request) {
	if err := s.pay.Ping(r.Context()); err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(http.StatusOK)
}

func routes(s *server) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /checkout", s.checkout)
	mux.HandleFunc("POST /orders/{id}/refund", s.refund)
	mux.HandleFunc("GET /readyz", s.ready)
	return mux
}

func newServer(hc *http.Client, baseURL string) *server {
	pay := payments.New(hc, payments.Config{BaseURL: baseURL})
	return &server{orders: orders.NewService(pay), pay: pay}
}

func main() {
	srv := &http.Server{
		Addr:              ":8080",
		Handler:           routes(newServer(&http.Client{Timeout: 5 * time.Second}, os.Getenv("PAYMENTS_URL"))),
		ReadHeaderTimeout: 5 * time.Second,
	}
	log.Fatal(srv.ListenAndServe())
}
