// Package given hands the answer, or its status, to functions and lists.
package given

import (
	"context"
	"errors"
	"io"
	"net/http"
	"retry"
	"time"
)

var errBusy = errors.New("busy")

func busy(resp *http.Response) bool {
	switch resp.StatusCode {
	case http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

// The predicate is given the answer, not the status.
func jump(c *http.Client, req *http.Request) (*http.Response, error) {
again: // want `retries HTTP 429 or 503 from \(\*net/http\.Client\)\.Do`
	resp, err := c.Do(req)
	if err == nil && busy(resp) {
		resp.Body.Close()
		time.Sleep(time.Second)
		goto again
	}
	return resp, err
}

// The error of a status is a variable of the package.
func callback(ctx context.Context, c *http.Client, req *http.Request) (data []byte, err error) {
	err = retry.Do(ctx, 3, func() error { // want `retries HTTP 429 or 503 from \(\*net/http\.Client\)\.Do`
		resp, err := c.Do(req)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		if resp.StatusCode >= 500 {
			return errBusy
		}
		data, err = io.ReadAll(resp.Body)
		return err
	})
	return data, err
}

func recursive(c *http.Client, req *http.Request, left int) (*http.Response, error) {
	resp, err := c.Do(req)
	if err != nil || resp.StatusCode != http.StatusTooManyRequests || left == 0 {
		return resp, err
	}
	resp.Body.Close()
	time.Sleep(time.Second)
	return recursive(c, req, left-1) // want `retries HTTP 429 or 503 from \(\*net/http\.Client\)\.Do`
}

// The codes are the caller's to give.
type options struct{ codes []int }

type transport struct {
	next http.RoundTripper
	options
}

type statusError struct{ code int }

func (e *statusError) Error() string { return http.StatusText(e.code) }

func failed(resp *http.Response) error { return &statusError{resp.StatusCode} }

func (t *transport) RoundTrip(in *http.Request) (out *http.Response, err error) {
	err = retry.Do(in.Context(), 3, func() error { // want `retries HTTP 429 or 503`
		out, err = t.next.RoundTrip(in)
		if out != nil {
			for _, code := range t.codes {
				if out.StatusCode == code {
					return failed(out)
				}
			}
		}
		return err
	})
	return out, err
}

// One that asks how long to wait.
type asking struct {
	next http.RoundTripper
	options
}

func (t *asking) RoundTrip(in *http.Request) (out *http.Response, err error) {
	for range 3 {
		out, err = t.next.RoundTrip(in)
		if err != nil || !has(t.codes, out.StatusCode) {
			return out, err
		}
		d, err := time.ParseDuration(out.Header.Get("Retry-After") + "s")
		if err != nil {
			return out, nil
		}
		time.Sleep(d)
	}
	return out, err
}

func has(codes []int, code int) bool {
	for _, c := range codes {
		if c == code {
			return true
		}
	}
	return false
}

// A loop that goes on after a success: it waits longer then.
func joins(c *http.Client, pool string) error {
	for { // want `retries HTTP 429 or 503`
		resp, err := c.Get(pool)
		if err != nil {
			time.Sleep(time.Minute)
			continue
		}
		resp.Body.Close()
		switch resp.StatusCode {
		case http.StatusOK:
			time.Sleep(time.Hour)
		case http.StatusUnauthorized:
			return errBusy
		default:
			time.Sleep(time.Minute)
		}
	}
}
