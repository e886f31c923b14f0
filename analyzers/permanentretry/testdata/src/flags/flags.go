// Package flags tells its helpers by a flag what is to be tried again.
package flags

import (
	"errors"
	"flags/paced"
	"net/http"
	"time"
)

// The callback does not ask for another attempt when the request cannot be made.
func refrains(c *http.Client, url string) error {
	return paced.Call(func() (bool, error) {
		req, err := http.NewRequest(http.MethodGet, url, nil)
		if err != nil {
			return false, err
		}
		resp, err := c.Do(req)
		if err != nil {
			return true, err
		}
		return resp.StatusCode >= 500, resp.Body.Close()
	})
}

func asks(c *http.Client, url string) error {
	return paced.Call(func() (bool, error) { // want `retries an error of building the request \(net/http\.NewRequest\)`
		req, err := http.NewRequest(http.MethodGet, url, nil)
		if err != nil {
			return true, err
		}
		resp, err := c.Do(req)
		if err != nil {
			return true, err
		}
		return false, resp.Body.Close()
	})
}

// Whatever the answer is, it comes round by the flag alone.
func silent(c *http.Client, url string) error {
	return paced.Call(func() (bool, error) { // want `retries HTTP 400, 403, 404, 422`
		resp, err := c.Get(url)
		if err != nil {
			return true, err
		}
		return resp.StatusCode != http.StatusOK, nil
	})
}

// Here an error is the end.
func until(c *http.Client, url string) error {
	return paced.Until(func() (bool, error) {
		req, err := http.NewRequest(http.MethodGet, url, nil)
		if err != nil {
			return false, err
		}
		resp, err := c.Do(req)
		if err != nil {
			return false, nil
		}
		return resp.StatusCode < 500, nil
	})
}

// An error that is thrown away comes round nowhere.
func thrownAway(c *http.Client, url string) error {
	for range 3 {
		req, _ := http.NewRequest(http.MethodGet, url, nil)
		resp, err := c.Do(req)
		if err == nil && resp.StatusCode < 500 {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errors.New("no answer")
}

type refusal struct {
	status int
	error
}

func ask(c *http.Client, url string) error {
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	if resp.StatusCode != http.StatusOK {
		return &refusal{resp.StatusCode, errors.New(resp.Status)}
	}
	return nil
}

func retryable(status int) bool { return status == http.StatusTooManyRequests || status >= 500 }

// That a predicate on the status has the word in its name makes it no limit.
func judged(c *http.Client, url string) (err error) {
	for range 3 {
		err = ask(c, url)
		var r *refusal
		if err == nil || errors.As(err, &r) && !retryable(r.status) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}
