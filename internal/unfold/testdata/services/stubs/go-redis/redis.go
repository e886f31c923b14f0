// Package redis is a stand-in for the library of that name.
package redis

import (
	"context"
	"time"
)

type Options struct {
	Addr       string
	MaxRetries int
}

type baseClient struct{ opt *Options }

type cmdable func(ctx context.Context, cmd string) error

func (c cmdable) Get(ctx context.Context, key string) *StringCmd { panic("stub") }

func (c cmdable) Set(ctx context.Context, key string, value interface{}, expiration time.Duration) *StatusCmd {
	panic("stub")
}

func (c cmdable) Incr(ctx context.Context, key string) *IntCmd { panic("stub") }

type Client struct {
	*baseClient
	cmdable
}

func NewClient(opt *Options) *Client { panic("stub") }

func ParseURL(redisURL string) (*Options, error) { panic("stub") }

type UniversalOptions struct {
	Addrs      []string
	MaxRetries int
}

type UniversalClient interface{ Cmdable }

func NewUniversalClient(opts *UniversalOptions) UniversalClient { panic("stub") }

type Cmdable interface {
	Get(ctx context.Context, key string) *StringCmd
	Set(ctx context.Context, key string, value interface{}, expiration time.Duration) *StatusCmd
	Incr(ctx context.Context, key string) *IntCmd
}

type baseCmd struct{ err error }

func (c *baseCmd) Err() error { panic("stub") }

type StringCmd struct{ baseCmd }

func (c *StringCmd) Result() (string, error) { panic("stub") }

func (c *StringCmd) Val() string { panic("stub") }

type StatusCmd struct{ baseCmd }

type IntCmd struct{ baseCmd }

func (c *IntCmd) Result() (int64, error) { panic("stub") }
