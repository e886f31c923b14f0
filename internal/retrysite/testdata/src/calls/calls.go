// Package calls holds calls of retry helpers.
package calls

import (
	"context"
	"errors"
	"example.org/api"
	"helpers"
	"net"
	"time"
)

func dial() error {
	c, err := net.Dial("tcp", "db:5432")
	if err != nil {
		return err
	}
	return c.Close()
}

func dialCtx(ctx context.Context) error {
	var d net.Dialer
	c, err := d.DialContext(ctx, "tcp", "db:5432")
	if err != nil {
		return err
	}
	return c.Close()
}

// Helpers of another package.

func other() error {
	return helpers.Do(3, dial) // want "call net.Dial x3 none jitter=no ctx=no unwaited=1"
}

func otherPlusOne() error {
	return helpers.Again(3, dial) // want "call net.Dial x4 none jitter=no ctx=no unwaited=1"
}

func otherParam(n int) error {
	return helpers.Do(n, dial) // want "call net.Dial x<n> none jitter=no ctx=no unwaited=1"
}

func otherCtx(ctx context.Context) error {
	return helpers.Thrice(ctx, dialCtx) // want "call net.Dialer.DialContext x3 exponential/1s/x2 jitter=no ctx=yes unwaited=0"
}

func otherLiteral() error {
	return helpers.Do(3, func() error { // want "call net.Dial x3 none jitter=no ctx=no unwaited=1"
		_, err := net.Dial("tcp", "db:5432")
		return err
	})
}

func otherForever() {
	helpers.Forever(dial) // want "call net.Dial unbounded fixed/1s jitter=no ctx=no unwaited=0"
}

func otherUntil(ctx context.Context) error {
	return helpers.Until(ctx, 2*time.Second, dial) // want "call net.Dial deadline fixed.* jitter=no ctx=yes unwaited=0"
}

func otherValue() (net.Conn, error) {
	return helpers.Value(4, func() (net.Conn, error) { return net.Dial("tcp", "db:5432") }) // want "call net.Dial x4 fixed/1s jitter=no ctx=no unwaited=0"
}

func otherThrough() error {
	return helpers.Through(dial) // want "call net.Dial x5 none jitter=no ctx=no unwaited=1"
}

func otherWrapped(ctx context.Context) error {
	return helpers.Wrapped(ctx, dialCtx) // want "call net.Dialer.DialContext x2 none jitter=no ctx=.* unwaited=1"
}

func otherSometimes() error {
	return helpers.Sometimes(3, func(err error) bool { return errors.Is(err, net.ErrClosed) }, dial) // want "call net.Dial x3 none jitter=no ctx=no unwaited=1"
}

func otherTold() error {
	return helpers.Told(func() (bool, error) { // want "call net.Dial unbounded fixed/1s jitter=no ctx=no unwaited=0"
		_, err := net.Dial("tcp", "db:5432")
		return err != nil, err
	})
}

func otherOnce() error { return helpers.Once(dial) }

func otherEach(addrs []string) error {
	return helpers.Each(addrs, func(a string) error {
		_, err := net.Dial("tcp", a)
		return err
	})
}

func otherCollect(addrs []string) []error {
	return helpers.Collect(addrs, func(a string) error {
		_, err := net.Dial("tcp", a)
		return err
	})
}

func pause() {
	for dial() != nil { // want "loop calls.dial unbounded fixed/3s jitter=no ctx=no unwaited=0"
		helpers.Nap(3 * time.Second)
	}
}

func pauseCtx(ctx context.Context) error {
	for { // want "loop calls.dial deadline fixed/1s jitter=no ctx=yes unwaited=0"
		if err := dial(); err == nil {
			return nil
		}
		if err := helpers.Pause(ctx); err != nil {
			return err
		}
	}
}

func delays() (err error) {
	for i := range 5 { // want "loop calls.dial x5 exponential.* jitter=no ctx=no unwaited=0"
		if err = dial(); err == nil {
			return nil
		}
		time.Sleep(helpers.Delay(i))
	}
	return err
}

// Helpers of this package.

func do(n int, f func() error) (err error) {
	for i := 0; i < n; i++ { // want "loop f x<n> fixed/1s jitter=no ctx=no unwaited=0"
		if err = f(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func own() error {
	return do(3, dial) // want "call net.Dial x3 fixed/1s jitter=no ctx=no unwaited=0"
}

func ownVar() error {
	f := func() error { return dial() }
	return do(3, f) // want "call calls.dial x3 fixed/1s jitter=no ctx=no unwaited=0"
}

type conn struct {
	addr string
	c    net.Conn
	op   func() error
}

func (c *conn) open() (err error) {
	c.c, err = net.Dial("tcp", c.addr)
	return err
}

func methodValue(c *conn) error {
	return do(3, c.open) // want "call calls.conn.open x3 fixed/1s jitter=no ctx=no unwaited=0"
}

func fieldClosure(addr string) error {
	c := &conn{addr: addr}
	c.op = func() error { return c.open() }
	return do(3, c.op) // want "call calls.conn.open x3 fixed/1s jitter=no ctx=no unwaited=0"
}

func capturedResult(addr string) (c net.Conn, err error) {
	err = do(5, func() (err error) { // want "call net.Dial x5 fixed/1s jitter=no ctx=no unwaited=0"
		c, err = net.Dial("tcp", addr)
		return err
	})
	return c, err
}

func generic[T any](f func() (T, error)) (v T, err error) {
	for range 3 { // want "loop f x3 none jitter=no ctx=no unwaited=1"
		if v, err = f(); err == nil {
			return v, nil
		}
	}
	return v, err
}

func ownGeneric(addr string) (net.Conn, error) {
	return generic(func() (net.Conn, error) { return net.Dial("tcp", addr) }) // want "call net.Dial x3 none jitter=no ctx=no unwaited=0"
}

func ownGenericExplicit(addr string) (net.Conn, error) {
	return generic[net.Conn](func() (net.Conn, error) { return net.Dial("tcp", addr) }) // want "call net.Dial x3 none jitter=no ctx=no unwaited=0"
}

// Retrier has its settings in fields.
type Retrier struct {
	max   int
	delay time.Duration
	sleep func(time.Duration)
}

// NewRetrier makes one.
func NewRetrier(max int) *Retrier {
	return &Retrier{max: max, delay: time.Second, sleep: time.Sleep}
}

// Run runs f.
func (r *Retrier) Run(f func() error) (err error) {
	for i := 0; i < r.max; i++ { // want "loop f x<r.max> fixed/1s jitter=no ctx=no unwaited=0"
		if err = f(); err == nil {
			return nil
		}
		r.sleep(r.delay)
	}
	return err
}

type service struct {
	*Retrier
	retry func(func() error) error
}

func (s *service) embedded() error {
	return s.Run(dial) // want "call net.Dial x<.*> fixed/1s jitter=no ctx=no unwaited=0"
}

func newService() *service {
	return &service{retry: func(f func() error) error { return do(3, f) }} // want "call f x3 fixed/1s jitter=no ctx=no unwaited=0"
}

// Options of this package.
type option func(*opts)

type opts struct{ n int }

func times(n int) option { return func(o *opts) { o.n = n } }

func withOptions(f func() error, os ...option) (err error) {
	o := opts{n: 3}
	for _, set := range os {
		set(&o)
	}
	for i := 0; i < o.n; i++ { // want "loop f x<o.n> none jitter=no ctx=no unwaited=1"
		if err = f(); err == nil {
			return nil
		}
	}
	return err
}

func viaOptions() error {
	return withOptions(dial, times(7)) // want "call net.Dial x(7|<.*>) none jitter=no ctx=no unwaited=0"
}

// A second attempt in a straight line is none of the kinds.
func twice() error {
	if err := dial(); err == nil {
		return nil
	}
	return dial()
}

// A helper through a helper.
func through(f func() error) error {
	return do(2, f) // want "call f x2 fixed/1s jitter=no ctx=no unwaited=0"
}

func viaThrough() error {
	return through(dial) // want "call net.Dial x2 fixed/1s jitter=no ctx=no unwaited=0"
}

// A function type with a method.
type operation func() error

func (op operation) retried(n int) (err error) {
	for range n { // want "loop op x<n> none jitter=no ctx=no unwaited=1"
		if err = op(); err == nil {
			return nil
		}
	}
	return err
}

// An interface in place of a function.
type task interface{ Run() error }

func doTask(t task) (err error) {
	for range 3 { // want "loop calls.task.Run x3 none jitter=no ctx=no unwaited=1"
		if err = t.Run(); err == nil {
			return nil
		}
	}
	return err
}

// Several functions, each one again until it succeeds.
func steps(fs ...func() error) (err error) {
	for _, f := range fs {
		if err = do(3, f); err != nil { // want "call the_callback x3 fixed/1s jitter=no ctx=no unwaited=0"
			return err
		}
	}
	return nil
}

// It says "get", and asks a server.
func item(c *api.Client, id string) (b []byte, err error) {
	for range 3 { // want "loop api.Client.GetItem x3 fixed/1s jitter=no ctx=no unwaited=0"
		if b, err = c.GetItem(id); err == nil {
			return b, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func name(c *api.Client, id string) (n string, err error) {
	for range 3 {
		if n, err = c.GetName(id); err == nil {
			return n, nil
		}
		time.Sleep(time.Second)
	}
	return "", err
}
