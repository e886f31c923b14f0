// Package declared uses helpers of another module that directives describe, and one
// of its own.
package declared

import (
	"net"

	"example.com/lib/again"
)

func dial() error {
	c, err := net.Dial("tcp", "db:5432")
	if err != nil {
		return err
	}
	return c.Close()
}

func other() error {
	return again.Do(3, dial) // want `has net\.Dial called again after an error without waiting \(4 attempts, as Do declares\)`
}

func undeclared() error { return again.Undeclared(3, dial) }

func policy(p again.Policy) error {
	return p.Try(dial) // want `has net\.Dial called again after an error without waiting \(5 attempts, as Try declares\)`
}

// The receiver is the first argument of a method expression, and none of a method value.
func expression(pool *again.Pool[int], p again.Policy) (err error) {
	if err = (*again.Pool[int]).Do(pool, 2, dial); err == nil { // want `without waiting \(3 attempts, as Do declares\)`
		return nil
	}
	if err = again.Policy.Try(p, dial); err == nil { // want `without waiting \(5 attempts, as Try declares\)`
		return nil
	}
	do := pool.Do
	return do(4, dial) // want `without waiting \(5 attempts, as Do declares\)`
}

func ofTypeParameter() error {
	return again.Any(dial) // want `without waiting \(3 attempts, as Any declares\)`
}

var current interface {
	run(n int, f func() error) error
}

//retrylint:helper attempts=arg0 delay=none
func own(n int, f func() error) error { return current.run(n, f) }

func ownHelper(n int) error {
	return own(n, dial) // want `has net\.Dial called again after an error without waiting \(up to n attempts`
}
