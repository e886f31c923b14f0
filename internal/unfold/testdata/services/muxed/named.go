package main

import (
	"net/http"
	"os"

	"github.com/gorilla/mux"
)

// described are routes that have their handlers later, by name.
var described = []struct{ name, path string }{
	{"base", "/v2/"},
	{"tags", "/v2/" + os.Getenv("PATTERN") + "/tags"},
}

func describe() *mux.Router {
	r := mux.NewRouter()
	for _, d := range described {
		r.Host("quotes.example").Path(d.path).Name(d.name)
	}
	return r
}

type registry struct {
	*server
	router *mux.Router
}

// register puts a handler behind a route; the handler knows the router.
func (g *registry) register(name string, f func(w http.ResponseWriter, r *http.Request)) {
	g.router.Get(name).Handler(g.dispatch(f))
}

func (g *registry) dispatch(f func(w http.ResponseWriter, r *http.Request)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if g.router == nil {
			return
		}
		f(w, r)
	})
}

//amplify:entry "/v2/" net/http.(*Client).Do 5
func (g *registry) base(w http.ResponseWriter, r *http.Request) {
	if err := tries(5, func() error { return g.get(r.Context(), "/base") }); err != nil {
		w.WriteHeader(http.StatusBadGateway)
	}
}

//amplify:entry "tags" net/http.(*Client).Do 6
func (g *registry) tags(w http.ResponseWriter, r *http.Request) {
	if err := tries(6, func() error { return g.get(r.Context(), "/tags") }); err != nil {
		w.WriteHeader(http.StatusBadGateway)
	}
}

func serveRegistry(s *server) http.Handler {
	g := &registry{s, describe()}
	g.register("base", g.base)
	g.register("tags", g.tags)
	return g.router
}
