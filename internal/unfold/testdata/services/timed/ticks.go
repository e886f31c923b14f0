package timed

import (
	"context"
	"errors"
	"net"
	"time"
)

func dial(ctx context.Context, addr string) error {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", addr)
	if err != nil {
		return err
	}
	return conn.Close()
}

// Ticked tries at 0, 4 and 8, on a context that ends at 10.
//
//amplify:entry "timed.Ticked" net.(*Dialer).DialContext 3
func Ticked(ctx context.Context, addr string) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	tick := time.NewTicker(4 * time.Second)
	defer tick.Stop()
	for {
		if err := dial(ctx, addr); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}

// FirstTick waits for one before the first attempt: it tries at 4 and 8.
//
//amplify:entry "timed.FirstTick" net.(*Dialer).DialContext 2
func FirstTick(ctx context.Context, addr string) error {
	timeout := time.After(10 * time.Second)
	tick := time.NewTicker(4 * time.Second)
	defer tick.Stop()
	for {
		select {
		case <-timeout:
			return errors.New("timed out")
		case <-tick.C:
			if err := dial(ctx, addr); err == nil {
				return nil
			}
		}
	}
}

// Left looks at what is left of the time before it waits: it tries at 0, 4 and 8.
//
//amplify:entry "timed.Left" net.(*Dialer).DialContext 3
func Left(ctx context.Context, addr string) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	for {
		if err := dial(ctx, addr); err == nil {
			return nil
		}
		if end, ok := ctx.Deadline(); ok && time.Until(end) < 4*time.Second {
			return context.DeadlineExceeded
		}
		time.Sleep(4 * time.Second)
	}
}

// Both has a number and a time, of which the time comes first.
//
//amplify:entry "timed.Both" net.(*Dialer).DialContext 4
func Both(ctx context.Context, addr string) (err error) {
	start := time.Now()
	for i := 0; i < 20; i++ {
		if err = dial(ctx, addr); err == nil {
			return nil
		}
		if time.Since(start) > 10*time.Second {
			break
		}
		time.Sleep(4 * time.Second)
	}
	return err
}

// Fewer has a number that comes before the time is over.
//
//amplify:entry "timed.Fewer" net.(*Dialer).DialContext 2
func Fewer(ctx context.Context, addr string) (err error) {
	start := time.Now()
	for i := 0; i < 2 && time.Since(start) < 10*time.Second; i++ {
		if err = dial(ctx, addr); err == nil {
			return nil
		}
		time.Sleep(4 * time.Second)
	}
	return err
}
