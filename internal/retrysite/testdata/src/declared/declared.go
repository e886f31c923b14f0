// Package declared uses what directives describe, those of its own and those of
// another package.
package declared

import (
	"context"
	"declares"
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

func other() error {
	return declares.Do(3, dial) // want "call net.Dial x4 none jitter=unknown ctx=no unwaited=1"
}

func otherParam(n int) error {
	return declares.Do(n, dial) // want "call net.Dial x<n> none jitter=unknown ctx=no unwaited=1"
}

func otherMethod(ctx context.Context, p *declares.Pool) error {
	return p.Run(ctx, dial, nil, 100*time.Millisecond) // want "call net.Dial x4 exponential/100ms/5s/x2 jitter=yes ctx=yes unwaited=0"
}

func otherGeneric() (net.Conn, error) {
	return declares.Until(func() (net.Conn, error) { // want "call net.Dial deadline/30s custom jitter=unknown ctx=no unwaited=0"
		return net.Dial("tcp", "db:5432")
	}, 30*time.Second)
}

func otherInterface(r declares.Retrier) error {
	return r.Try(dial) // want "call net.Dial x5 fixed/1s jitter=unknown ctx=no unwaited=0"
}

func otherBody() error {
	return declares.Seven(dial) // want "call net.Dial x7 none jitter=unknown ctx=no unwaited=1"
}

func otherWrapped() error {
	return declares.Wrapped(dial) // want "call net.Dial x3 none jitter=unknown ctx=no unwaited=1"
}

func otherWrong() error { return declares.Wrong(dial) }

// What is a sink leaves the process.
func otherSink() (err error) {
	for range 3 { // want "loop declares.Ask x3 none jitter=no ctx=no unwaited=1"
		if err = declares.Ask("why?"); err == nil {
			return nil
		}
	}
	return err
}

var current interface {
	run(n int, f func() error) error
}

//retrylint:helper attempts=arg0 delay=none
func own(n int, f func() error) error { return current.run(n, f) }

func ownHelper() error {
	return own(3, dial) // want "call net.Dial x3 none jitter=unknown ctx=no unwaited=1"
}

//retrylint:sink the oracle
func ask(q string) error { return nil }

func ownSink() (err error) {
	for range 3 { // want "loop declared.ask x3 none jitter=no ctx=no unwaited=1"
		if err = ask("why?"); err == nil {
			return nil
		}
	}
	return err
}

func tell(q string) error { return nil }

func noSink() (err error) {
	for range 3 {
		if err = tell("why!"); err == nil {
			return nil
		}
	}
	return err
}
