// Package gin is a stand-in for the framework of that name.
package gin

import "net/http"

type H map[string]any

type HandlerFunc func(*Context)

type Context struct {
	Request *http.Request
	Writer  http.ResponseWriter
}

func (c *Context) Param(key string) string { panic("stub") }

func (c *Context) JSON(code int, obj any) { panic("stub") }

func (c *Context) Status(code int) { panic("stub") }

func (c *Context) Next() { panic("stub") }

func (c *Context) Abort() { panic("stub") }

func (c *Context) AbortWithStatus(code int) { panic("stub") }

func (c *Context) AbortWithStatusJSON(code int, obj any) { panic("stub") }

type IRoutes interface {
	GET(string, ...HandlerFunc) IRoutes
	POST(string, ...HandlerFunc) IRoutes
}

type RouterGroup struct{ engine *Engine }

func (g *RouterGroup) Use(middleware ...HandlerFunc) IRoutes { panic("stub") }

func (g *RouterGroup) Group(relativePath string, handlers ...HandlerFunc) *RouterGroup { panic("stub") }

func (g *RouterGroup) GET(relativePath string, handlers ...HandlerFunc) IRoutes { panic("stub") }

func (g *RouterGroup) POST(relativePath string, handlers ...HandlerFunc) IRoutes { panic("stub") }

func (g *RouterGroup) PUT(relativePath string, handlers ...HandlerFunc) IRoutes { panic("stub") }

func (g *RouterGroup) DELETE(relativePath string, handlers ...HandlerFunc) IRoutes { panic("stub") }

func (g *RouterGroup) Handle(httpMethod, relativePath string, handlers ...HandlerFunc) IRoutes {
	panic("stub")
}

type Engine struct{ RouterGroup }

func New() *Engine { panic("stub") }

func Default() *Engine { panic("stub") }

func Recovery() HandlerFunc { panic("stub") }

func (e *Engine) Use(middleware ...HandlerFunc) IRoutes { panic("stub") }

func (e *Engine) Run(addr ...string) error { panic("stub") }
