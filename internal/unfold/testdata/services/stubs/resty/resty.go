// Package resty is a stand-in for the library of that name.
package resty

import (
	"context"
	"net/http"
	"time"
)

type RetryConditionFunc func(*Response, error) bool

type Client struct {
	BaseURL    string
	RetryCount int
}

func New() *Client { panic("stub") }

func (c *Client) SetBaseURL(url string) *Client { panic("stub") }

func (c *Client) SetTransport(transport http.RoundTripper) *Client { panic("stub") }

func (c *Client) SetRetryCount(count int) *Client { panic("stub") }

func (c *Client) SetRetryWaitTime(waitTime time.Duration) *Client { panic("stub") }

func (c *Client) SetRetryMaxWaitTime(maxWaitTime time.Duration) *Client { panic("stub") }

func (c *Client) AddRetryCondition(condition RetryConditionFunc) *Client { panic("stub") }

func (c *Client) R() *Request { panic("stub") }

type Request struct{ URL string }

func (r *Request) SetContext(ctx context.Context) *Request { panic("stub") }

func (r *Request) SetFormData(data map[string]string) *Request { panic("stub") }

func (r *Request) SetPathParam(param, value string) *Request { panic("stub") }

func (r *Request) Get(url string) (*Response, error) { panic("stub") }

func (r *Request) Post(url string) (*Response, error) { panic("stub") }

type Response struct{ Request *Request }

func (r *Response) IsError() bool { panic("stub") }

func (r *Response) Status() string { panic("stub") }

func (r *Response) StatusCode() int { panic("stub") }

func (r *Response) String() string { panic("stub") }
