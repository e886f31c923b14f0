// Package inside has failures that are made in functions below the retry.
package inside

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"retry"
	"time"
)

var errStatus = errors.New("bad status")

// The error of a status is a variable of the package.
func callback(ctx context.Context, c *http.Client, req *http.Request) (resp *http.Response, err error) {
	err = retry.Do(ctx, 3, func() error { // want `retries HTTP 400, 403, 404, 422: the answer to \(\*net/http\.Client\)\.Do will not change`
		if resp, err = c.Do(req); err != nil {
			return err
		}
		if resp.StatusCode != http.StatusOK {
			resp.Body.Close()
			return errStatus
		}
		return nil
	})
	return resp, err
}

func recursive(c *http.Client, req *http.Request, left int) (*http.Response, error) {
	resp, err := c.Do(req)
	if err == nil && resp.StatusCode == http.StatusOK {
		return resp, nil
	}
	if left == 0 {
		return nil, errStatus
	}
	time.Sleep(time.Second)
	return recursive(c, req, left-1) // want `retries HTTP 400, 403, 404, 422`
}

func fetch(c *http.Client, req *http.Request) (*http.Response, error) {
	resp, err := c.Do(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		resp.Body.Close()
		return nil, errStatus
	}
	return resp, nil
}

// The status becomes an error in the function that is called.
func inside(c *http.Client, req *http.Request) (resp *http.Response, err error) {
	for range 3 { // want `retries HTTP 400, 403, 404, 422`
		if resp, err = fetch(c, req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// What cannot be decoded today cannot be decoded tomorrow.
func decodes(c *http.Client, url string, v any) error {
	var last error
	for range 3 { // want `retries a decoding error`
		resp, err := c.Get(url)
		if err == nil {
			err = json.NewDecoder(resp.Body).Decode(v)
			resp.Body.Close()
			if err == nil {
				return nil
			}
		}
		last = err
		time.Sleep(time.Second)
	}
	return last
}

// Two calls deep.
type event struct{ ID string }

func parse(raw []byte) (*event, error) {
	e := new(event)
	if err := json.Unmarshal(raw, e); err != nil {
		return nil, fmt.Errorf("parse: %w", err)
	}
	return e, nil
}

func handle(ctx context.Context, c *http.Client, raw []byte, url string) error {
	e, err := parse(raw)
	if err != nil {
		return err
	}
	resp, err := c.Head(url + e.ID)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func deep(ctx context.Context, c *http.Client, raw []byte, url string) error {
	return retry.Do(ctx, 3, func() error { // want `retries a decoding error \(encoding/json\.Unmarshal\): the input is the same next time`
		return handle(ctx, c, raw, url)
	})
}

func deepLoop(ctx context.Context, c *http.Client, raw []byte, url string) (err error) {
	for range 3 { // want `retries a decoding error`
		if err = handle(ctx, c, raw, url); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// What is marked as permanent ends it.
var errPermanent = errors.New("permanent")

func handleMarked(ctx context.Context, c *http.Client, raw []byte, url string) (final bool, err error) {
	e, err := parse(raw)
	if err != nil {
		return true, err
	}
	resp, err := c.Head(url + e.ID)
	if err != nil {
		return false, err
	}
	return false, resp.Body.Close()
}

func marked(ctx context.Context, c *http.Client, raw []byte, url string) (err error) {
	for range 3 {
		final, err := handleMarked(ctx, c, raw, url)
		if err == nil || final {
			return err
		}
		time.Sleep(time.Second)
	}
	return errPermanent
}

// Decoded before.
func before(ctx context.Context, c *http.Client, raw []byte, url string) error {
	e, err := parse(raw)
	if err != nil {
		return err
	}
	return retry.Do(ctx, 3, func() error {
		resp, err := c.Head(url + e.ID)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

// A decoding error leaves at once.
func leaves(c *http.Client, url string, v any) error {
	var last error
	for range 3 {
		resp, err := c.Get(url)
		if err != nil {
			last = err
			time.Sleep(time.Second)
			continue
		}
		defer resp.Body.Close()
		return json.NewDecoder(resp.Body).Decode(v)
	}
	return last
}
