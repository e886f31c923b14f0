// Package mux is a stand-in for the router of that name.
package mux

import "net/http"

type MiddlewareFunc func(http.Handler) http.Handler

type Router struct{ routes []*Route }

func NewRouter() *Router { panic("stub") }

func (r *Router) ServeHTTP(w http.ResponseWriter, req *http.Request) { panic("stub") }

func (r *Router) Handle(path string, handler http.Handler) *Route { panic("stub") }

func (r *Router) HandleFunc(path string, f func(http.ResponseWriter, *http.Request)) *Route {
	panic("stub")
}

func (r *Router) NewRoute() *Route { panic("stub") }

func (r *Router) Methods(methods ...string) *Route { panic("stub") }

func (r *Router) Path(tpl string) *Route { panic("stub") }

func (r *Router) PathPrefix(tpl string) *Route { panic("stub") }

func (r *Router) Use(mwf ...MiddlewareFunc) { panic("stub") }

type Route struct{ handler http.Handler }

func (r *Route) Handler(handler http.Handler) *Route { panic("stub") }

func (r *Route) HandlerFunc(f func(http.ResponseWriter, *http.Request)) *Route { panic("stub") }

func (r *Route) Methods(methods ...string) *Route { panic("stub") }

func (r *Route) Path(tpl string) *Route { panic("stub") }

func (r *Route) PathPrefix(tpl string) *Route { panic("stub") }

func (r *Route) Name(name string) *Route { panic("stub") }

func (r *Route) Subrouter() *Router { panic("stub") }

func Vars(r *http.Request) map[string]string { panic("stub") }

func (r *Router) Get(name string) *Route { panic("stub") }

func (r *Router) Host(tpl string) *Route { panic("stub") }
