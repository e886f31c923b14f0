// Package gaps has what the rule should say and does not say yet.
package gaps

import (
	"context"
	"github.com/hashicorp/go-retryablehttp"
	"github.com/redis/go-redis/v9"
	"net"
	"net/http"
	"time"
)

// Two loops in one function.
func loops(addr string) (conn net.Conn, err error) {
	for range 2 { // want `retries net\.Dial, which retries inside: 2 attempts here times 3 in gaps\.loops make 6 calls`
		for range 3 {
			if conn, err = net.Dial("tcp", addr); err == nil {
				return conn, nil
			}
			time.Sleep(time.Second)
		}
		time.Sleep(time.Minute)
	}
	return nil, err
}

// Reported, and should not be: what the inner one has not used up is left for
// the outer one.
type budget struct{ left int }

func (b *budget) take() bool {
	b.left--
	return b.left >= 0
}

func dialWithin(b *budget, addr string) (conn net.Conn, err error) {
	for b.take() {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func shared(addr string) (conn net.Conn, err error) {
	b := &budget{left: 4}
	for b.take() {
		if conn, err = dialWithin(b, addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// The error is in the answer that the call of the client gives.
func ping(ctx context.Context, c *redis.Client) (err error) {
	for range 3 { // want `retries \(\*github\.com/redis/go-redis/v9\.Client\)\.Ping, which retries inside: 3 attempts here times 4 in github\.com/redis/go-redis/v9 make 12 calls`
		if _, err = c.Ping(ctx).Result(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// A call named Get is taken for one that only looks.
func get(c *retryablehttp.Client, url string) (resp *http.Response, err error) {
	for range 3 { // want `retries \(\*github\.com/hashicorp/go-retryablehttp\.Client\)\.Get, which retries inside: 3 attempts here times 5`
		if resp, err = c.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}
