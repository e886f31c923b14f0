// Package a waits the same time everywhere.
package a

import (
	"context"
	"math"
	"net"
	"time"
)

func fixed(addr string) (conn net.Conn, err error) {
	for range 3 { // want `waits the same time as every other client before it calls net\.Dial again \(1s, no jitter\)`
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func exponential(ctx context.Context, d *net.Dialer, addr string) (conn net.Conn, err error) {
	delay := 100 * time.Millisecond
	for range 5 { // want `before it calls \(\*net\.Dialer\)\.DialContext again \(100ms, growing by a factor of 2, up to 5s, no jitter\)`
		if conn, err = d.DialContext(ctx, "tcp", addr); err == nil {
			return conn, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(delay):
		}
		delay = min(delay*2, 5*time.Second)
	}
	return nil, err
}

func linear(addr string) (conn net.Conn, err error) {
	for i := 1; i <= 3; i++ { // want `waits the same time as every other client`
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Duration(i) * time.Second)
	}
	return nil, err
}

func table(addr string) (conn net.Conn, err error) {
	for _, d := range []time.Duration{time.Second, 3 * time.Second, 9 * time.Second} { // want `waits the same time as every other client`
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(d)
	}
	return nil, err
}

func backoff(i int) time.Duration {
	return time.Duration(math.Pow(2, float64(i))) * time.Second
}

func computed(addr string) (conn net.Conn, err error) {
	for i := range 3 { // want `waits the same time as every other client`
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(backoff(i))
	}
	return nil, err
}

func recursive(addr string, attempt int) (net.Conn, error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil && attempt < 3 {
		time.Sleep(time.Second)
		return recursive(addr, attempt+1) // want `waits the same time as every other client`
	}
	return conn, err
}
