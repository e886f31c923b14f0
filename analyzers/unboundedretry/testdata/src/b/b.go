// Package b gives up in the end.
package b

import (
	"context"
	"io"
	"net"
	"retry"
	"sync/atomic"
	"time"
)

func counted(addr string) (conn net.Conn, err error) {
	for attempt := 0; ; attempt++ {
		if conn, err = net.Dial("tcp", addr); err == nil || attempt == 5 {
			return conn, err
		}
		time.Sleep(time.Second)
	}
}

func context_(ctx context.Context, addr string) (conn net.Conn, err error) {
	for {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

func done(stop <-chan struct{}, addr string) net.Conn {
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

func deadline(addr string) (conn net.Conn, err error) {
	start := time.Now()
	for time.Since(start) < time.Minute {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func table(addr string) (conn net.Conn, err error) {
	for _, d := range []time.Duration{time.Second, 2 * time.Second} {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(d)
	}
	return nil, err
}

func recursive(addr string, left int) (net.Conn, error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil && left > 0 {
		time.Sleep(time.Second)
		return recursive(addr, left-1)
	}
	return conn, err
}

func helper(addr string) (conn net.Conn, err error) {
	err = retry.Times(5, time.Second, func() error {
		conn, err = net.Dial("tcp", addr)
		return err
	})
	return conn, err
}

type job interface{ State() (string, error) }

// A poll that an error ends.
func finish(j job) error {
	for {
		state, err := j.State()
		if err != nil {
			return err
		}
		if state == "done" {
			return nil
		}
		time.Sleep(time.Second)
	}
}

// A reconnect: it serves while the connection lasts, and then starts over.
func stay(addr string, serve func(net.Conn)) {
	for {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		serve(conn)
		conn.Close()
	}
}

// No operation at all.
func swap(n *atomic.Int64) {
	for {
		if old := n.Load(); n.CompareAndSwap(old, old+1) {
			return
		}
	}
}

func drain(r io.Reader) {
	buf := make([]byte, 512)
	for {
		if _, err := r.Read(buf); err != nil {
			return
		}
	}
}
