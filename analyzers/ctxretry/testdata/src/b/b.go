// Package b stops when nobody waits, or cannot know.
package b

import (
	"context"
	"net"
	"time"
)

func selects(ctx context.Context, d *net.Dialer, addr string) (conn net.Conn, err error) {
	for range 3 {
		if conn, err = d.DialContext(ctx, "tcp", addr); err == nil {
			return conn, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Second):
		}
	}
	return nil, err
}

func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func helped(ctx context.Context, d *net.Dialer, addr string) (conn net.Conn, err error) {
	for range 3 {
		if conn, err = d.DialContext(ctx, "tcp", addr); err == nil {
			return conn, nil
		}
		if err := pause(ctx, time.Second); err != nil {
			return nil, err
		}
	}
	return nil, err
}

func channel(stop <-chan struct{}, addr string) net.Conn {
	for {
		if conn, err := net.Dial("tcp", addr); err == nil {
			return conn
		}
		select {
		case <-stop:
			return nil
		case <-time.After(time.Second):
		}
	}
}

// There is no context here.
func without(addr string) (conn net.Conn, err error) {
	for range 3 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

type job interface {
	State(context.Context) (string, error)
}

// Poll: not a retry.
func finish(ctx context.Context, j job) error {
	for {
		state, err := j.State(ctx)
		if err != nil {
			return err
		}
		if state == "done" {
			return nil
		}
		time.Sleep(time.Second)
	}
}

// Pacing between items: what fails ends it.
func paced(ctx context.Context, d *net.Dialer, addrs []string) error {
	for _, addr := range addrs {
		conn, err := d.DialContext(ctx, "tcp", addr)
		if err != nil {
			return err
		}
		conn.Close()
		time.Sleep(time.Second)
	}
	return nil
}

type settings struct{ ctx context.Context }

// It sleeps only where there is no context.
func optional(o settings, addr string, pause time.Duration) (conn net.Conn, err error) {
	for range 3 {
		if conn, err = dialWith(o.ctx, addr); err == nil {
			return conn, nil
		}
		if o.ctx != nil {
			select {
			case <-o.ctx.Done():
				return nil, o.ctx.Err()
			case <-time.After(pause):
			}
		} else {
			time.Sleep(pause)
		}
	}
	return nil, err
}

func dialWith(ctx context.Context, addr string) (net.Conn, error) {
	if ctx == nil {
		return net.Dial("tcp", addr)
	}
	return new(net.Dialer).DialContext(ctx, "tcp", addr)
}
