// Package fix has bodies that net/http could make again.
package fix

import (
	"bytes"
	"context"
	"net/http"
	"retry"
	"strings"
	"time"
)

func condition(c *http.Client, url string, data []byte) (*http.Response, error) {
	req, err := http.NewRequest(http.MethodPut, url, bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	for range 3 {
		if resp, err := c.Do(req); err == nil { // want `sends the same request again`
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, context.DeadlineExceeded
}

func statement(ctx context.Context, c *http.Client, url, text string) (n int, ok bool, err error) {
	body := strings.NewReader(text)
	put, err := http.NewRequestWithContext(ctx, http.MethodPut, url, body)
	if err != nil {
		return 0, false, err
	}
	for i := range 3 {
		var resp *http.Response

		// Off it goes,
		// once more.
		resp, err = c.Do(put.WithContext(ctx)) // want `sends the same request again`
		if err == nil {
			resp.Body.Close()
			return i, true, nil
		}
		time.Sleep(time.Second)
	}
	return 0, false, err
}

func jump(c *http.Client, url string, buf *bytes.Buffer) error {
	req, err := http.NewRequest("PUT", url, buf)
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

// The callback returns the error of GetBody, and the helper gets it.
func callback(ctx context.Context, c *http.Client, url string, data []byte) (resp *http.Response, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, url, bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	err = retry.Do(ctx, 3, func() error {
		resp, err = c.Do(req) // want `sends the same request again`
		return err
	})
	return resp, err
}

func inSwitch(c *http.Client, url string, data []byte, dry bool) error {
	req, err := http.NewRequest(http.MethodPut, url, bytes.NewReader(data))
	if err != nil {
		return err
	}
	for range 3 {
		switch {
		case dry:
			return nil
		default:
			resp, err := c.Do(req) // want `sends the same request again`
			if err == nil {
				return resp.Body.Close()
			}
		}
		time.Sleep(time.Second)
	}
	return context.DeadlineExceeded
}
