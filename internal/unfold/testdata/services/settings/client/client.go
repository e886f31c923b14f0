// Package client has options, defaults, and settings that are embedded.
package client

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"time"
)

// Retry is embedded into the settings of several clients.
type Retry struct {
	Attempts int
	Pause    time.Duration
}

func (r Retry) attempts() int {
	if r.Attempts == 0 {
		return 3
	}
	return r.Attempts
}

type Config struct {
	Retry
	URL string
}

type Option func(*Client)

func WithAttempts(n int) Option { return func(c *Client) { c.cfg.Attempts = n } }

func WithTransport(rt http.RoundTripper) Option { return func(c *Client) { c.hc.Transport = rt } }

type Client struct {
	cfg Config
	hc  *http.Client
}

func New(cfg Config, opts ...Option) *Client {
	c := &Client{cfg: cfg, hc: &http.Client{Timeout: time.Second}}
	for _, o := range opts {
		o(c)
	}
	return c
}

// Get makes as many attempts as the settings say.
func (c *Client) Get(ctx context.Context, path string) error {
	var err error
	for i := 0; i < c.cfg.attempts(); i++ {
		if err = c.get(ctx, path); err == nil {
			return nil
		}
		time.Sleep(max(c.cfg.Pause, time.Millisecond))
	}
	return err
}

// Put takes the first number that is not zero.
func (c *Client) Put(ctx context.Context, path string) (err error) {
	for range cmp.Or(c.cfg.Attempts, 3) {
		if err = c.get(ctx, path); err == nil {
			break
		}
		time.Sleep(time.Millisecond)
	}
	return err
}

func (c *Client) get(ctx context.Context, path string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.cfg.URL+path, nil)
	if err != nil {
		return err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return errors.New(resp.Status)
	}
	return nil
}
