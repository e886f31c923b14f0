package fix

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"time"
)

// There is no GetBody.
func file(c *http.Client, url string, f *os.File) (resp *http.Response, err error) {
	req, err := http.NewRequest(http.MethodPut, url, f)
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

// What the reader is cannot be seen.
func reader(c *http.Client, url string, data []byte) (resp *http.Response, err error) {
	var body io.Reader = bytes.NewReader(data)
	req, err := http.NewRequest(http.MethodPut, url, body)
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

// There is no error to return.
func void(c *http.Client, url string, data []byte) *http.Response {
	req, _ := http.NewRequest(http.MethodPut, url, bytes.NewReader(data))
	for range 3 {
		if resp, err := c.Do(req); err == nil { // want `sends the same request again`
			return resp
		}
		time.Sleep(time.Second)
	}
	return nil
}

// The head of a loop has no room for it, nor has an else.
func head(c *http.Client, url string, data []byte) error {
	req, err := http.NewRequest(http.MethodPut, url, bytes.NewReader(data))
	if err != nil {
		return err
	}
	for _, err = c.Do(req); err != nil; _, err = c.Do(req) { // want `sends the same request again`
		time.Sleep(time.Second)
	}
	return nil
}

func otherwise(c *http.Client, url string, data []byte, dry bool) error {
	req, err := http.NewRequest(http.MethodPut, url, bytes.NewReader(data))
	if err != nil {
		return err
	}
	for range 3 {
		if dry {
			return nil
		} else if resp, err := c.Do(req); err == nil { // want `sends the same request again`
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return context.DeadlineExceeded
}

// The request is not always that one.
func either(c *http.Client, url string, data []byte, other *http.Request) error {
	req, err := http.NewRequest(http.MethodPut, url, bytes.NewReader(data))
	if err != nil {
		return err
	}
	if other != nil {
		req = other
	}
	for range 3 {
		if resp, err := c.Do(req); err == nil { // want `sends the same request again`
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return context.DeadlineExceeded
}

func make_(url string, data []byte) (*http.Request, error) {
	return http.NewRequest(http.MethodPut, url, bytes.NewReader(data))
}

func made(c *http.Client, url string, data []byte) error {
	req, err := make_(url, data)
	if err != nil {
		return err
	}
	for range 3 {
		if resp, err := c.Do(req); err == nil { // want `sends the same request again`
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return context.DeadlineExceeded
}

// The names of the new variables are taken.
type body struct{}

func taken(c *http.Client, url string, data []byte) (body, error) {
	req, err := http.NewRequest(http.MethodPut, url, bytes.NewReader(data))
	if err != nil {
		return body{}, err
	}
	for range 3 {
		if resp, err := c.Do(req); err == nil { // want `sends the same request again`
			return body{}, resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return body{}, context.DeadlineExceeded
}

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
