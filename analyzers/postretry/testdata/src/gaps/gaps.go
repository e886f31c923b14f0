// Package gaps has what the rule should say and does not say yet.
package gaps

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"net/url"
	"syscall"
	"time"
)

func charge(c *http.Client, target string, payment []byte) error {
	resp, err := c.Post(target, "application/json", bytes.NewReader(payment)) // want `sends a POST again`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// The request is sent by the function that is called.
func inside(c *http.Client, target string, payment []byte) (err error) {
	for range 3 {
		if err = charge(c, target, payment); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

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

// Reported, and should not be: what was refused has not arrived.
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

// Reported, and should not be: what was throttled has not been done either.
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
