// Package timed tries for a time, and not for a number.
package timed

import (
	"context"
	"net"
	"time"
)

// Dial has ten seconds: it tries at 0, 3, 6 and 9.
//
//amplify:entry "timed.Dial" net.(*Dialer).DialContext 4
func Dial(ctx context.Context, addr string) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	var d net.Dialer
	for {
		conn, err := d.DialContext(ctx, "tcp", addr)
		if err == nil {
			return conn, nil
		}
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(3 * time.Second):
		}
	}
}

// Ping goes by the clock, and waits twice as long each time: at 0, 1, 3 and 7, and at
// 15, when it is over.
//
//amplify:gap "timed.Ping" net.Dial 5
func Ping(addr string) error {
	start := time.Now()
	wait := time.Second
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn.Close()
		}
		if time.Since(start) >= 14*time.Second {
			return err
		}
		time.Sleep(wait)
		wait *= 2
	}
}

// Lookup has a deadline that it is given: nothing is known of it.
//
//amplify:entry "timed.Lookup" net.LookupHost unbounded
func Lookup(ctx context.Context, host string) (addrs []string, err error) {
	for ctx.Err() == nil {
		if addrs, err = net.LookupHost(host); err == nil {
			return addrs, nil
		}
		time.Sleep(time.Second)
	}
	return nil, ctx.Err()
}
