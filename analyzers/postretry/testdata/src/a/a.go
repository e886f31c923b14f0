// Package a pays twice.
package a

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/url"
	"retry"
	"strings"
	"time"
)

func textbook(target string, payment []byte) (resp *http.Response, err error) {
	for range 3 {
		resp, err = http.Post(target, "application/json", bytes.NewReader(payment)) // want `sends a POST again \(the retry is at line \d+\) without an idempotency key`
		if err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func form(c *http.Client, target string) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = c.PostForm(target, url.Values{"amount": {"12"}}); err == nil { // want `sends a POST again \(the retry is at line \d+\) without an idempotency key`
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func made(ctx context.Context, c *http.Client, target string) (resp *http.Response, err error) {
	for range 3 {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, target, strings.NewReader("amount=12"))
		if err != nil {
			return nil, err
		}
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		resp, err = c.Do(req) // want `sends a POST again \(the retry is at line \d+\) without an idempotency key`
		if err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func patch(c *http.Client, target string) (resp *http.Response, err error) {
	req, err := http.NewRequest("PATCH", target, strings.NewReader(`{"count": "+1"}`))
	if err != nil {
		return nil, err
	}
again:
	resp, err = c.Do(req) // want `sends a PATCH again`
	if err != nil {
		time.Sleep(time.Second)
		goto again
	}
	return resp, nil
}

func callback(ctx context.Context, c *http.Client, target string, payment []byte) error {
	return retry.Do(ctx, 3, func() error {
		resp, err := c.Post(target, "application/json", bytes.NewReader(payment)) // want `sends a POST again \(the retry is at line \d+\) without an idempotency key`
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

// One finding for one retry.
func two(target string) (err error) {
	for range 3 {
		if _, err = http.Post(target+"/begin", "", nil); err == nil { // want `sends a POST again`
			if _, err = http.Post(target+"/end", "", nil); err == nil {
				return nil
			}
		}
		time.Sleep(time.Second)
	}
	return err
}

func recursive(target string, payment []byte, left int) (*http.Response, error) {
	resp, err := http.Post(target, "application/json", bytes.NewReader(payment))
	if err == nil || left == 0 {
		return resp, err
	}
	time.Sleep(time.Second)
	return recursive(target, payment, left-1) // want `sends a POST again`
}

// Whatever its clients send, this sends it again.
type transport struct{ next http.RoundTripper }

func (t transport) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = t.next.RoundTrip(req); err == nil { // want `sends a request of any method again \(the retry is at line \d+\) without an idempotency key`
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func order(method, url string, body io.Reader) (*http.Request, error) {
	req, err := http.NewRequest(method, url, body)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "application/json")
	return req, nil
}

// A function of the package makes the request.
func ordered(c *http.Client, url string, payment []byte) (resp *http.Response, err error) {
	for range 3 {
		req, err := order(http.MethodPost, url, bytes.NewReader(payment))
		if err != nil {
			return nil, err
		}
		if resp, err = c.Do(req); err == nil { // want `sends a POST again`
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}
