// Package asynq is a stand-in for the library of that name.
package asynq

import "context"

type Task struct{ typename string }

func NewTask(typename string, payload []byte) *Task { panic("stub") }

func (t *Task) Payload() []byte { panic("stub") }

type Handler interface {
	ProcessTask(context.Context, *Task) error
}

type HandlerFunc func(context.Context, *Task) error

func (f HandlerFunc) ProcessTask(ctx context.Context, task *Task) error { panic("stub") }

type ServeMux struct{ mws []func(Handler) Handler }

func NewServeMux() *ServeMux { panic("stub") }

func (mux *ServeMux) Handle(pattern string, handler Handler) { panic("stub") }

func (mux *ServeMux) HandleFunc(pattern string, handler func(context.Context, *Task) error) {
	panic("stub")
}

type MiddlewareFunc func(Handler) Handler

func (mux *ServeMux) Use(mws ...MiddlewareFunc) { panic("stub") }

func (mux *ServeMux) ProcessTask(ctx context.Context, task *Task) error { panic("stub") }

type RedisConnOpt interface{ MakeRedisClient() any }

type RedisClientOpt struct{ Addr string }

func (o RedisClientOpt) MakeRedisClient() any { panic("stub") }

type Config struct{ Concurrency int }

type Server struct{ state int }

func NewServer(r RedisConnOpt, cfg Config) *Server { panic("stub") }

func (srv *Server) Run(handler Handler) error { panic("stub") }
