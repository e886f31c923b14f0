// Command georouter finds the nearest depot for an address.
package main

import (
	"encoding/json"
	"log"
	"net/http"
	"time"

	"example.test/services/georouter/depot"
	"example.test/services/georouter/geo"
	"example.test/services/georouter/httpretry"
)

type service struct {
	geo    *geo.Client
	depots *depot.Client
}

func newService(base http.RoundTripper, geoURL, depotURL string) *service {
	patient := &http.Client{
		Timeout:   30 * time.Second,
		Transport: httpretry.NewTransport(base, httpretry.MaxRetries(3)),
	}
	plain := &http.Client{Timeout: 5 * time.Second, Transport: base}
	return &service{
		geo:    geo.New(patient, geoURL),
		depots: depot.New(plain, depotURL),
	}
}

//amplify:entry "GET /nearest" net/http.(RoundTripper).RoundTrip 12
func (s *service) nearest(w http.ResponseWriter, r *http.Request) {
	pos, err := s.geo.Locate(r.Context(), r.URL.Query().Get("address"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	_ = json.NewEncoder(w).Encode(pos)
}

//amplify:entry "GET /reverse/{lat}/{lon}" net/http.(RoundTripper).RoundTrip 4
func (s *service) reverse(w http.ResponseWriter, r *http.Request) {
	name, err := s.geo.Reverse(r.Context(), r.PathValue("lat"), r.PathValue("lon"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	_, _ = w.Write([]byte(name))
}

type depotHandler struct {
	depots *depot.Client
}

//amplify:entry "GET /depots" net/http.(*Client).Do 2
func (h depotHandler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	all, err := h.depots.List(r.Context())
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	_ = json.NewEncoder(w).Encode(all)
}

func (s *service) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /nearest", s.nearest)
	mux.HandleFunc("GET /reverse/{lat}/{lon}", s.reverse)
	mux.Handle("GET /depots", depotHandler{s.depots})
	return mux
}

func main() {
	s := newService(http.DefaultTransport, "https://geo.example.test", "https://depots.example.test")
	log.Fatal(http.ListenAndServe(":8080", s.handler()))
}
