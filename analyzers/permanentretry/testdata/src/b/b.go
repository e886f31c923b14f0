// Package b tells failures apart, or cannot know them.
package b

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"retry"
	"slices"
	"time"
)

var errStatus = errors.New("bad status")

func fiveHundreds(c *http.Client, req *http.Request) (*http.Response, error) {
	for range 3 {
		resp, err := c.Do(req)
		if err == nil && resp.StatusCode < 500 {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, errStatus
}

func switches(c *http.Client, req *http.Request) (*http.Response, error) {
	for range 3 {
		resp, err := c.Do(req)
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		switch resp.StatusCode {
		case http.StatusOK:
			return resp, nil
		case http.StatusTooManyRequests, http.StatusServiceUnavailable:
			resp.Body.Close()
			time.Sleep(time.Second)
		default:
			resp.Body.Close()
			return nil, errStatus
		}
	}
	return nil, errStatus
}

func temporary(code int) bool {
	switch code {
	case http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests:
		return true
	}
	return code >= 500
}

func predicate(c *http.Client, req *http.Request) (*http.Response, error) {
	for range 3 {
		resp, err := c.Do(req)
		if err != nil {
			return nil, err
		}
		if !temporary(resp.StatusCode) {
			return resp, nil
		}
		resp.Body.Close()
		time.Sleep(time.Second)
	}
	return nil, errStatus
}

var again = map[int]bool{429: true, 502: true, 503: true, 504: true}

func table(c *http.Client, req *http.Request) (*http.Response, error) {
	for range 3 {
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
	return nil, errStatus
}

var codes = []int{429, 503}

func list(c *http.Client, req *http.Request) (*http.Response, error) {
	for range 3 {
		resp, err := c.Do(req)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(codes, resp.StatusCode) {
			return resp, nil
		}
		resp.Body.Close()
		time.Sleep(time.Second)
	}
	return nil, errStatus
}

// What these errors are is not known.
func opaque(addr string) (conn net.Conn, err error) {
	for range 3 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func marked(ctx context.Context, c *http.Client, url string) (resp *http.Response, err error) {
	err = retry.Do(ctx, 3, func() error {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return retry.Permanent(err)
		}
		if resp, err = c.Do(req); err != nil {
			return err
		}
		if resp.StatusCode >= 500 {
			return errStatus
		}
		if resp.StatusCode >= 400 {
			return retry.Permanent(fmt.Errorf("%s: %s", url, resp.Status))
		}
		return nil
	})
	return resp, err
}

// The input is checked once, before.
func before(ctx context.Context, c *http.Client, url string) (resp *http.Response, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	for range 3 {
		if resp, err = c.Do(req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func returns(ctx context.Context, c *http.Client, url string) (resp *http.Response, err error) {
	for range 3 {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return nil, err
		}
		if resp, err = c.Do(req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, errStatus
}

// A poll: waiting for it to be there is the point of it.
func appears(url string) error {
	for {
		resp, err := http.Get(url)
		if err != nil {
			return err
		}
		resp.Body.Close()
		if resp.StatusCode != http.StatusNotFound {
			return nil
		}
		time.Sleep(time.Second)
	}
}

// Other targets answer differently.
func failover(urls []string) (*http.Response, error) {
	for _, url := range urls {
		resp, err := http.Get(url)
		if err == nil && resp.StatusCode == http.StatusOK {
			return resp, nil
		}
	}
	return nil, errStatus
}

// One code was chosen: the nonce is renewed and the request is another one.
func renews(c *http.Client, request func(nonce string) *http.Request) (resp *http.Response, err error) {
	nonce := ""
	for range 3 {
		resp, err = c.Do(request(nonce))
		if err != nil || resp.StatusCode != http.StatusBadRequest {
			return resp, err
		}
		nonce = resp.Header.Get("Replay-Nonce")
		resp.Body.Close()
	}
	return resp, err
}

// Nobody looks at the error of building the request: it is not what is retried.
func unread(c *http.Client) error {
	var last error
	for range 3 {
		req, _ := http.NewRequest(http.MethodGet, "https://example.com", nil)
		resp, err := c.Do(req)
		if err != nil {
			last = err
			time.Sleep(time.Second)
			continue
		}
		return resp.Body.Close()
	}
	return last
}
