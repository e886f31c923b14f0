// Package connect is a stand-in for the library of that name.
package connect

import (
	"context"
	"net/http"
)

type HandlerOption interface{ applyToHandler() }

type ClientOption interface{ applyToClient() }

type HTTPClient interface {
	Do(*http.Request) (*http.Response, error)
}

type Code uint32

const CodeUnavailable Code = 14

type Error struct{ code Code }

func (e *Error) Error() string { panic("stub") }

func NewError(c Code, underlying error) *Error { panic("stub") }

type Request[T any] struct{ Msg *T }

func NewRequest[T any](message *T) *Request[T] { panic("stub") }

type Response[T any] struct{ Msg *T }

func NewResponse[T any](message *T) *Response[T] { panic("stub") }

type Handler struct{ path string }

func NewUnaryHandler[Req, Res any](procedure string, unary func(context.Context, *Request[Req]) (*Response[Res], error), options ...HandlerOption) *Handler {
	panic("stub")
}

func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) { panic("stub") }

type Client[Req, Res any] struct{ url string }

func NewClient[Req, Res any](httpClient HTTPClient, url string, options ...ClientOption) *Client[Req, Res] {
	panic("stub")
}

func (c *Client[Req, Res]) CallUnary(ctx context.Context, request *Request[Req]) (*Response[Res], error) {
	panic("stub")
}
