// Package message is a stand-in for the package of that name.
package message

import "context"

type Payload []byte

type Message struct {
	UUID    string
	Payload Payload
}

func (m *Message) Context() context.Context { panic("stub") }

type NoPublishHandlerFunc func(msg *Message) error

type HandlerFunc func(msg *Message) ([]*Message, error)

type HandlerMiddleware func(h HandlerFunc) HandlerFunc

type Subscriber interface {
	Subscribe(ctx context.Context, topic string) (<-chan *Message, error)
}

type RouterConfig struct{ CloseTimeout int }

type Handler struct{ name string }

type Router struct{ config RouterConfig }

func NewRouter(config RouterConfig) (*Router, error) { panic("stub") }

func (r *Router) AddMiddleware(m ...HandlerMiddleware) { panic("stub") }

func (r *Router) AddNoPublisherHandler(handlerName string, subscribeTopic string, subscriber Subscriber, handlerFunc NoPublishHandlerFunc) *Handler {
	panic("stub")
}

func (r *Router) Run(ctx context.Context) error { panic("stub") }
