// Package retryablehttp has of the library what the tests need.
package retryablehttp

import (
	"context"
	"net/http"
	"time"
)

type Client struct {
	RetryMax   int
	CheckRetry func(ctx context.Context, resp *http.Response, err error) (bool, error)
	Backoff    func(min, max time.Duration, attempt int, resp *http.Response) time.Duration
}

func NewClient() *Client { return &Client{RetryMax: 4} }

func (c *Client) Get(url string) (*http.Response, error)                      { return nil, nil }
func (c *Client) Post(url, bodyType string, body any) (*http.Response, error) { return nil, nil }
