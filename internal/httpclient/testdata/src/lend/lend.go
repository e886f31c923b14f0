package lend

import (
	"context"
	"net/http"
)

type API struct {
	Client *http.Client
}

func New(c *http.Client) *API { return &API{Client: c} } // want New:"lends arg 0: deadline unseen"

func (a *API) Fetch(ctx context.Context) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://api.test", nil)
	if err != nil {
		return nil, err
	}
	return a.Client.Do(req)
}

// Ping makes a request without a context.
func Ping(u string, c *http.Client) { // want Ping:"lends arg 1: deadline none"
	ping(c, u)
}

func ping(c *http.Client, u string) { c.Get(u) }

// Bound gives the client a limit.
func Bound(c *http.Client) { c.Timeout = 1e9 } // want Bound:"lends arg 0: deadline set"

// Keep does nothing that says anything.
func Keep(c *http.Client) *http.Client { return c }

type Option func(*service)

type service struct{ c *http.Client }

// WithClient is an option: the requests are made by others.
func WithClient(c *http.Client) Option { // want WithClient:"lends arg 0: deadline none"
	return func(s *service) { s.c = c }
}

func (s *service) run() { s.c.Head("http://api.test") }
