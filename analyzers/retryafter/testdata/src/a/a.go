// Package a is not told when to come back.
package a

import (
	"context"
	"errors"
	"io"
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

var again = map[int]bool{429: true, 502: true, 504: true}

func busy(resp *http.Response) bool {
	switch resp.StatusCode {
	case http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
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
