// Package senders uses clients that repeat requests by themselves.
package senders

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/go-resty/resty/v2"
	"github.com/hashicorp/go-retryablehttp"
)

func throttled(r *resty.Response, err error) bool {
	if err != nil {
		return true
	}
	switch {
	case r.StatusCode() == http.StatusTooManyRequests:
		return true
	case r.StatusCode() >= 500 && r.StatusCode() != http.StatusNotImplemented:
		return true
	}
	return false
}

func ownSchedule() *resty.Client {
	c := resty.New()
	c.SetRetryCount(5) // want `retries HTTP 429 from the client of github\.com/go-resty/resty/v2 on its own schedule`
	c.AddRetryCondition(throttled)
	return c
}

var codes = []int{502, 503, 504}

func listed() *resty.Client {
	return resty.New().SetRetryCount(5).AddRetryCondition(func(r *resty.Response, err error) bool { // want `retries HTTP 503`
		return slices.Contains(codes, r.StatusCode())
	})
}

func asked(_ *resty.Client, r *resty.Response) (time.Duration, error) {
	n, err := strconv.Atoi(r.Header().Get("Retry-After"))
	if err != nil {
		return 0, nil
	}
	return time.Duration(n) * time.Second, nil
}

func obeys() *resty.Client {
	return resty.New().SetRetryCount(5).SetRetryAfter(asked).AddRetryCondition(throttled)
}

// A hook that does not look.
func hooked() *resty.Client {
	c := resty.New().SetRetryCount(5) // want `retries HTTP 429`
	c.SetRetryAfter(func(*resty.Client, *resty.Response) (time.Duration, error) { return time.Minute, nil })
	return c.AddRetryCondition(throttled)
}

// Only what did not arrive comes again.
func errorsOnly() *resty.Client { return resty.New().SetRetryCount(5) }

func badGateway() *resty.Client {
	return resty.New().SetRetryCount(5).AddRetryCondition(func(r *resty.Response, err error) bool {
		return err == nil && r.StatusCode() == http.StatusBadGateway
	})
}

// The library obeys, unless its backoff is replaced.
func library() *retryablehttp.Client {
	c := retryablehttp.NewClient()
	c.RetryMax = 3
	return c
}

func replaced() *retryablehttp.Client {
	c := retryablehttp.NewClient()
	c.RetryMax = 3 // want `retries HTTP 429`
	c.CheckRetry = func(ctx context.Context, resp *http.Response, err error) (bool, error) {
		return err != nil || resp.StatusCode == http.StatusTooManyRequests, ctx.Err()
	}
	c.Backoff = func(min, max time.Duration, attempt int, resp *http.Response) time.Duration { return min << attempt }
	return c
}
