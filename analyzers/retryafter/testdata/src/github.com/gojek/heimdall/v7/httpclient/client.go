// Package httpclient has of the library what the tests need.
package httpclient

import (
	"io"
	"net/http"
	"time"
)

type Client struct{}

type Option func(*Client)

func NewClient(opts ...Option) *Client       { return &Client{} }
func WithRetryCount(n int) Option            { return nil }
func WithHTTPTimeout(d time.Duration) Option { return nil }
func (c *Client) Post(url string, body io.Reader, headers http.Header) (*http.Response, error) {
	return nil, nil
}
