// Package a sends what is left.
package a

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"retry"
	"time"
)

func textbook(c *http.Client, url string, body io.Reader) (resp *http.Response, err error) {
	req, err := http.NewRequest(http.MethodPut, url, body)
	if err != nil {
		return nil, err
	}
	for range 3 {
		if resp, err = c.Do(req); err == nil { // want `sends the same request again, whose body the attempt before has read`
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// GetBody is set here, but Do does not call it.
func buffer(ctx context.Context, c *http.Client, url string, data []byte) (resp *http.Response, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, url, bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	for i := 0; i < 3; i++ {
		resp, err = c.Do(req.WithContext(ctx)) // want `sends the same request again`
		if err == nil && resp.StatusCode < 500 {
			return resp, nil
		}
		time.Sleep(time.Second << i)
	}
	return nil, err
}

func jump(c *http.Client, url string, f *os.File) error {
	req, err := http.NewRequest("PUT", url, f)
	if err != nil {
		return err
	}
	left := 3
again:
	resp, err := c.Do(req) // want `sends the same request again`
	if err != nil && left > 0 {
		left--
		time.Sleep(time.Second)
		goto again
	}
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func callback(ctx context.Context, c *http.Client, url string, data []byte) (resp *http.Response, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, url, bytes.NewBuffer(data))
	if err != nil {
		return nil, err
	}
	err = retry.Do(ctx, 3, func() error {
		resp, err = c.Do(req) // want `sends the same request again`
		return err
	})
	return resp, err
}

// A transport gets requests with bodies from its clients.
type transport struct{ next http.RoundTripper }

func (t transport) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = t.next.RoundTrip(req); err == nil { // want `sends the same request again`
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func recursive(c *http.Client, req *http.Request, left int) (*http.Response, error) {
	resp, err := c.Do(req)
	if err == nil || left == 0 {
		return resp, err
	}
	time.Sleep(time.Second)
	return recursive(c, req, left-1) // want `sends the same request again`
}

func upload(c *http.Client, url string, f *os.File) (*http.Response, error) {
	req, err := http.NewRequest(http.MethodPut, url, f)
	if err != nil {
		return nil, err
	}
	return recursive(c, req, 3)
}

// The request comes from the caller, with its body.
func send(c *http.Client, req *http.Request) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = c.Do(req); err == nil { // want `sends the same request again`
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func put(c *http.Client, url string, f *os.File) (*http.Response, error) {
	req, err := http.NewRequest(http.MethodPut, url, f)
	if err != nil {
		return nil, err
	}
	return send(c, req)
}

// One caller of several sends a body.
func exchange(c *http.Client, req *http.Request) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = c.Do(req); err == nil { // want `sends the same request again`
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func fetch(c *http.Client, url string) (*http.Response, error) {
	req, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return exchange(c, req)
}

func store(c *http.Client, url string, f *os.File) (*http.Response, error) {
	req, err := http.NewRequest(http.MethodPut, url, f)
	if err != nil {
		return nil, err
	}
	return exchange(c, req)
}

// The request is made by a function, once for all attempts.
func ready(method, url string, body io.Reader) (*http.Request, error) {
	return http.NewRequest(method, url, body)
}

func readyOnce(c *http.Client, url string, f *os.File) (resp *http.Response, err error) {
	req, err := ready(http.MethodPut, url, f)
	if err != nil {
		return nil, err
	}
	for range 3 {
		if resp, err = c.Do(req); err == nil { // want `sends the same request again`
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// The body is made anew for the first attempt only.
func rewoundOnce(c *http.Client, url string, data []byte) error {
	req, err := http.NewRequest(http.MethodPut, url, bytes.NewReader(data))
	if err != nil {
		return err
	}
	if req.GetBody != nil {
		body, err := req.GetBody()
		if err != nil {
			return err
		}
		req.Body = body
	}
	n := 0
again:
	resp, err := c.Do(req) // want `sends the same request again`
	if err != nil && n < 3 {
		n++
		time.Sleep(time.Second)
		goto again
	}
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Before the loop, it is kept for all of them.
func rewoundByKept(c *http.Client, url string, data []byte) (err error) {
	req, err := http.NewRequest(http.MethodPut, url, bytes.NewReader(data))
	if err != nil {
		return err
	}
	again := req.GetBody
	for range 3 {
		var body io.ReadCloser
		if body, err = again(); err != nil {
			return err
		}
		next := &http.Request{Method: req.Method, URL: req.URL, Body: body}
		if _, err = c.Do(next); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// A PUT has a body, too.
type repeatable struct{ next http.RoundTripper }

func (t repeatable) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	if req.Method == http.MethodPost || req.Method == http.MethodPatch {
		return t.next.RoundTrip(req)
	}
	for range 3 {
		if resp, err = t.next.RoundTrip(req); err == nil { // want `sends the same request again`
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}
