// Package recursion holds functions that run themselves again after a failure.
package recursion

import (
	"context"
	"errors"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"
)

func counted(addr string, attempt int) (net.Conn, error) {
	c, err := net.Dial("tcp", addr)
	if err != nil {
		if attempt >= 3 {
			return nil, err
		}
		return counted(addr, attempt+1) // want "recursion net.Dial x4 none jitter=no ctx=no unwaited=1"
	}
	return c, nil
}

// Dial begins to count.
func Dial(addr string) (net.Conn, error) { return counted(addr, 0) }

func left(addr string, n int) (net.Conn, error) {
	c, err := net.Dial("tcp", addr)
	if err != nil && n > 0 {
		time.Sleep(time.Second)
		return left(addr, n-1) // want "recursion net.Dial x5 fixed/1s jitter=no ctx=no unwaited=0"
	}
	return c, err
}

func leftOf(addr string) (net.Conn, error) { return left(addr, 4) }

func started(addr string, n int) error {
	_, err := net.Dial("tcp", addr)
	if err == nil {
		return nil
	}
	if n == 5 {
		return err
	}
	time.Sleep(time.Second)
	return started(addr, n+1) // want "recursion net.Dial x5 fixed/1s jitter=no ctx=no unwaited=0"
}

func start(addr string) error { return started(addr, 1) }

func endless(addr string) net.Conn {
	c, err := net.Dial("tcp", addr)
	if err != nil {
		time.Sleep(time.Second)
		return endless(addr) // want "recursion net.Dial unbounded fixed/1s jitter=no ctx=no unwaited=0"
	}
	return c
}

type client struct {
	hc    *http.Client
	token string
	addr  string
}

func (c *client) login() error {
	resp, err := c.hc.Get("http://auth/")
	if err != nil {
		return err
	}
	resp.Body.Close()
	c.token = resp.Header.Get("Token")
	return nil
}

func closure(addr string) error {
	var try func(n int) error
	try = func(n int) error {
		_, err := net.Dial("tcp", addr)
		if err != nil && n > 0 {
			time.Sleep(time.Second)
			return try(n - 1) // want "recursion net.Dial x.* fixed/1s jitter=no ctx=no unwaited=0"
		}
		return err
	}
	return try(3)
}

func timer(addr string) {
	var t *time.Timer
	t = time.AfterFunc(time.Second, func() {
		if _, err := net.Dial("tcp", addr); err != nil {
			t.Reset(time.Second)
		}
	})
}

func withContext(ctx context.Context, d *net.Dialer, addr string) (net.Conn, error) {
	c, err := d.DialContext(ctx, "tcp", addr)
	if err == nil {
		return c, nil
	}
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-time.After(time.Second):
	}
	return withContext(ctx, d, addr) // want "recursion net.Dialer.DialContext deadline fixed/1s jitter=no ctx=yes unwaited=0"
}

// A walk over a tree is no retry.
func walk(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.IsDir() {
			if err := walk(filepath.Join(dir, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// Nor is making the parent first.
func makeAll(dir string) error {
	err := os.Mkdir(dir, 0o777)
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := makeAll(filepath.Dir(dir)); err != nil {
		return err
	}
	return os.Mkdir(dir, 0o777)
}

// Nor is looking in the parent.
func find(dir, name string) (string, error) {
	if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
		return dir, nil
	}
	parent := filepath.Dir(dir)
	if parent == dir {
		return "", fs.ErrNotExist
	}
	return find(parent, name)
}

// The limit is handed on from call to call.
func handsLimitOn(addr string, attempt, limit int) (net.Conn, error) {
	c, err := net.Dial("tcp", addr)
	if err == nil {
		return c, nil
	}
	if attempt+1 >= limit {
		return nil, err
	}
	time.Sleep(time.Second)
	return handsLimitOn(addr, attempt+1, limit) // want "recursion net.Dial x5 fixed/1s jitter=no ctx=no unwaited=0"
}

func startsHandingOn(addr string) (net.Conn, error) { return handsLimitOn(addr, 0, 5) }
