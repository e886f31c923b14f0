// Package calls holds what is not yet right; the want comments say what would be.
package calls

import (
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

// Helpers of this package.

func do(n int, f func() error) (err error) {
	for i := 0; i < n; i++ { //want "loop f x<n> fixed/1s jitter=no ctx=no unwaited=0"
		if err = f(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
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
	for i := 0; i < r.max; i++ { //want "loop f x<r.max> fixed/1s jitter=no ctx=no unwaited=0"
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

func newService() *service {
	return &service{retry: func(f func() error) error { return do(3, f) }} //want "call f x3 fixed/1s jitter=no ctx=no unwaited=0"
}

// A function type with a method.
type operation func() error

func (op operation) retried(n int) (err error) {
	for range n { //want "loop op x<n> none jitter=no ctx=no unwaited=1"
		if err = op(); err == nil {
			return nil
		}
	}
	return err
}

func otherPolicy() error {
	p := helpers.Policy{Attempts: 3, Delay: time.Second}
	return p.Do(dial) // want "call net.Dial x3 fixed.* jitter=no ctx=no unwaited=0"
}

func otherPolicyArg() error {
	return helpers.With(helpers.Policy{Attempts: 3, Delay: time.Second}, dial) // want "call net.Dial x3 fixed.* jitter=no ctx=no unwaited=0"
}

func otherRecursive() error {
	return helpers.Recursive(3, dial) // want "call net.Dial x3 fixed/1s jitter=no ctx=no unwaited=0"
}

func jitter() (err error) {
	for i := range 5 { // want "loop calls.dial x5 exponential.* jitter=yes ctx=no unwaited=0"
		if err = dial(); err == nil {
			return nil
		}
		time.Sleep(helpers.Jitter(time.Second << i))
	}
	return err
}

// The closure captures the error and returns nothing.
func voidCallback(n int, f func() bool) bool {
	for range n { // want "loop f x<n> none jitter=no ctx=no unwaited=1"
		if f() {
			return true
		}
	}
	return false
}

func boolCallback(addr string) bool {
	return voidCallback(4, func() bool { // want "call net.Dial x4 none jitter=no ctx=no unwaited=1"
		_, err := net.Dial("tcp", addr)
		return err == nil
	})
}

func viaRetrier() error {
	r := NewRetrier(4)
	return r.Run(dial) // want "call net.Dial x4 fixed/1s jitter=no ctx=no unwaited=0"
}

func viaRetrierChained() error {
	return NewRetrier(4).Run(dial) // want "call net.Dial x4 fixed/1s jitter=no ctx=no unwaited=0"
}

func (s *service) viaField() error {
	return s.retry(dial) // want "call net.Dial x3 fixed/1s jitter=no ctx=no unwaited=0"
}

func viaFuncType() error {
	return operation(dial).retried(3) // want "call net.Dial x3 none jitter=no ctx=no unwaited=1"
}

func deferred(c *conn) {
	defer do(3, c.open) // want "call net.Dial x3 fixed/1s jitter=no ctx=no unwaited=0"
}

func started(c *conn) {
	go do(3, c.open) // want "call net.Dial x3 fixed/1s jitter=no ctx=no unwaited=0"
}
