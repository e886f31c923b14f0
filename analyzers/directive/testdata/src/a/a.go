// Package a has directives that are wrong.
package a

import (
	"context"
	"net/http"
	"strings"
	"time"

	"example.com/lib/search"
)

var run func(n int, f func() error) error

// Names.

//retrylint:retry attempts=3 // want `there is no directive "//retrylint:retry": want helper, idempotent, entry or sink`
func unknown(f func() error) error { return run(3, f) }

// retrylint:Helper attempts=3 // want `this is a comment and no directive: write //retrylint:helper, in small letters and without a space`
func capital(f func() error) error { return run(3, f) }

//retrylint:ignore nobackoff // want `there is no directive "//retrylint:ignore": to silence a finding, write //lint:ignore RULE reason`
func hidden(f func() error) error { return run(3, f) }

// retrylint: helper attempts=3 // want `this is a comment and no directive: write //retrylint:helper, in small letters and without a space`
func spaceBehind(f func() error) error { return run(3, f) }

// retrylint:helper attempts=3 // want `this is a comment and no directive: write //retrylint:helper, in small letters and without a space`
func space(f func() error) error { return run(3, f) }

/* retrylint:sink db */          // want `this is a comment and no directive: write //retrylint:sink, in small letters and without a space`
func block(f func() error) error { return run(3, f) }

// Helpers.

//retrylint:helper // want `//retrylint:helper does not say how often: write attempts=3, attempts=arg0, attempts=arg0\+1 or attempts=unbounded behind it`
func bare(n int, f func() error) error { return run(n, f) }

//retrylint:helper delay=none // want `//retrylint:helper: attempts is missing: want a number, argN, argN\+1, or unbounded, the first time included`
func noAttempts(n int, f func() error) error { return run(n, f) }

//retrylint:helper 3 // want `//retrylint:helper: "3" is no setting: write KEY=VALUE without spaces, as in attempts=arg0\+1`
func noKey(n int, f func() error) error { return run(n, f) }

//retrylint:helper attempts=arg0 + 1 // want `//retrylint:helper: "\+" is no setting: write KEY=VALUE without spaces`
func spaces(n int, f func() error) error { return run(n, f) }

//retrylint:helper tries=3 // want `//retrylint:helper: unknown key "tries": want callback, attempts, deadline, delay, base, factor, max, jitter, context`
func badKey(n int, f func() error) error { return run(n, f) }

//retrylint:helper attempts=3 attempts=4 // want `//retrylint:helper: attempts is given twice: remove one of the two`
func twiceKey(n int, f func() error) error { return run(n, f) }

//retrylint:helper attempts=three // want `//retrylint:helper: attempts=three cannot be read: want a number, argN, argN\+1, or unbounded, the first time included`
func badAttempts(n int, f func() error) error { return run(n, f) }

//retrylint:helper attempts=1 // want `//retrylint:helper: attempts=1 is no retry: the first time counts, so want 2 or more, or remove the directive`
func once(n int, f func() error) error { return run(n, f) }

//retrylint:helper attempts=00 // want `//retrylint:helper: attempts=00 is no retry: the first time counts`
func never(n int, f func() error) error { return run(n, f) }

//retrylint:helper attempts=3 base=soon // want `//retrylint:helper: base=soon cannot be read: want a duration such as 100ms, or argN`
func badBase(n int, f func() error) error { return run(n, f) }

//retrylint:helper attempts=arg2 // want `//retrylint:helper: outOfRange has no arg2: it takes 2, counted from 0 without the receiver`
func outOfRange(n int, f func() error) error { return run(n, f) }

//retrylint:helper attempts=3 base=arg7 // want `//retrylint:helper: baseOutOfRange has no arg7: it takes 2`
func baseOutOfRange(n int, f func() error) error { return run(n, f) }

//retrylint:helper attempts=arg1 // want `//retrylint:helper: attempts=arg1: arg1 of noNumber is func\(\) error, which is not a number`
func noNumber(n int, f func() error) error { return run(n, f) }

//retrylint:helper attempts=3 context=arg0 // want `//retrylint:helper: context=arg0: arg0 of noContext is int, which is not a context`
func noContext(n int, f func() error) error { return run(n, f) }

//retrylint:helper attempts=arg0 // want `//retrylint:helper: noFunc takes no function that it could run again: remove the directive`
func noFunc(n int, url string) error { return run(n, func() error { return nil }) }

//retrylint:helper attempts=arg0 // want `//retrylint:helper: twoFuncs takes 2 functions: say which one it runs, callback=arg1 or callback=arg2`
func twoFuncs(n int, f func() error, notify func(error)) error { return run(n, f) }

//retrylint:helper attempts=arg0 callback=arg0 // want `//retrylint:helper: arg0 of wrongFunc is no function: want callback=arg1`
func wrongFunc(n int, f func() error) error { return run(n, f) }

//retrylint:helper attempts=arg0 callback=arg5 // want `//retrylint:helper: farFunc has no arg5: it takes 2`
func farFunc(n int, f func() error) error { return run(n, f) }

//retrylint:helper attempts=arg0 callback=1 // want `//retrylint:helper: callback=1 cannot be read: want argN, the argument that is run`
func plainFunc(n int, f func() error) error { return run(n, f) }

//retrylint:helper attempts=arg0 callback=arg+1 // want `//retrylint:helper: callback=arg\+1 cannot be read: want argN, the argument that is run`
func signed(n int, f func() error) error { return run(n, f) }

//retrylint:helper attempts=3 // want `//retrylint:helper: arg0 of list is a list of functions, which cannot be described: remove the directive`
func list(fs ...func() error) error { return run(3, fs[0]) }

//retrylint:helper attempts=3 callback=arg1 // want `//retrylint:helper: arg1 of alsoList is a list of functions, which cannot be described: remove the directive`
func alsoList(f func() error, fs []func() error) error { return run(3, fs[0]) }

//retrylint:helper attempts=3 // want `//retrylint:helper: anyOf takes no function that it could run again: remove the directive`
func anyOf[F any](f F) error { return nil }

//retrylint:helper attempts=arg0
//retrylint:helper attempts=arg0+1 // want `//retrylint:helper is on twice already, at line \d+: remove one of the two`
func twice(n int, f func() error) error { return run(n, f) }

//retrylint:helper attempts=3 // want `//retrylint:helper is on no function: put it directly above the declaration of one, or of a method of a declared interface`

func apart(n int, f func() error) error { return run(n, f) }

//retrylint:helper attempts=3 // want `//retrylint:helper is on no function`
var variable = func(f func() error) error { return run(3, f) }

//retrylint:idempotent a search // want `//retrylint:idempotent has no effect here: what a variable of the package is set to is made once, and no retry comes round to it`
var first, _ = http.Post("http://db", "", nil)

type holder struct {
	inner interface {
		//retrylint:helper attempts=3 // want `//retrylint:helper is on no function: put it directly above the declaration of one, or of a method of a declared interface`
		Try(f func() error) error
	}
}

// Entry points and sinks.

//retrylint:entry // want `//retrylint:entry has no name: write the name that the report is to have behind it`
func nameless(ctx context.Context) {}

//retrylint:sink // want `//retrylint:sink has no name`
func namelessSink(ctx context.Context) {}

//retrylint:entry nightly // want `//retrylint:entry is on no function: put it directly above the declaration of one`
type job struct{}

//retrylint:entry nightly
func (job) run(ctx context.Context) {}

//retrylint:entry nightly // want `//retrylint:entry: \(job\)\.run, at line \d+, has the name nightly already: give this entry point another one`
func (*job) again(ctx context.Context) {}

//retrylint:sink bank
//retrylint:helper attempts=3 // want `both is said to be a sink already, at line \d+: it is one or the other, remove this or that`
func both(f func() error) error { return run(3, f) }

type store interface {
	//retrylint:entry load // want `//retrylint:entry is on a method of an interface, which has no body: put it on the method of a type`
	Load(ctx context.Context) error
	//retrylint:helper attempts=arg1 // want `//retrylint:helper: Try has no arg1: it takes 1`
	Try(f func() error) error
}

func inside() {
	//retrylint: sink bank // want `there is no directive "//retrylint:": want helper, idempotent, entry or sink`
	//retrylint:Sink bank // want `this is a comment and no directive: write //retrylint:sink, in small letters and without a space`
	//retrylint:sink bank // want `//retrylint:sink is on no function`
	run(1, nil)
}

// Idempotent requests.

func reason(c *http.Client, url string) (err error) {
	for range 3 {
		//retrylint:idempotent // want `//retrylint:idempotent has no reason and is not obeyed: say behind it why the request may be sent twice`
		if _, err = c.Post(url, "", nil); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func noCall(c *http.Client, url string) (err error) {
	for range 3 {
		//retrylint:idempotent a search // want `//retrylint:idempotent: there is no call on the line below: put it above the call that sends the request, or above the declaration of a function`

		if _, err = c.Post(url, "", nil); err == nil {
			return nil
		}
		time.Sleep(time.Second) //retrylint:idempotent a nap // want `//retrylint:idempotent: the call sends no request: remove the directive, or move it to the call that does`
	}
	return err //retrylint:idempotent a search // want `//retrylint:idempotent: there is no call on its line`
}

func twiceSaid(c *http.Client, url string) (err error) {
	for range 3 {
		//retrylint:idempotent a search
		_, err = c.Post(url, "", nil) //retrylint:idempotent a search // want `//retrylint:idempotent is said of this call already, at line \d+: remove one of the two`
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func notRepeated(c *http.Client, url string) error {
	//retrylint:idempotent a search // want `//retrylint:idempotent: no retry in this package sends the request again: remove the directive, or put it on the function whose callers retry`
	_, err := c.Post(url, "", nil)
	return err
}

func noRequest(words []string) (s string) {
	for range 3 {
		//retrylint:idempotent it only joins // want `//retrylint:idempotent: the call sends no request`
		s += strings.Join(words, " ")
	}
	return s
}

//retrylint:idempotent it only joins // want `//retrylint:idempotent: pure sends no request: remove the directive`
func pure(words []string) string { return strings.Join(words, " ") }

// What another module says of its function need not be said again.
func elsewhere(c *http.Client, url string) (err error) {
	for range 3 {
		//retrylint:idempotent a query // want `//retrylint:idempotent: example.com/lib/search.Query is declared to be idempotent where it is written: remove this directive`
		if err = search.Query(c, url); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
