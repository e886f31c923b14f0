// Package b does once what it does.
package b

import (
	"bytes"
	"context"
	"crypto/rand"
	"io"
	"net/http"
	"retry"
	"strings"
	"time"
)

func get(url string) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func put(ctx context.Context, c *http.Client, url string) (resp *http.Response, err error) {
	for range 3 {
		req, err := http.NewRequestWithContext(ctx, http.MethodPut, url, strings.NewReader("on"))
		if err != nil {
			return nil, err
		}
		if resp, err = c.Do(req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func keyed(ctx context.Context, c *http.Client, url string, payment []byte) (resp *http.Response, err error) {
	key := rand.Text()
	for range 3 {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(payment))
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

func numbered(ctx context.Context, c *http.Client, url, id string) error {
	return retry.Do(ctx, 3, func() error {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, nil)
		if err != nil {
			return err
		}
		req.Header.Add("X-Request-ID", id)
		resp, err := c.Do(req)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

// Sent once.
func once(url string) (*http.Response, error) {
	return http.Post(url, "", nil)
}

// One request for each payment.
func all(c *http.Client, url string, payments [][]byte) error {
	for _, p := range payments {
		resp, err := c.Post(url, "application/json", bytes.NewReader(p))
		if err != nil {
			return err
		}
		resp.Body.Close()
	}
	return nil
}

// Only the reading is retried.
func reread(ctx context.Context, c *http.Client, url string, payment []byte) (*http.Response, error) {
	resp, err := c.Post(url, "application/json", bytes.NewReader(payment))
	if err != nil {
		return nil, err
	}
	resp.Body.Close()
	for range 3 {
		if resp, err = c.Get(resp.Header.Get("Location")); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// Which method it is, is the caller's to know.
func forward(c *http.Client, req *http.Request) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = c.Do(req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

type transport struct{ next http.RoundTripper }

func (t transport) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	for range 3 {
		resp, err = t.next.RoundTrip(req)
		if err == nil || req.Method != http.MethodGet {
			return resp, err
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

func ordered(c *http.Client, url string, payment []byte) (resp *http.Response, err error) {
	for range 3 {
		req, err := order(http.MethodPut, url, bytes.NewReader(payment))
		if err != nil {
			return nil, err
		}
		if resp, err = c.Do(req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}
