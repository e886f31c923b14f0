// Package again is code of another module that says what it does.
package again

import "context"

var current interface {
	run(n int, f func() error) error
}

// Do runs f again until it succeeds.
//
//retrylint:helper attempts=arg0+1 delay=none
func Do(n int, f func() error) error { return current.run(n, f) }

// Policy has a method that retries.
type Policy struct{}

//retrylint:helper attempts=4 callback=arg1
func (p *Policy) Run(ctx context.Context, f func() error, notify func(error)) error {
	return current.run(4, f)
}

// Ledger is a client of something outside.
type Ledger struct{}

//retrylint:sink ledger
func (l *Ledger) Put(v string) error { return nil }
