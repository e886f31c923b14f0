// Package gaps has what the rule should say and does not say yet.
package gaps

import (
	"io"
	"net/http"
	"os"
	"time"
)

// Reported, and should not be: there is nothing to read.
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

// A new request each time, but the same reader.
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

func do(c *http.Client, req *http.Request) (*http.Response, error) {
	req.Header.Set("User-Agent", "a")
	return c.Do(req)
}

// The request is sent by the function that is called.
func inside(c *http.Client, url string, f *os.File) (resp *http.Response, err error) {
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
