// Package b has directives that are right, and comments that are none.
//
// retrylint: finds retry mistakes. What //retrylint:helper attempts=arg9 does is
// told elsewhere.
//
// retrylint: helper functions are read by their bodies.
package b

import (
	"context"
	"net/http"
	"time"

	"example.com/lib/search"
)

var run func(n int, f func() error) error

// Do runs f up to n times.
//
//retrylint:helper attempts=arg0 // as the pool is set up
func Do(n int, f func() error) error { return run(n, f) }

//retrylint:helper attempts=arg1+1;0=>unbounded callback=arg2 delay=exponential base=arg3 factor=2 max=5s jitter=true deadline=1m context=arg0
func All(ctx context.Context, retries int, f func() error, first time.Duration, notify func(error)) error {
	return run(retries, f)
}

//retrylint:helper attempts=arg0
func Generic[N int | int64, T any](n N, f func() (T, error)) (v T, err error) {
	err = run(int(n), func() error { v, err = f(); return err })
	return v, err
}

//retrylint:helper attempts=3
func Callback[F ~func() error](f F) error { return run(3, f) }

//retrylint:helper attempts=3	// set off by a tab
func Tabbed(f func() error) error { return run(3, f) }

type bracketed (interface {
	//retrylint:helper attempts=5 delay=none
	Try(f func() error) error
})

type retrier interface {
	//retrylint:helper attempts=5 delay=none
	Try(f func() error) error
	Ask(ctx context.Context) error //retrylint:sink oracle
}

type job[T any] struct{ name T }

//retrylint:entry nightly job
func (j *job[T]) run(ctx context.Context) {}

//retrylint:sink ledger
func put(ctx context.Context) error { return nil }

//retrylint:sink ledger
func get(ctx context.Context) error { return nil }

func post(c *http.Client, url string) error {
	//retrylint:idempotent a search, and below retries
	resp, err := c.Post(url, "", nil)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func again(c *http.Client, url string) (err error) {
	for range 3 {
		if err = post(c, url); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func long(c *http.Client, url string) (resp *http.Response, err error) {
	for range 3 {
		// The directive may be among other comments.
		//retrylint:idempotent a search
		// This one as well.
		resp, err = c.Post(
			url,
			"",
			nil)
		if err == nil {
			return resp, nil
		}
		if resp, err = c.Post( //retrylint:idempotent a search
			url, "", nil); err == nil {
			return resp, nil
		}
		resp, err = c.Post(url,
			"", nil) //retrylint:idempotent a search
		if err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func handedOn(c *http.Client, url string) error {
	//retrylint:idempotent a search
	return run2(3, func() error { return post(c, url) })
}

func run2(n int, f func() error) (err error) {
	for range n {
		if err = f(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func recursive(c *http.Client, url string, left int) error {
	//retrylint:idempotent a search
	resp, err := c.Post(url, "", nil)
	if err == nil {
		return resp.Body.Close()
	}
	if left == 0 {
		return err
	}
	time.Sleep(time.Second)
	return recursive(c, url, left-1)
}

// What another module says nothing of.
func elsewhere(c *http.Client, url string) (err error) {
	for range 3 {
		//retrylint:idempotent an order with a number
		if err = search.Order(c, url); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

//retrylint:idempotent a lookup
func lookup(c *http.Client, url string) (*http.Response, error) { return c.Post(url, "", nil) }

// A retry may come round to the request through an interface.
type saver interface{ save(url string) error }

type remote struct{ c *http.Client }

func (r remote) save(url string) error {
	//retrylint:idempotent saving twice is saving once
	resp, err := r.c.Post(url, "", nil)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func saved(s saver, url string) (err error) {
	for range 3 {
		if err = s.save(url); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
