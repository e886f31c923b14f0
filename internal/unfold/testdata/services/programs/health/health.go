// Package health is part of all programs, and only some of them serve it.
package health

import "net/http"

// Name names the header that says which program answers.
const Name = "X-Program"

// Serve registers the handler.
func Serve(mux *http.ServeMux, url string) {
	mux.HandleFunc("GET /health", func(w http.ResponseWriter, r *http.Request) {
		if _, err := http.Get(url); err != nil {
			w.WriteHeader(http.StatusBadGateway)
		}
	})
}
