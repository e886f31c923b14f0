// Package fix waits, and has imported what makes waits random.
package fix

import (
	"context"
	"math/rand/v2"
	"net"
	"time"
)

const delay = 2 * time.Second

func constants(addr string) (err error) {
	for i := range 8 { // want `no jitter`
		if _, err = net.Dial("tcp", addr); err == nil {
			return nil
		}
		switch i {
		case 0:
			time.Sleep(time.Second) // a second
		case 1:
			time.Sleep(delay)
		case 2:
			time.Sleep(10 * time.Second)
		case 3:
			time.Sleep(time.Second + time.Millisecond)
		case 4:
			time.Sleep(3_000_000_000)
		case 5:
			<-time.After(time.Minute)
		case 7:
			time.Sleep(2 * time.Second)
		case 6:
			time.Sleep(5 * time.Second) // of an odd number there is no half
		}
	}
	return err
}

// Of what a duration has for a value nothing is known, and it may be costly to find.
func computed(addr string, next func(int) time.Duration) (err error) {
	backoff := time.Second
	for i := range 3 { // want `no jitter`
		if _, err = net.Dial("tcp", addr); err == nil {
			return nil
		}
		time.Sleep(backoff)
		time.Sleep(time.Second << i)
		time.Sleep(time.Duration(i) * time.Second)
		backoff *= 2
	}
	return err
}

func selected(ctx context.Context, d *net.Dialer, addr string, wake <-chan int) (err error) {
	backoff := time.Second
	for { // want `no jitter`
		if _, err = d.DialContext(ctx, "tcp", addr); err == nil {
			return nil
		}
		select {
		case <-time.After(backoff):
		case <-wake:
		case <-ctx.Done():
			return ctx.Err()
		}
		backoff += time.Second
	}
}

func timer(ctx context.Context, d *net.Dialer, addr string) (err error) {
	for { // want `no jitter`
		if _, err = d.DialContext(ctx, "tcp", addr); err == nil {
			return nil
		}
		t := time.NewTimer(time.Second)
		select {
		case now := <-t.C:
			println(now.String())
		case <-ctx.Done():
			t.Stop()
			return ctx.Err()
		}
	}
}

func reset(ctx context.Context, d *net.Dialer, addr string) (err error) {
	backoff := time.Second
	t := time.NewTimer(backoff)
	defer t.Stop()
	for { // want `no jitter`
		if _, err = d.DialContext(ctx, "tcp", addr); err == nil {
			return nil
		}
		t.Reset(backoff)
		select {
		case <-t.C:
		case <-ctx.Done():
			return ctx.Err()
		}
		backoff = min(2*backoff, time.Minute)
	}
}

func recursive(addr string, left int) error {
	_, err := net.Dial("tcp", addr)
	if err != nil && left > 0 {
		time.Sleep(time.Second)
		return recursive(addr, left-1) // want `no jitter`
	}
	return err
}

func pick(n int) int { return rand.IntN(n) }
