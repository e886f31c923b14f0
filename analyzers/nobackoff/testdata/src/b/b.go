// Package b waits, or does not retry at all.
package b

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"retry"
	"sync/atomic"
	"time"
)

func sleeps(addr string) (conn net.Conn, err error) {
	for i := 0; i < 3; i++ {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second << i)
	}
	return nil, err
}

func selects(ctx context.Context, addr string) (conn net.Conn, err error) {
	for {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(rand.N(time.Second)):
		}
	}
}

func table(addr string) (conn net.Conn, err error) {
	for _, d := range []time.Duration{time.Second, 2 * time.Second, 4 * time.Second} {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(d)
	}
	return nil, err
}

func jump(addr string) net.Conn {
again:
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		time.Sleep(time.Second)
		goto again
	}
	return conn
}

func recursive(addr string, attempt int) (net.Conn, error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil && attempt < 3 {
		time.Sleep(time.Second)
		return recursive(addr, attempt+1)
	}
	return conn, err
}

func helper(addr string) (conn net.Conn, err error) {
	err = retry.Slowly(3, time.Second, func() error {
		conn, err = net.Dial("tcp", addr)
		return err
	})
	return conn, err
}

type job interface{ State() (string, error) }

// Poll: an error ends it.
func finish(j job) error {
	for {
		state, err := j.State()
		if err != nil {
			return err
		}
		if state == "done" {
			return nil
		}
	}
}

// Iteration: what fails is skipped, never repeated.
func all(urls []string) (errs []error) {
	for _, url := range urls {
		resp, err := http.Get(url)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		resp.Body.Close()
	}
	return errs
}

// Failover: the next target, not the same.
func any(addrs []string) (net.Conn, error) {
	for _, addr := range addrs {
		if conn, err := net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
	}
	return nil, errors.New("no server answers")
}

func compareAndSwap(n *atomic.Int64, limit int64) bool {
	for {
		old := n.Load()
		if old >= limit {
			return false
		}
		if n.CompareAndSwap(old, old+1) {
			return true
		}
	}
}

func freeName(taken map[string]bool) string {
	for {
		if name := fmt.Sprintf("n%d", rand.IntN(1000)); !taken[name] {
			return name
		}
	}
}

func readAll(r io.Reader) (n int, err error) {
	buf := make([]byte, 512)
	for {
		m, err := r.Read(buf)
		n += m
		if err == io.EOF {
			return n, nil
		}
		if err != nil {
			return n, err
		}
	}
}

func writeAll(w io.Writer, p []byte) error {
	for len(p) > 0 {
		n, err := w.Write(p)
		if err != nil {
			return err
		}
		p = p[n:]
	}
	return nil
}

// Pages: the next one only after the last one came.
func pages(c *http.Client, next *http.Request, parse func(io.Reader) *http.Request) error {
	for next != nil {
		resp, err := c.Do(next)
		if err != nil {
			return err
		}
		next = parse(resp.Body)
		resp.Body.Close()
	}
	return nil
}
