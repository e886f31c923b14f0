// Package redis has the shape of the real client, which retries by itself.
package redis

import (
	"context"
	"net"
)

// Options configure a client.
type Options struct {
	Addr       string
	MaxRetries int
}

// Client talks to a server.
type Client struct{ opt *Options }

// NewClient returns a client.
func NewClient(opt *Options) *Client { return &Client{opt} }

// StatusCmd is an answer.
type StatusCmd struct {
	val string
	err error
}

// Result returns the answer.
func (c *StatusCmd) Result() (string, error) { return c.val, c.err }

// Ping asks whether the server is there.
func (c *Client) Ping(ctx context.Context) *StatusCmd {
	_, err := net.Dial("tcp", c.opt.Addr)
	return &StatusCmd{"PONG", err}
}
