// Package retryablehttp has the shape of the real client, which retries by itself.
package retryablehttp

import "net/http"

// Client sends requests, and sends them again.
type Client struct {
	HTTPClient *http.Client
	RetryMax   int
}

// NewClient returns a client.
func NewClient() *Client { return &Client{HTTPClient: new(http.Client), RetryMax: 4} }

// Do sends req.
func (c *Client) Do(req *http.Request) (*http.Response, error) { return c.HTTPClient.Do(req) }

// Get asks for url.
func (c *Client) Get(url string) (*http.Response, error) { return c.HTTPClient.Get(url) }
