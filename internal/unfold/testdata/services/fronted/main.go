// Command fronted serves its routers inside of handlers that ask again.
package main

import (
	"log"
	"net/http"
	"net/http/httptest"
	"slices"
)

type layer func(http.Handler) http.Handler

// patient runs a handler until it does not answer that it is overloaded.
type patient struct {
	times int
	inner http.Handler
}

func (p *patient) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	for n := 0; n < p.times; n++ {
		rec := httptest.NewRecorder()
		p.inner.ServeHTTP(rec, r)
		if rec.Code != http.StatusServiceUnavailable {
			w.WriteHeader(rec.Code)
			return
		}
	}
	w.WriteHeader(http.StatusServiceUnavailable)
}

func patiently(times int) layer {
	return func(h http.Handler) http.Handler { return &patient{times, h} }
}

func plain(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Server", "fronted")
		h.ServeHTTP(w, r)
	})
}

func ask(w http.ResponseWriter, _ *http.Request) {
	resp, err := http.Get("http://stock.example.test/")
	if err != nil {
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	defer resp.Body.Close()
	w.WriteHeader(resp.StatusCode)
}

func router(pattern string) *http.ServeMux {
	m := http.NewServeMux()
	m.HandleFunc(pattern, ask)
	return m
}

// wrapped puts layers around a handler, the first one outermost.
func wrapped(h http.Handler, layers ...layer) http.Handler {
	for _, l := range slices.Backward(slices.Clone(layers)) {
		h = l(h)
	}
	return h
}

// inOrder puts layers around a handler, the last one outermost.
func inOrder(h http.Handler, layers []layer) http.Handler {
	for l := range slices.Values(layers) {
		h = l(h)
	}
	return h
}

//amplify:entry "GET /literal" net/http.Get 4
//amplify:entry "GET /later" net/http.Get 5
//amplify:entry "GET /twice" net/http.Get 6
//amplify:entry "GET /backward" net/http.Get 2
//amplify:entry "GET /bare" net/http.Get 1
//amplify:entry "GET /forward" net/http.Get 21
//amplify:entry "GET /part/inner" net/http.Get 7
//amplify:entry "patient.ServeHTTP" net/http.Get 8
func main() {
	go (&http.Server{Addr: ":8001", Handler: patiently(4)(router("GET /literal"))}).ListenAndServe()

	later := &http.Server{Addr: ":8002"}
	later.Handler = plain(patiently(5)(router("GET /later")))
	go later.ListenAndServe()

	// One router behind two servers: a request comes through one of them.
	both := router("GET /twice")
	go http.ListenAndServe(":8003", patiently(3)(both))
	go func() {
		tls := http.Server{Addr: ":8004", Handler: patiently(6)(both)}
		log.Print(tls.ListenAndServeTLS("cert", "key"))
	}()

	m := http.NewServeMux()
	m.Handle("GET /backward", wrapped(http.HandlerFunc(ask), plain, patiently(2)))
	m.Handle("GET /bare", wrapped(http.HandlerFunc(ask)))
	m.Handle("GET /forward", inOrder(http.HandlerFunc(ask), []layer{patiently(3), patiently(7)}))
	m.Handle("/part/", http.StripPrefix("/part", patiently(7)(router("GET /inner"))))
	go http.ListenAndServe(":8005", m)

	// A server without a router.
	alone := &http.Server{Addr: ":8006", Handler: patiently(8)(http.HandlerFunc(ask))}
	log.Fatal(alone.ListenAndServe())
}
