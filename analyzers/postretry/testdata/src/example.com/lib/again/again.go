// Package again is of another module.
package again

type retrier interface {
	run(n int, f func() error) error
}

var current retrier

// Do runs f again until it succeeds.
//
//retrylint:helper attempts=arg0 delay=fixed base=1s
func Do(n int, f func() error) error { return current.run(n, f) }
