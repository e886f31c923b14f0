// Package readers makes new requests with the reader of the attempt before.
package readers

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"retry"
	"strings"
	"time"
)

func reader(c *http.Client, url string, body io.Reader) (resp *http.Response, err error) {
	for range 3 {
		req, err := http.NewRequest(http.MethodPut, url, body)
		if err != nil {
			return nil, err
		}
		if resp, err = c.Do(req); err == nil { // want `whose body the attempt before has read`
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// What wraps the reader does not bring back what was read.
func wrapped(c *http.Client, url string, f *os.File, size int64, progress io.Writer) (resp *http.Response, err error) {
	for range 3 {
		req, err := http.NewRequest(http.MethodPut, url, io.TeeReader(io.LimitReader(bufio.NewReader(f), size), progress))
		if err != nil {
			return nil, err
		}
		if resp, err = c.Do(req); err == nil { // want `whose body the attempt before has read`
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// A buffer that is made before, in a callback.
func buffered(ctx context.Context, c *http.Client, url string, v any) error {
	buf := new(bytes.Buffer)
	if err := json.NewEncoder(buf).Encode(v); err != nil {
		return err
	}
	return retry.Do(ctx, 3, func() error {
		req, err := http.NewRequestWithContext(ctx, http.MethodPut, url, buf)
		if err != nil {
			return err
		}
		resp, err := c.Do(req) // want `whose body the attempt before has read`
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

// The package function takes a reader too.
func posted(url string, payload string) (resp *http.Response, err error) {
	body := strings.NewReader(payload)
	for range 3 {
		if resp, err = http.Post(url, "text/plain", body); err == nil { // want `whose body the attempt before has read`
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// A proxy hands on what its client sends, once.
func proxy(c *http.Client, in *http.Request, target string) (resp *http.Response, err error) {
	for range 3 {
		out, err := http.NewRequest(in.Method, target, in.Body)
		if err != nil {
			return nil, err
		}
		if resp, err = c.Do(out); err == nil { // want `whose body the attempt before has read`
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// The reader goes down to the function that sends.
func exchange(c *http.Client, method, url string, body io.Reader) error {
	req, err := http.NewRequest(method, url, body)
	if err != nil {
		return err
	}
	resp, err := c.Do(req) // want `whose body the attempt before has read`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func loop(c *http.Client, url string, f *os.File) (err error) {
	for range 3 {
		if err = exchange(c, http.MethodPut, url, f); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func upload(c *http.Client, url string, body *bytes.Buffer) error {
	req, err := http.NewRequest(http.MethodPut, url, body)
	if err != nil {
		return err
	}
	resp, err := c.Do(req) // want `whose body the attempt before has read`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func recursive(c *http.Client, url string, body *bytes.Buffer, left int) error {
	err := upload(c, url, body)
	if err == nil || left == 0 {
		return err
	}
	time.Sleep(time.Second)
	return recursive(c, url, body, left-1)
}

// The request is made before, and sent by the function that is called.
func do(c *http.Client, req *http.Request) (*http.Response, error) {
	req.Header.Set("User-Agent", "a")
	return c.Do(req)
}

func handed(c *http.Client, url string, f *os.File) (resp *http.Response, err error) {
	req, err := http.NewRequest(http.MethodPut, url, f)
	if err != nil {
		return nil, err
	}
	for range 3 {
		if resp, err = do(c, req); err == nil { // want `sends the same request again`
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}
