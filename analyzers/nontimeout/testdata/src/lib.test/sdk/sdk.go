// Package sdk is a library that is given its client.
package sdk

import (
	"context"
	"net/http"
)

type Config struct {
	HTTPClient *http.Client
}

type API struct {
	client *http.Client
}

// New makes an API whose calls take contexts.
func New(c *http.Client) *API { return &API{client: c} }

func (a *API) Fetch(ctx context.Context) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://sdk.test", nil)
	if err != nil {
		return nil, err
	}
	return a.client.Do(req)
}

// Ping makes a request without a context.
func Ping(c *http.Client) error {
	_, err := c.Get("http://sdk.test")
	return err
}

// Bound gives the client a limit.
func Bound(c *http.Client) {
	c.Timeout = 1e9
}

func Load(cfg Config) error { return nil }
