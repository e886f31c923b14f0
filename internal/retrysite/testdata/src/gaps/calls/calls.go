// Package calls holds what is not right yet. The want comments say what would be, and
// the comment of a function what is wrong.
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

// The attempts of the composite literal are not looked up in the receiver.
func otherPolicy() error {
	p := helpers.Policy{Attempts: 3, Delay: time.Second}
	return p.Do(dial) // want "call net.Dial x3 fixed.* jitter=no ctx=no unwaited=0"
}

// The attempts of the composite literal are not looked up in the argument.
func otherPolicyArg() error {
	return helpers.With(helpers.Policy{Attempts: 3, Delay: time.Second}, dial) // want "call net.Dial x3 fixed.* jitter=no ctx=no unwaited=0"
}

// A helper that calls itself is no helper yet.
func otherRecursive() error {
	return helpers.Recursive(3, dial) // want "call net.Dial x3 fixed/1s jitter=no ctx=no unwaited=0"
}

// That the argument of the helper grows is not seen: fixed.
func jitter() (err error) {
	for i := range 5 { // want "loop calls.dial x5 exponential.* jitter=yes ctx=no unwaited=0"
		if err = dial(); err == nil {
			return nil
		}
		time.Sleep(helpers.Jitter(time.Second << i))
	}
	return err
}

// A callback that only says whether it succeeded is not taken for an operation.
func voidCallback(n int, f func() bool) bool {
	for range n { // want "loop f x<n> none jitter=no ctx=no unwaited=1"
		if f() {
			return true
		}
	}
	return false
}

// The call of such a helper is not a site either.
func boolCallback(addr string) bool {
	return voidCallback(4, func() bool { // want "call net.Dial x4 none jitter=no ctx=no unwaited=1"
		_, err := net.Dial("tcp", addr)
		return err == nil
	})
}

// The attempts given to the constructor are not looked up.
func viaRetrier() error {
	r := NewRetrier(4)
	return r.Run(dial) // want "call net.Dial x4 fixed/1s jitter=no ctx=no unwaited=0"
}

// The attempts given to the constructor are not looked up.
func viaRetrierChained() error {
	return NewRetrier(4).Run(dial) // want "call net.Dial x4 fixed/1s jitter=no ctx=no unwaited=0"
}

// A helper in a field is not followed.
func (s *service) viaField() error {
	return s.retry(dial) // want "call net.Dial x3 fixed/1s jitter=no ctx=no unwaited=0"
}

// The receiver of a function type is not taken for the callback.
func viaFuncType() error {
	return operation(dial).retried(3) // want "call net.Dial x3 none jitter=no ctx=no unwaited=1"
}

// A deferred call of a helper is passed over.
func deferred(c *conn) {
	defer do(3, c.open) // want "call net.Dial x3 fixed/1s jitter=no ctx=no unwaited=0"
}

// A helper that a goroutine runs is passed over.
func started(c *conn) {
	go do(3, c.open) // want "call net.Dial x3 fixed/1s jitter=no ctx=no unwaited=0"
}
