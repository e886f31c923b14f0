// Command provided is put together of modules that provide routes; each says its pattern.
package main

import (
	"log"
	"net/http"
	"sort"
)

// Route is what a module provides.
type Route interface {
	http.Handler
	Pattern() string
}

type app struct{ routes []Route }

func (a *app) provide(rs ...Route) { a.routes = append(a.routes, rs...) }

func (a *app) handler() http.Handler {
	mux := http.NewServeMux()
	sort.Slice(a.routes, func(i, j int) bool { return a.routes[i].Pattern() < a.routes[j].Pattern() })
	for _, r := range a.routes {
		mux.Handle(r.Pattern(), r)
	}
	return mux
}

type module func(*app)

func newApp(ms ...module) *app {
	a := &app{}
	for _, m := range ms {
		m(a)
	}
	return a
}

func get(url string, tries int) error {
	var err error
	for range tries {
		var resp *http.Response
		if resp, err = http.Get(url); err == nil {
			resp.Body.Close()
			return nil
		}
	}
	return err
}

type stock struct{ tries int }

func (*stock) Pattern() string { return "GET /stock" }

//amplify:entry "GET /stock" net/http.Get 4
func (s *stock) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if get("https://stock.example.test", s.tries) != nil {
		w.WriteHeader(http.StatusBadGateway)
	}
}

// route is one of a func.
type route struct {
	http.HandlerFunc
	method, path string
}

func (r route) Pattern() string { return r.method + " " + r.path }

//amplify:entry "PUT /prices" net/http.Get 2
func prices(a *app) {
	a.provide(route{method: "PUT", path: "/prices", HandlerFunc: func(w http.ResponseWriter, r *http.Request) {
		if get("https://prices.example.test", 2) != nil {
			w.WriteHeader(http.StatusBadGateway)
		}
	}})
}

func main() {
	a := newApp(prices, func(a *app) { a.provide(&stock{tries: 4}) })
	log.Fatal(http.ListenAndServe(":8080", a.handler()))
}
