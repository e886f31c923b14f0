// Package again is of another module. Its functions ask an interface how often.
package again

type retrier interface {
	run(n int, f func() error) error
}

var current retrier

// Do runs f again until it succeeds.
//
//retrylint:helper attempts=arg0+1 delay=none
func Do(n int, f func() error) error { return current.run(n, f) }

// Undeclared does so too, and does not say it.
func Undeclared(n int, f func() error) error { return current.run(n, f) }

// Pool asks one of its own.
type Pool[T any] struct{ retrier }

//retrylint:helper attempts=arg0+1 delay=none
func (p *Pool[T]) Do(n int, f func() error) error { return p.run(n, f) }

//retrylint:helper attempts=3 delay=none
func Any[F ~func() error](f F) error { return current.run(3, f) }

// Policy is for others to implement.
type Policy interface {
	//retrylint:helper attempts=5 delay=none
	Try(f func() error) error
}
