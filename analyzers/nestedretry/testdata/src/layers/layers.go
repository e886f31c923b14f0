// Package layers has its layers in one function, or in a client.
package layers

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
	for range 2 { // want `retries net\.Dial, which retries inside: 2 attempts here times 3 in layers\.loops make 6 calls`
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

// One target after the other is another matter.
func targets(addrs []string) (conn net.Conn, err error) {
	for _, addr := range addrs {
		for range 3 {
			if conn, err = net.Dial("tcp", addr); err == nil {
				return conn, nil
			}
			time.Sleep(time.Second)
		}
	}
	return nil, err
}
