// Package resty has of the library what the tests need.
package resty

import (
	"context"
	"net/http"
	"time"
)

type Client struct{ RetryCount int }

func New() *Client { return &Client{} }

type RetryConditionFunc func(*Response, error) bool

type RetryAfterFunc func(*Client, *Response) (time.Duration, error)

func (c *Client) R() *Request                                  { return &Request{} }
func (c *Client) SetBaseURL(string) *Client                    { return c }
func (c *Client) SetTimeout(time.Duration) *Client             { return c }
func (c *Client) SetRetryCount(int) *Client                    { return c }
func (c *Client) SetRetryWaitTime(time.Duration) *Client       { return c }
func (c *Client) AddRetryCondition(RetryConditionFunc) *Client { return c }
func (c *Client) SetRetryAfter(RetryAfterFunc) *Client         { return c }

type Request struct{ Method string }

func (r *Request) SetContext(context.Context) *Request           { return r }
func (r *Request) SetBody(any) *Request                          { return r }
func (r *Request) SetHeader(string, string) *Request             { return r }
func (r *Request) Get(string) (*Response, error)                 { return nil, nil }
func (r *Request) Post(string) (*Response, error)                { return nil, nil }
func (r *Request) Patch(string) (*Response, error)               { return nil, nil }
func (r *Request) Execute(method, url string) (*Response, error) { return nil, nil }

type Response struct{ Request *Request }

func (r *Response) StatusCode() int     { return 0 }
func (r *Response) IsError() bool       { return false }
func (r *Response) Header() http.Header { return nil }
