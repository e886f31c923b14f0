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
//amplify:entry "timed.Ping" net.Dial 5
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

// Until has a point in time: it tries at 0, 4, 8 and, after the last look at the clock,
// at 12.
//
//amplify:entry "timed.Until" net.Dial 4
func Until(addr string) error {
	deadline := time.Now().Add(10 * time.Second)
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn.Close()
		}
		if time.Now().After(deadline) {
			return err
		}
		time.Sleep(4 * time.Second)
	}
}

// While looks at the clock after each wait: it tries at 0, 4 and 8.
//
//amplify:entry "timed.While" net.Dial 3
func While(addr string) (err error) {
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(4 * time.Second) {
		var conn net.Conn
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn.Close()
		}
	}
	return err
}

// Fitting leaves out a wait that would end too late: it tries at 0, 4 and 8.
//
//amplify:entry "timed.Fitting" net.Dial 3
func Fitting(addr string) error {
	const wait = 4 * time.Second
	start := time.Now()
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn.Close()
		}
		if time.Since(start)+wait > 10*time.Second {
			return err
		}
		time.Sleep(wait)
	}
}

// Timer has one that runs beside it: it tries at 0, 4 and 8.
//
//amplify:entry "timed.Timer" net.Dial 3
func Timer(addr string) error {
	timeout := time.After(10 * time.Second)
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn.Close()
		}
		select {
		case <-timeout:
			return err
		case <-time.After(4 * time.Second):
		}
	}
}

// Deadline puts a point in time on its context: it tries at 0, 4 and 8.
//
//amplify:entry "timed.Deadline" net.(*Dialer).DialContext 3
func Deadline(ctx context.Context, addr string) error {
	ctx, cancel := context.WithDeadline(ctx, time.Now().Add(10*time.Second))
	defer cancel()
	var d net.Dialer
	for {
		conn, err := d.DialContext(ctx, "tcp", addr)
		if err == nil {
			return conn.Close()
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(4 * time.Second):
		}
	}
}

// Even has waits that fit exactly: it tries at 0, 2, 4, 6 and 8, and not when the time
// is over.
//
//amplify:entry "timed.Even" net.Dial 5
func Even(addr string) (err error) {
	for start := time.Now(); time.Since(start) < 10*time.Second; time.Sleep(2 * time.Second) {
		var conn net.Conn
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn.Close()
		}
	}
	return err
}
