// Package a does not look whether anybody still waits.
package a

import (
	"context"
	"net"
	"retry"
	"time"
)

func sleeps(ctx context.Context, d *net.Dialer, addr string) (conn net.Conn, err error) {
	for range 3 { // want `time\.Sleep between two calls of \(\*net\.Dialer\)\.DialContext does not watch ctx`
		if conn, err = d.DialContext(ctx, "tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func receives(ctx context.Context, d *net.Dialer, addr string) (conn net.Conn, err error) {
	for range 3 { // want `between two calls of \(\*net\.Dialer\)\.DialContext does not watch ctx`
		if conn, err = d.DialContext(ctx, "tcp", addr); err == nil {
			return conn, nil
		}
		<-time.After(time.Second)
	}
	return nil, err
}

type client struct {
	dialer net.Dialer
	stop   chan struct{}
}

// The check at the top comes only after the sleep.
func (c *client) channel(addr string) (net.Conn, error) {
	for { // want `time\.Sleep between two calls of \(\*net\.Dialer\)\.Dial does not watch .*stop`
		select {
		case <-c.stop:
			return nil, net.ErrClosed
		default:
		}
		conn, err := c.dialer.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		time.Sleep(30 * time.Second)
	}
}

func recursive(ctx context.Context, d *net.Dialer, addr string, left int) (net.Conn, error) {
	conn, err := d.DialContext(ctx, "tcp", addr)
	if err != nil && left > 0 {
		time.Sleep(time.Second)
		return recursive(ctx, d, addr, left-1) // want `time\.Sleep between two calls of .* does not watch ctx`
	}
	return conn, err
}

func pause(d time.Duration) { time.Sleep(d) }

func helped(ctx context.Context, d *net.Dialer, addr string) (conn net.Conn, err error) {
	for range 3 { // want `does not watch ctx`
		if conn, err = d.DialContext(ctx, "tcp", addr); err == nil {
			return conn, nil
		}
		pause(time.Second)
	}
	return nil, err
}

func helper(ctx context.Context, d *net.Dialer, addr string) (conn net.Conn, err error) {
	err = retry.Do(3, time.Second, func() error { // want `does not watch ctx`
		conn, err = d.DialContext(ctx, "tcp", addr)
		return err
	})
	return conn, err
}

// The select ends, the loop does not.
func deaf(ctx context.Context, d *net.Dialer, addr string) net.Conn {
	for { // want `goes on calling \(\*net\.Dialer\)\.DialContext after ctx has ended`
		conn, err := d.DialContext(ctx, "tcp", addr)
		if err == nil {
			return conn
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
}

// Nobody ends the contexts of these.
func background(d *net.Dialer, addr string) (conn net.Conn) {
	ctx := context.Background()
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			var err error
			if conn, err = d.DialContext(ctx, "tcp", addr); err == nil {
				return
			}
			time.Sleep(time.Second)
		}
	}()
	<-done
	return conn
}

func attemptsOwn(d *net.Dialer, addr string, limited bool) (conn net.Conn, err error) {
	for range 3 {
		ctx, cancel := context.Background(), context.CancelFunc(func() {})
		if limited {
			ctx, cancel = context.WithTimeout(ctx, time.Second)
		}
		conn, err = d.DialContext(ctx, "tcp", addr)
		cancel()
		if err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// The time for all attempts together runs out while this one sleeps.
func oneTimeout(d *net.Dialer, addr string) (conn net.Conn, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	for range 3 { // want `does not watch WithTimeout\(\)`
		if conn, err = d.DialContext(ctx, "tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}
