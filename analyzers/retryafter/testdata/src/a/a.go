// Package a is not told when to come back.
package a

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"retry"
	"time"
)

var errBusy = errors.New("busy")

func textbook(c *http.Client, req *http.Request) (*http.Response, error) {
	for i := range 4 { // want `retries HTTP 429 or 503 from \(\*net/http\.Client\)\.Do on its own schedule and nobody reads the Retry-After header`
		resp, err := c.Do(req)
		if err != nil || resp.StatusCode != http.StatusTooManyRequests {
			return resp, err
		}
		resp.Body.Close()
		time.Sleep(time.Second << i)
	}
	return nil, errBusy
}

// 503 is among the codes from 500 on.
func fiveHundreds(url string) (*http.Response, error) {
	for range 3 { // want `retries HTTP 429 or 503 from net/http\.Get on its own schedule`
		resp, err := http.Get(url)
		if err == nil && resp.StatusCode < 500 {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, errBusy
}

// Other headers are read.
func otherHeader(c *http.Client, req *http.Request) (*http.Response, error) {
	for range 4 { // want `retries HTTP 429 or 503 from \(\*net/http\.Client\)\.Do`
		resp, err := c.Do(req)
		if err != nil || resp.StatusCode != http.StatusTooManyRequests {
			return resp, err
		}
		if resp.Header.Get("Content-Type") == "" {
			return nil, errBusy
		}
		time.Sleep(time.Second)
	}
	return nil, errBusy
}

func throttled(code int) bool {
	return code == http.StatusTooManyRequests || code >= 500 && code != http.StatusNotImplemented
}

func predicate(c *http.Client, req *http.Request) (*http.Response, error) {
	for range 3 { // want `retries HTTP 429 or 503 from \(\*net/http\.Client\)\.Do`
		resp, err := c.Do(req)
		if err != nil {
			return nil, err
		}
		if !throttled(resp.StatusCode) {
			return resp, nil
		}
		resp.Body.Close()
		time.Sleep(time.Second)
	}
	return nil, errBusy
}

// The error that comes of the status is made here.
func formatted(ctx context.Context, c *http.Client, req *http.Request) error {
	return retry.Do(ctx, 3, func() error { // want `retries HTTP 429 or 503 from \(\*net/http\.Client\)\.Do`
		resp, err := c.Do(req)
		if err != nil {
			return err
		}
		resp.Body.Close()
		if resp.StatusCode >= 500 {
			return fmt.Errorf("bad status %s", resp.Status)
		}
		return nil
	})
}

type transport struct{ next http.RoundTripper }

func (t transport) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	for range 3 { // want `retries HTTP 429 or 503 from \(net/http\.RoundTripper\)\.RoundTrip`
		resp, err = t.next.RoundTrip(req)
		if err != nil || resp.StatusCode != http.StatusServiceUnavailable {
			return resp, err
		}
		time.Sleep(time.Second)
	}
	return resp, err
}

// Everybody is back in thirty seconds.
func turnAway(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Retry-After", "30") // want `tells every client that is turned away to come back after the same time \(Retry-After: 30\)`
	w.WriteHeader(http.StatusTooManyRequests)
}

var again = map[int]bool{429: true, 502: true, 504: true}

// The codes to retry are in a map.
func table(c *http.Client, req *http.Request) (*http.Response, error) {
	for range 3 { // want `retries HTTP 429 or 503 from \(\*net/http\.Client\)\.Do`
		resp, err := c.Do(req)
		if err != nil {
			return nil, err
		}
		if !again[resp.StatusCode] {
			return resp, nil
		}
		resp.Body.Close()
		time.Sleep(time.Second)
	}
	return nil, errBusy
}
