// Package breakers retries through circuit breakers, and waits for rate limiters.
package breakers

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/afex/hystrix-go/hystrix"
	"github.com/juju/ratelimit"
	"github.com/sony/gobreaker/v2"
	uber "go.uber.org/ratelimit"
	"golang.org/x/time/rate"
)

// What the breaker runs is what is tried again.
func guarded(cb *gobreaker.CircuitBreaker[*http.Response], url string) (resp *http.Response, err error) {
	for range 4 { // want `^loop v2\.CircuitBreaker\[T\]\.Execute x4 fixed/1s jitter=no ctx=no unwaited=0$`
		if resp, err = cb.Execute(func() (*http.Response, error) { return http.Get(url) }); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func dialled(addr string) error {
	_, err := net.Dial("tcp", addr)
	return err
}

// A fallback that fails, too.
func commanded(addr string) (err error) {
	for range 3 { // want `^loop hystrix.Do x3 none jitter=no ctx=no unwaited=1$`
		err = hystrix.Do("dial", func() error { return dialled(addr) }, func(err error) error { return err })
		if err == nil {
			return nil
		}
	}
	return err
}

// Nothing that the breaker runs leaves the process.
func pure(cb *gobreaker.CircuitBreaker[int], words []string) (n int, err error) {
	for _, w := range words {
		if n, err = cb.Execute(func() (int, error) { return strconv.Atoi(w) }); err == nil {
			return n, nil
		}
	}
	return 0, err
}

// The limiter waits, and watches the context.
func limited(ctx context.Context, l *rate.Limiter, addr string) (conn net.Conn, err error) {
	for range 5 { // want `^loop net\.Dial x5 event jitter=unknown ctx=yes unwaited=0$`
		if err := l.Wait(ctx); err != nil {
			return nil, err
		}
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
	}
	return nil, err
}

// This one does not watch any.
func taken(l uber.Limiter, addr string) (conn net.Conn, err error) {
	for range 5 { // want `^loop net\.Dial x5 event jitter=unknown ctx=no unwaited=0$`
		l.Take()
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
	}
	return nil, err
}

func bucket(b *ratelimit.Bucket, addr string) (conn net.Conn, err error) {
	for range 5 { // want `^loop net\.Dial x5 event jitter=unknown ctx=no unwaited=0$`
		b.Wait(1)
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
	}
	return nil, err
}

// To ask a limiter is not to wait, and not to try anything.
func asked(l *rate.Limiter, addr string) (net.Conn, error) {
	for range 5 { // want `^loop net\.Dial x5 none jitter=no ctx=no unwaited=1$`
		if !l.Allow() {
			return nil, errors.New("too many")
		}
		if conn, err := net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
	}
	return nil, errors.New("gone")
}
