// Package nats is a stand-in for the library of that name.
package nats

import "time"

type Option func(*Options) error

type Options struct{ Url string }

type Msg struct {
	Subject string
	Data    []byte
}

type MsgHandler func(msg *Msg)

type Subscription struct{ Subject string }

type Conn struct{ Opts Options }

func Connect(url string, options ...Option) (*Conn, error) { panic("stub") }

func (nc *Conn) Subscribe(subj string, cb MsgHandler) (*Subscription, error) { panic("stub") }

func (nc *Conn) QueueSubscribe(subj, queue string, cb MsgHandler) (*Subscription, error) {
	panic("stub")
}

func (nc *Conn) Publish(subj string, data []byte) error { panic("stub") }

func (nc *Conn) Request(subj string, data []byte, timeout time.Duration) (*Msg, error) { panic("stub") }
