// Package declares has functions whose bodies do not tell what they do, and
// directives that do.
package declares

import (
	"context"
	"time"
)

var current interface {
	run(n int, f func() error) error
}

// Do is a retry helper.
//
//retrylint:helper attempts=arg0+1 delay=none
func Do(n int, f func() error) error { // want Do:"declared helper attempts=arg0\\+1 delay=none"
	return current.run(n, f)
}

// Pool has methods that retry.
type Pool struct{}

//retrylint:helper attempts=4 callback=arg1 delay=exponential base=arg3 factor=2 max=5s jitter=true context=arg0
func (p *Pool) Run(ctx context.Context, f func() error, notify func(error), first time.Duration) error { // want Run:"declared helper attempts=4 callback=arg1 delay=exponential base=arg3 factor=2 max=5s jitter=true context=arg0"
	return current.run(4, f)
}

//retrylint:helper attempts=unbounded deadline=arg1
func Until[T any](f func() (T, error), d time.Duration) (v T, err error) { // want Until:"declared helper attempts=unbounded deadline=arg1"
	err = current.run(0, func() error { v, err = f(); return err })
	return v, err
}

// Retrier is for others to implement.
type Retrier interface {
	//retrylint:helper attempts=5 delay=fixed base=1s
	Try(f func() error) error // want Try:"declared helper attempts=5 delay=fixed base=1s"
}

// The body says three, and is right unless somebody knows better.
//
//retrylint:helper attempts=7 delay=none
func Seven(f func() error) (err error) { // want Seven:"declared helper attempts=7 delay=none" Seven:"runs arg 0 x3, delay none"
	for range 3 {
		if err = f(); err == nil {
			return nil
		}
	}
	return err
}

// Wrapped runs f through another helper.
func Wrapped(f func() error) error { // want Wrapped:"runs arg 0 x3, delay none"
	return Do(2, f)
}

// Ask sends a question, by a name that says it does not.
//
//retrylint:idempotent a question
//retrylint:sink the oracle
func Ask(q string) error { // want Ask:"declared idempotent a question, sink the oracle"
	return nil
}

// A directive that is wrong says nothing.
//
//retrylint:helper attempts=arg9
func Wrong(f func() error) error { return current.run(1, f) }
