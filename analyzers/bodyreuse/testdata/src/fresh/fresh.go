// Package fresh has a reader for each attempt, or fills the one that it has.
package fresh

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"retry"
	"time"
)

func refilled(c *http.Client, url string, v any) (resp *http.Response, err error) {
	var buf bytes.Buffer
	for range 3 {
		buf.Reset()
		if err := json.NewEncoder(&buf).Encode(v); err != nil {
			return nil, err
		}
		if resp, err = c.Post(url, "application/json", &buf); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func sought(c *http.Client, url string, body io.ReadSeeker) (resp *http.Response, err error) {
	for range 3 {
		if _, err = body.Seek(0, io.SeekStart); err != nil {
			return nil, err
		}
		req, err := http.NewRequest(http.MethodPut, url, body)
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

func opened(ctx context.Context, c *http.Client, url, name string) error {
	return retry.Do(ctx, 3, func() error {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		req, err := http.NewRequestWithContext(ctx, http.MethodPut, url, io.NopCloser(f))
		if err != nil {
			return err
		}
		resp, err := c.Do(req)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

func exchange(c *http.Client, method, url string, body io.Reader) error {
	req, err := http.NewRequest(method, url, body)
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func each(c *http.Client, url string, data []byte) (err error) {
	for range 3 {
		if err = exchange(c, http.MethodPut, url, bytes.NewReader(data)); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func nothing(c *http.Client, url string) (err error) {
	for range 3 {
		if err = exchange(c, http.MethodDelete, url, nil); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func deliver(c *http.Client, url string, body []byte, left int) error {
	err := exchange(c, http.MethodPut, url, bytes.NewBuffer(body))
	if err == nil || left == 0 {
		return err
	}
	time.Sleep(time.Second)
	return deliver(c, url, body, left-1)
}

// Its callers have nothing to send.
func asks(c *http.Client, url string, body io.Reader) (err error) {
	for range 3 {
		if err = exchange(c, http.MethodGet, url, body); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func ask(c *http.Client, url string) error { return asks(c, url, nil) }

// There is nothing to read.
func none(c *http.Client, url string) (resp *http.Response, err error) {
	req, err := http.NewRequest(http.MethodDelete, url, http.NoBody)
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
