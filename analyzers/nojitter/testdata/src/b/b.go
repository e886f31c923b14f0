// Package b spreads its clients, or has none to spread.
package b

import (
	"context"
	"math/rand/v2"
	"net"
	"os"
	"sync/atomic"
	"time"
)

func full(addr string) (conn net.Conn, err error) {
	for i := range 3 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(rand.N(time.Second << i))
	}
	return nil, err
}

func equal(ctx context.Context, addr string) (conn net.Conn, err error) {
	for i := range 3 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		half := time.Second << i / 2
		timer := time.NewTimer(half + time.Duration(rand.Int64N(int64(half))))
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return nil, ctx.Err()
		}
	}
	return nil, err
}

func spread(d time.Duration) time.Duration {
	return d + time.Duration(rand.Float64()*float64(d))
}

func helper(addr string) (conn net.Conn, err error) {
	for range 3 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(spread(time.Second))
	}
	return nil, err
}

// A local file: nobody else waits for it.
func local(name string) (text []byte, err error) {
	for range 3 {
		if text, err = os.ReadFile(name); err == nil {
			return text, nil
		}
		time.Sleep(10 * time.Millisecond)
	}
	return nil, err
}

type job interface{ State() (string, error) }

// Poll: the question did not fail.
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

// Failover: each server gets its own clients.
func any(addrs []string) (conn net.Conn, err error) {
	for _, addr := range addrs {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// Pacing between items is no wait after a failure.
func paced(addrs []string) error {
	for _, addr := range addrs {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			return err
		}
		conn.Close()
		time.Sleep(time.Second)
	}
	return nil
}

// A port of this machine: there are no other clients.
func listening(addr string) net.Listener {
	for {
		ln, err := net.Listen("tcp", addr)
		if err == nil {
			return ln
		}
		time.Sleep(time.Second)
	}
}

// Who may come back when is the server's business.
func throttled(addr string, free *atomic.Int64) net.Conn {
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(time.Until(time.Unix(0, free.Load())))
	}
}
