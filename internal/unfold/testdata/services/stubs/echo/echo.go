// Package echo is a stand-in for the framework of that name.
package echo

import (
	"io"
	"net/http"
)

type Context interface {
	Request() *http.Request
	Param(name string) string
	String(code int, s string) error
	JSON(code int, i any) error
	NoContent(code int) error
}

type HandlerFunc func(c Context) error

type MiddlewareFunc func(next HandlerFunc) HandlerFunc

type HTTPError struct{ Code int }

func (e *HTTPError) Error() string { panic("stub") }

func NewHTTPError(code int, message ...any) *HTTPError { panic("stub") }

type Route struct{ Method, Path string }

type Logger interface {
	SetOutput(w io.Writer)
	Fatal(i ...any)
}

type Echo struct {
	HideBanner bool
	HidePort   bool
	Logger     Logger
}

func New() *Echo { panic("stub") }

func (e *Echo) Use(middleware ...MiddlewareFunc) { panic("stub") }

func (e *Echo) GET(path string, h HandlerFunc, m ...MiddlewareFunc) *Route { panic("stub") }

func (e *Echo) POST(path string, h HandlerFunc, m ...MiddlewareFunc) *Route { panic("stub") }

func (e *Echo) PUT(path string, h HandlerFunc, m ...MiddlewareFunc) *Route { panic("stub") }

func (e *Echo) Match(methods []string, path string, h HandlerFunc, m ...MiddlewareFunc) []*Route {
	panic("stub")
}

func (e *Echo) Group(prefix string, m ...MiddlewareFunc) *Group { panic("stub") }

func (e *Echo) Start(address string) error { panic("stub") }

type Group struct{ echo *Echo }

func (g *Group) GET(path string, h HandlerFunc, m ...MiddlewareFunc) *Route { panic("stub") }

func (g *Group) POST(path string, h HandlerFunc, m ...MiddlewareFunc) *Route { panic("stub") }
