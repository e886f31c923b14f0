// Package senders uses clients that repeat requests by themselves.
package senders

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/go-resty/resty/v2"
	"github.com/gojek/heimdall/v7/httpclient"
	"github.com/hashicorp/go-retryablehttp"
)

// A chain, with a condition that does not ask for the method.
type directory struct{ rest *resty.Client }

func newDirectory(base string) *directory {
	rest := resty.New().SetBaseURL(base).SetTimeout(time.Second).SetRetryCount(4).SetRetryWaitTime(time.Second)
	rest.AddRetryCondition(func(r *resty.Response, err error) bool {
		return err != nil || r.StatusCode() == http.StatusBadGateway
	})
	return &directory{rest: rest}
}

func (d *directory) find(ctx context.Context) error {
	_, err := d.rest.R().SetContext(ctx).Get("/people")
	return err
}

func (d *directory) enrol(ctx context.Context, p any) error {
	_, err := d.rest.R().
		SetContext(ctx).
		SetBody(p).
		Post("/people") // want `sends a POST again \(the retry is at line 20\) without an idempotency key`
	return err
}

func (d *directory) amend(p any) error {
	_, err := d.rest.R().SetBody(p).Execute(http.MethodPatch, "/people") // want `sends a PATCH again`
	return err
}

func (d *directory) keyed(p any, key string) error {
	_, err := d.rest.R().SetBody(p).SetHeader("Idempotency-Key", key).Post("/people")
	return err
}

// Without a condition every error is repeated.
var shared = resty.New()

func init() { shared.SetRetryCount(3) }

func enrolShared(p any) error {
	_, err := shared.R().SetBody(p).Post("/people") // want `sends a POST again`
	return err
}

// The condition asks for the method.
type careful struct{ rest *resty.Client }

func idempotent(method string) bool {
	switch method {
	case http.MethodGet, http.MethodPut:
		return true
	}
	return false
}

func newCareful(base string) *careful {
	rest := resty.New()
	rest.SetRetryCount(4)
	rest.AddRetryCondition(func(r *resty.Response, err error) bool {
		if !idempotent(r.Request.Method) {
			return false
		}
		return err != nil || r.StatusCode() >= 500
	})
	return &careful{rest: rest}
}

func (d *careful) enrol(p any) error {
	_, err := d.rest.R().SetBody(p).Post("/people")
	return err
}

// Only what was turned away comes again.
func turnedAway(p any) error {
	c := resty.New().SetRetryCount(2).AddRetryCondition(func(r *resty.Response, err error) bool {
		return err == nil && r.StatusCode() == http.StatusTooManyRequests
	})
	_, err := c.R().SetBody(p).Post("/people")
	return err
}

// Another client of the package repeats nothing.
var once = resty.New()

func enrolOnce(p any) error {
	_, err := once.R().SetBody(p).Post("/people")
	return err
}

func off(p any) error {
	c := resty.New().SetRetryCount(0)
	_, err := c.R().SetBody(p).Post("/people")
	return err
}

// Options and fields.
func option(url string) error {
	c := httpclient.NewClient(httpclient.WithHTTPTimeout(time.Second), httpclient.WithRetryCount(3))
	_, err := c.Post(url, strings.NewReader("1"), nil) // want `sends a POST again`
	return err
}

func field(url string) error {
	c := retryablehttp.NewClient()
	c.RetryMax = 2
	_, err := c.Post(url, "text/plain", "1") // want `sends a POST again`
	return err
}

func fieldChecked(url string) error {
	c := retryablehttp.NewClient()
	c.RetryMax = 2
	c.CheckRetry = func(ctx context.Context, resp *http.Response, err error) (bool, error) {
		if err != nil || resp.StatusCode != http.StatusServiceUnavailable {
			return false, errors.Join(ctx.Err(), err)
		}
		return true, nil
	}
	_, err := c.Post(url, "text/plain", "1")
	return err
}
