// Package roads stands for routers that are little known.
package roads

import "net/http"

// Router is in the manner of net/http.
type Router struct{ routes map[string]http.Handler }

func New() *Router { return &Router{} }

func (r *Router) Get(path string, h http.HandlerFunc)                { r.routes[path] = h }
func (r *Router) Post(path string, h http.HandlerFunc)               { r.routes[path] = h }
func (r *Router) Handle(method, path string, h http.Handler)         { r.routes[path] = h }
func (r *Router) HandleFunc(pattern string, h http.HandlerFunc)      { r.routes[pattern] = h }
func (r *Router) WithPrefix(prefix string) *Router                   { return r }
func (r *Router) Use(mw ...func(http.Handler) http.Handler)          {}
func (r *Router) ServeHTTP(w http.ResponseWriter, req *http.Request) {}

// Instrument gives back what it is given.
func Instrument(name string, h http.Handler) http.Handler { return h }

// Topics is a queue, which takes names of topics.
type Topics struct{}

func (t *Topics) Handle(topic string, h func(ctx *Context)) {}

// Context is the request and its answer.
type Context struct{}

func (c *Context) Status(code int) {}

// Handler is in the manner of gin.
type Handler func(c *Context)

type Engine struct{}

func NewEngine() *Engine { return &Engine{} }

func (e *Engine) GET(path string, hs ...Handler)           {}
func (e *Engine) Group(prefix string, hs ...Handler) *Part { return &Part{} }

type Part struct{}

func (p *Part) PUT(path string, hs ...Handler)             {}
func (p *Part) Route(prefix string, below func(sub *Part)) {}
func (e *Engine) Run(addr string) error                    { return nil }

// Methods are handlers by the request's method.
type Methods map[string]http.Handler

func (m Methods) ServeHTTP(w http.ResponseWriter, req *http.Request) {}
