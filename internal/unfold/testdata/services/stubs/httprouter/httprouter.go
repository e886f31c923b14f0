// Package httprouter is a stand-in for the router of that name.
package httprouter

import "net/http"

type Param struct{ Key, Value string }

type Params []Param

func (ps Params) ByName(name string) string { panic("stub") }

type Handle func(http.ResponseWriter, *http.Request, Params)

type Router struct{ NotFound http.Handler }

func New() *Router { panic("stub") }

func (r *Router) GET(path string, handle Handle) { panic("stub") }

func (r *Router) POST(path string, handle Handle) { panic("stub") }

func (r *Router) Handle(method, path string, handle Handle) { panic("stub") }

func (r *Router) HandlerFunc(method, path string, handler http.HandlerFunc) { panic("stub") }

func (r *Router) ServeHTTP(w http.ResponseWriter, req *http.Request) { panic("stub") }
