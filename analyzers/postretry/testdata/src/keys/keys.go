// Package keys has keys that are none, and failures after which nothing was done.
package keys

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"syscall"
	"time"
)

// A key that is made anew for each attempt tells the server nothing.
func newKeys(ctx context.Context, c *http.Client, target string) (resp *http.Response, err error) {
	for range 3 {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, target, nil)
		if err != nil {
			return nil, err
		}
		req.Header.Set("Idempotency-Key", rand.Text())
		if resp, err = c.Do(req); err == nil { // want `sends a POST again`
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// The request is made without a constructor.
func literal(c *http.Client, target *url.URL) (resp *http.Response, err error) {
	req := &http.Request{Method: http.MethodPost, URL: target}
	for range 3 {
		if resp, err = c.Do(req); err == nil { // want `sends a POST again`
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// What was refused has not arrived.
func refused(url string, payment []byte) (resp *http.Response, err error) {
	for range 3 {
		resp, err = http.Post(url, "application/json", bytes.NewReader(payment))
		if !errors.Is(err, syscall.ECONNREFUSED) {
			return resp, err
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// What was throttled has not been done either.
func throttled(url string, payment []byte) (resp *http.Response, err error) {
	for range 3 {
		resp, err = http.Post(url, "application/json", bytes.NewReader(payment))
		if err != nil || resp.StatusCode != http.StatusTooManyRequests {
			return resp, err
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func headers(req *http.Request, id string) {
	req.Header.Set("Accept", "application/json")
	req.Header.Set("X-Request-Id", strings.TrimSpace(id))
}

// The key is set by a function that is given it.
func given(c *http.Client, target, id string) (resp *http.Response, err error) {
	for range 3 {
		req, err := http.NewRequest(http.MethodPost, target, nil)
		if err != nil {
			return nil, err
		}
		headers(req, id)
		if resp, err = c.Do(req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// The key is drawn once, where there is none yet.
func drawnOnce(c *http.Client, target, key string) (resp *http.Response, err error) {
	for range 3 {
		if key == "" {
			key = rand.Text()
		}
		req, err := http.NewRequest(http.MethodPost, target, nil)
		if err != nil {
			return nil, err
		}
		req.Header.Set("Idempotency-Key", key)
		if resp, err = c.Do(req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}
