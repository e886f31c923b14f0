// Package chi is a stand-in for the router of that name.
package chi

import "net/http"

type Middlewares []func(http.Handler) http.Handler

type Router interface {
	http.Handler
	Use(middlewares ...func(http.Handler) http.Handler)
	With(middlewares ...func(http.Handler) http.Handler) Router
	Group(fn func(r Router)) Router
	Route(pattern string, fn func(r Router)) Router
	Mount(pattern string, h http.Handler)
	Handle(pattern string, h http.Handler)
	HandleFunc(pattern string, h http.HandlerFunc)
	Method(method, pattern string, h http.Handler)
	MethodFunc(method, pattern string, h http.HandlerFunc)
	Delete(pattern string, h http.HandlerFunc)
	Get(pattern string, h http.HandlerFunc)
	Patch(pattern string, h http.HandlerFunc)
	Post(pattern string, h http.HandlerFunc)
	Put(pattern string, h http.HandlerFunc)
	NotFound(h http.HandlerFunc)
}

type Mux struct{ handler http.Handler }

func NewRouter() *Mux { panic("stub") }

func NewMux() *Mux { panic("stub") }

func (mx *Mux) ServeHTTP(w http.ResponseWriter, r *http.Request) { panic("stub") }

func (mx *Mux) Use(middlewares ...func(http.Handler) http.Handler) { panic("stub") }

func (mx *Mux) With(middlewares ...func(http.Handler) http.Handler) Router { panic("stub") }

func (mx *Mux) Group(fn func(r Router)) Router { panic("stub") }

func (mx *Mux) Route(pattern string, fn func(r Router)) Router { panic("stub") }

func (mx *Mux) Mount(pattern string, h http.Handler) { panic("stub") }

func (mx *Mux) Handle(pattern string, h http.Handler) { panic("stub") }

func (mx *Mux) HandleFunc(pattern string, h http.HandlerFunc) { panic("stub") }

func (mx *Mux) Method(method, pattern string, h http.Handler) { panic("stub") }

func (mx *Mux) MethodFunc(method, pattern string, h http.HandlerFunc) { panic("stub") }

func (mx *Mux) Delete(pattern string, h http.HandlerFunc) { panic("stub") }

func (mx *Mux) Get(pattern string, h http.HandlerFunc) { panic("stub") }

func (mx *Mux) Patch(pattern string, h http.HandlerFunc) { panic("stub") }

func (mx *Mux) Post(pattern string, h http.HandlerFunc) { panic("stub") }

func (mx *Mux) Put(pattern string, h http.HandlerFunc) { panic("stub") }

func (mx *Mux) NotFound(h http.HandlerFunc) { panic("stub") }

func URLParam(r *http.Request, key string) string { panic("stub") }
