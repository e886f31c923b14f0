// Package b has a body for each attempt.
package b

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"retry"
	"time"
)

func rebuilt(ctx context.Context, c *http.Client, url string, data []byte) (resp *http.Response, err error) {
	for range 3 {
		req, err := http.NewRequestWithContext(ctx, http.MethodPut, url, bytes.NewReader(data))
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

func empty(c *http.Client, url string) (resp *http.Response, err error) {
	req, err := http.NewRequest(http.MethodGet, url, nil)
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

func getBody(c *http.Client, url string, data []byte) (resp *http.Response, err error) {
	req, err := http.NewRequest(http.MethodPut, url, bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	for range 3 {
		if req.Body, err = req.GetBody(); err != nil {
			return nil, err
		}
		if resp, err = c.Do(req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func replaced(c *http.Client, url string, data []byte) (resp *http.Response, err error) {
	req, err := http.NewRequest(http.MethodPut, url, bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	for range 3 {
		if resp, err = c.Do(req); err == nil {
			return resp, nil
		}
		req.Body = io.NopCloser(bytes.NewReader(data))
		time.Sleep(time.Second)
	}
	return nil, err
}

func seeks(c *http.Client, url string, f *os.File) (resp *http.Response, err error) {
	req, err := http.NewRequest(http.MethodPut, url, io.NopCloser(f))
	if err != nil {
		return nil, err
	}
	for range 3 {
		if resp, err = c.Do(req); err == nil {
			return resp, nil
		}
		if _, err = f.Seek(0, io.SeekStart); err != nil {
			return nil, err
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func rewind(req *http.Request) (err error) {
	if req.GetBody != nil {
		req.Body, err = req.GetBody()
	}
	return err
}

type transport struct{ next http.RoundTripper }

func (t transport) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = t.next.RoundTrip(req); err == nil {
			return resp, nil
		}
		if err := rewind(req); err != nil {
			return nil, err
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func callback(ctx context.Context, c *http.Client, url string, data []byte) (resp *http.Response, err error) {
	err = retry.Do(ctx, 3, func() error {
		req, err := http.NewRequestWithContext(ctx, http.MethodPut, url, bytes.NewReader(data))
		if err != nil {
			return err
		}
		resp, err = c.Do(req)
		return err
	})
	return resp, err
}

// One request for each item.
func each(c *http.Client, url string, items [][]byte) error {
	for _, item := range items {
		req, err := http.NewRequest(http.MethodPut, url, bytes.NewReader(item))
		if err != nil {
			return err
		}
		resp, err := c.Do(req)
		if err != nil {
			return err
		}
		resp.Body.Close()
	}
	return nil
}

func ready(method, url string, body io.Reader) (*http.Request, error) {
	return http.NewRequest(method, url, body)
}

// The function that makes the request is given nothing to send.
func readyEmpty(c *http.Client, url string) (resp *http.Response, err error) {
	req, err := ready(http.MethodGet, url, nil)
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

// The function is called for each attempt.
func readyEach(c *http.Client, url string, data []byte) (resp *http.Response, err error) {
	for range 3 {
		req, err := ready(http.MethodPut, url, bytes.NewReader(data))
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

// Only requests without a body come to the loop.
type readOnly struct{ next http.RoundTripper }

func (t readOnly) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	if req.Method != http.MethodGet && req.Method != http.MethodHead {
		return t.next.RoundTrip(req)
	}
	for range 3 {
		if resp, err = t.next.RoundTrip(req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}
