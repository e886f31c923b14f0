// Package retryablehttp is a stand-in for the library of that name.
package retryablehttp

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"time"
)

type Request struct {
	*http.Request
	body func() (io.Reader, error)
}

type CheckRetry func(ctx context.Context, resp *http.Response, err error) (bool, error)

type Client struct {
	HTTPClient   *http.Client
	Logger       any
	RetryWaitMin time.Duration
	RetryWaitMax time.Duration
	RetryMax     int
	CheckRetry   CheckRetry
}

func NewClient() *Client { panic("stub") }

func NewRequestWithContext(ctx context.Context, method, url string, rawBody any) (*Request, error) {
	panic("stub")
}

func (c *Client) Do(req *Request) (*http.Response, error) { panic("stub") }

func (c *Client) Get(url string) (*http.Response, error) { panic("stub") }

func (c *Client) Post(url, bodyType string, body any) (*http.Response, error) { panic("stub") }

func (c *Client) PostForm(url string, data url.Values) (*http.Response, error) { panic("stub") }

func (c *Client) StandardClient() *http.Client { panic("stub") }
