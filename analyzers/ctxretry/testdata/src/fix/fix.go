// Package fix sleeps where it could listen.
package fix

import (
	"context"
	"net"
	"net/http"
	"time"
)

func plain(ctx context.Context, d *net.Dialer, addr string) (conn net.Conn, err error) {
	for range 3 { // want `does not watch ctx`
		if conn, err = d.DialContext(ctx, "tcp", addr); err == nil {
			return conn, nil
		}
		// Give it a second.
		time.Sleep(time.Second) // it needs no more
	}
	return nil, err
}

func receives(ctx context.Context, d *net.Dialer, addr string) error {
	for i := range 3 { // want `does not watch ctx`
		_, err := d.DialContext(ctx, "tcp", addr)
		if err == nil {
			return nil
		}
		<-time.After(time.Second << i)
	}
	return net.ErrClosed
}

// Comments in the brackets stay, and so do several lines.
func lines(ctx context.Context, d *net.Dialer, addr string) error {
	for i := range 3 { // want `does not watch ctx`
		_, err := d.DialContext(ctx, "tcp", addr)
		switch {
		case err == nil:
			return nil
		default:
			time.Sleep(min(
				time.Second<<i, // doubled
				time.Minute,    // at most
			))
		}
	}
	return net.ErrClosed
}

type point struct{ x, y int }

// Each result gets its zero.
func zeros(ctx context.Context, d *net.Dialer, addr string) (int, string, bool, *point, point, []byte, any, time.Duration, http.Header, http.Client, error) {
	for range 3 { // want `does not watch ctx`
		_, err := d.DialContext(ctx, "tcp", addr)
		if err == nil {
			return 1, "", true, nil, point{}, nil, nil, 0, nil, http.Client{}, nil
		}
		time.Sleep(time.Second)
	}
	return 0, "", false, nil, point{}, nil, nil, 0, nil, http.Client{}, net.ErrClosed
}

// The literal is what returns.
func literal(ctx context.Context, d *net.Dialer, addr string) int {
	dial := func() error {
		for range 3 { // want `does not watch ctx`
			_, err := d.DialContext(ctx, "tcp", addr)
			if err == nil {
				return nil
			}
			time.Sleep(time.Second)
		}
		return net.ErrClosed
	}
	if dial() != nil {
		return 1
	}
	return 0
}

// There are two waits, and both have to listen.
func twice(ctx context.Context, c *http.Client, req *http.Request) (*http.Response, error) {
	for { // want `does not watch ctx`
		resp, err := c.Do(req.WithContext(ctx))
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		if resp.StatusCode >= 500 {
			resp.Body.Close()
			time.Sleep(2 * time.Second)
			continue
		}
		return resp, nil
	}
}

func ofRequest(r *http.Request, d *net.Dialer) error {
	for range 3 { // want `does not watch r.Context\(\)`
		_, err := d.DialContext(r.Context(), "tcp", r.Host)
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return net.ErrClosed
}

type client struct {
	ctx    context.Context
	dialer net.Dialer
}

func (c *client) field(addr string) error {
	for c.ctx.Err() == nil { // want `does not watch c.ctx`
		_, err := c.dialer.Dial("tcp", addr)
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return c.ctx.Err()
}

func recursive(ctx context.Context, d *net.Dialer, addr string, left int) (net.Conn, error) {
	conn, err := d.DialContext(ctx, "tcp", addr)
	if err != nil && left > 0 {
		time.Sleep(time.Second)
		return recursive(ctx, d, addr, left-1) // want `does not watch ctx`
	}
	return conn, err
}

func jump(ctx context.Context, d *net.Dialer, addr string, left int) error {
again: // want `does not watch ctx`
	_, err := d.DialContext(ctx, "tcp", addr)
	if err != nil && left > 0 {
		left--
		time.Sleep(time.Second)
		goto again
	}
	return err
}

// What closes each attempt's own is done by then.
func each(ctx context.Context, c *http.Client, req *http.Request) error {
	var resp *http.Response
	var err error
	for range 3 { // want `does not watch ctx`
		resp, err = c.Do(req.WithContext(ctx))
		if err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	if err != nil {
		return err
	}
	resp.Body.Close()
	return nil
}

// The way on from the wait passes none of that.
func passes(ctx context.Context, c *http.Client, req *http.Request, use func(*http.Response) error) error {
	for { // want `does not watch ctx`
		attempt, cancel := context.WithTimeout(ctx, time.Minute)
		resp, err := c.Do(req.WithContext(attempt))
		if err != nil {
			cancel()
			time.Sleep(time.Second)
			continue
		}
		err = use(resp)
		resp.Body.Close()
		cancel()
		return err
	}
}
