// Package gaps has what the rule should say and does not say yet.
package gaps

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
