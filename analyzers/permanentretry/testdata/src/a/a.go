// Package a asks again although the answer is known.
package a

import (
	"bytes"
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"retry"
	"strings"
	"time"
)

var errStatus = errors.New("bad status")

func textbook(c *http.Client, req *http.Request) (*http.Response, error) {
	for range 3 { // want `retries HTTP 400, 403, 404, 422: the answer to \(\*net/http\.Client\)\.Do will not change`
		resp, err := c.Do(req)
		if err == nil && resp.StatusCode == http.StatusOK {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, errStatus
}

// Everything from 400 on is one thing here.
func fourHundreds(url string) (*http.Response, error) {
	var last error
	for i := 0; i < 5; i++ { // want `retries HTTP 400, 403, 404, 422: the answer to net/http\.Get will not change`
		resp, err := http.Get(url)
		if err != nil {
			last = err
		} else if resp.StatusCode >= 400 {
			last = fmt.Errorf("%s: %s", url, resp.Status)
			resp.Body.Close()
		} else {
			return resp, nil
		}
		time.Sleep(time.Second << i)
	}
	return nil, last
}

// The predicate lets nothing final through.
func retryable(code int) bool { return code/100 != 2 }

func predicate(c *http.Client, req *http.Request) (resp *http.Response, err error) {
	for range 3 { // want `retries HTTP 400, 403, 404, 422: the answer to \(\*net/http\.Client\)\.Do will not change`
		resp, err = c.Do(req)
		if err != nil {
			return nil, err
		}
		if !retryable(resp.StatusCode) {
			return resp, nil
		}
		resp.Body.Close()
		time.Sleep(time.Second)
	}
	return nil, errStatus
}

func jump(url string) (*http.Response, error) {
	left := 3
again: // want `retries HTTP 400, 403, 404, 422: the answer to net/http\.Get will not change`
	resp, err := http.Get(url)
	if err == nil && resp.StatusCode == 200 {
		return resp, nil
	}
	if left > 0 {
		left--
		time.Sleep(time.Second)
		goto again
	}
	return nil, errStatus
}

// A bad URL does not get better.
func builds(ctx context.Context, c *http.Client, url string) (resp *http.Response, err error) {
	for range 3 { // want `retries an error of building the request \(net/http\.NewRequestWithContext\): the input is the same next time`
		var req *http.Request
		req, err = http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err == nil {
			if resp, err = c.Do(req); err == nil {
				return resp, nil
			}
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func encodes(ctx context.Context, c *http.Client, target string, v any) error {
	return retry.Do(ctx, 3, func() error { // want `retries an encoding error \(encoding/json\.Marshal\): the input is the same next time`
		data, err := json.Marshal(v)
		if err != nil {
			return err
		}
		resp, err := c.Post(target, "application/json", bytes.NewReader(data))
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

func parses(ctx context.Context, c *http.Client, base string) error {
	return retry.Do(ctx, 3, func() error { // want `retries an error of parsing a URL \(net/url\.Parse\): the input is the same next time`
		u, err := url.Parse(base)
		if err != nil {
			return err
		}
		resp, err := c.Get(u.JoinPath("ping").String())
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

// The error that comes of the status is made here.
func formatted(ctx context.Context, c *http.Client, req *http.Request) (resp *http.Response, err error) {
	err = retry.Do(ctx, 3, func() error { // want `retries HTTP 400, 403, 404, 422: the answer to \(\*net/http\.Client\)\.Do will not change`
		resp, err := c.Do(req)
		if err != nil {
			return err
		}
		resp.Body.Close()
		if resp.StatusCode >= 400 {
			return fmt.Errorf("bad status %s", resp.Status)
		}
		return nil
	})
	return resp, err
}

// Two codes are final here, the other bad requests are not.
func reported(ctx context.Context, req *http.Request) (body []byte, err error) {
	for range 4 { // want `retries HTTP 400, 403, 422: the answer to a\.exchange will not change`
		var code int
		body, code, err = exchange(req)
		if err == nil || code == http.StatusUnauthorized || code == http.StatusNotFound {
			return body, err
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func exchange(req *http.Request) ([]byte, int, error) {
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, 0, err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 400 {
		return nil, resp.StatusCode, fmt.Errorf("bad status %s", resp.Status)
	}
	return nil, resp.StatusCode, nil
}

// Nobody waits for the answer any more.
func cancelled(ctx context.Context, db *sql.DB) (err error) {
	for range 3 { // want `retries context\.Canceled of \(\*database/sql\.DB\)\.PingContext: the caller does not wait for it any more`
		err = db.PingContext(ctx)
		if err == nil {
			return nil
		}
		if errors.Is(err, context.Canceled) || errors.Is(err, driver.ErrBadConn) {
			time.Sleep(time.Second)
			continue
		}
		return err
	}
	return err
}

// The end of the context is no failure to dial.
func notOfType(ctx context.Context, db *sql.DB) (err error) {
	for range 3 {
		if err = db.PingContext(ctx); err == nil || !transient(err) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func transient(err error) bool {
	var op *net.OpError
	if errors.As(err, &op) && op.Op == "dial" {
		return true
	}
	if _, ok := err.(*net.DNSError); ok || os.IsNotExist(err) {
		return true
	}
	if s := err.Error(); strings.HasPrefix(s, "MOVED ") || strings.Contains(s, "connection refused") {
		return true
	}
	return !errors.Is(err, context.Canceled)
}

// The wait tells that the context has ended.
func cancelledWait(ctx context.Context, db *sql.DB) (err error) {
	for range 3 {
		err = db.PingContext(ctx)
		if !errors.Is(err, context.Canceled) && !errors.Is(err, driver.ErrBadConn) {
			return err
		}
		if err := pause(ctx, time.Second); err != nil {
			return err
		}
	}
	return err
}

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// What is not there will not be there in a second. A row, here, is read by a function
// of its own.
func missing(ctx context.Context, db *sql.DB, id int) (name string, err error) {
	for range 3 { // want `retries sql\.ErrNoRows: the answer to a\.nameOf will not change`
		name, err = nameOf(ctx, db, id)
		if err == nil {
			return name, nil
		}
		if !errors.Is(err, sql.ErrNoRows) && !errors.Is(err, driver.ErrBadConn) {
			return "", err
		}
		time.Sleep(time.Second)
	}
	return "", err
}

func nameOf(ctx context.Context, db *sql.DB, id int) (name string, err error) {
	rows, err := db.QueryContext(ctx, "SELECT name FROM users WHERE id = ?", id)
	if err != nil {
		return "", err
	}
	defer rows.Close()
	if !rows.Next() {
		return "", sql.ErrNoRows
	}
	return name, rows.Scan(&name)
}

// A row that may appear is waited for, and for nothing else.
func awaited(ctx context.Context, db *sql.DB, id int) (name string, err error) {
	for range 3 {
		name, err = nameOf(ctx, db, id)
		if !errors.Is(err, sql.ErrNoRows) {
			return name, err
		}
		time.Sleep(time.Second)
	}
	return "", err
}

// The attempt's own context has ended, not the caller's.
func ownContext(ctx context.Context, db *sql.DB) (err error) {
	for range 3 {
		one, cancel := context.WithTimeout(ctx, time.Second)
		err = db.PingContext(one)
		cancel()
		if !errors.Is(err, context.Canceled) && !errors.Is(err, driver.ErrBadConn) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// What is encoded has just been read; the next one may be better.
func readAnew(c net.Conn, path string) ([]byte, error) {
	for {
		v, err := load(path)
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		if b, err := store(c, v); err == nil {
			return b, nil
		}
		time.Sleep(time.Second)
	}
}

func load(path string) (any, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return string(b), nil
}

func store(c net.Conn, v any) ([]byte, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	_, err = c.Write(b)
	return b, err
}

func storedAgain(c net.Conn, v any) (b []byte, err error) {
	for range 3 { // want `retries an encoding error \(encoding/json\.Marshal\)`
		if b, err = store(c, v); err == nil {
			return b, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}
