// Package gateway is the edge: it takes requests from outside.
package gateway

import (
	"encoding/json"
	"net/http"

	"example.com/checkout/checkout"
)

const maxAttempts = 3

// Handler serves POST /checkout.
type Handler struct {
	orders *checkout.Service
}

// New returns a handler that places orders with orders.
func New(orders *checkout.Service) *Handler {
	return &Handler{orders: orders}
}

// ServeHTTP reads an order and places it.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var order checkout.Order
	if err := json.NewDecoder(r.Body).Decode(&order); err != nil {
		http.Error(w, "cannot read the order", http.StatusBadRequest)
		return
	}
	var err error
	for attempt := 1; attempt <= maxAttempts; attempt++ {
		if err = h.orders.Place(r.Context(), order); err == nil {
			w.WriteHeader(http.StatusCreated)
			return
		}
	}
	http.Error(w, err.Error(), http.StatusBadGateway)
}
