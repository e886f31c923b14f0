// Package bounds holds what is not yet right; the want comments say what would be.
package bounds

import (
	"errors"
	"net"
	"time"
)

func call() error {
	c, err := net.Dial("tcp", "db:5432")
	if err != nil {
		return err
	}
	return c.Close()
}

var pauses = []time.Duration{time.Second, 2 * time.Second, 3 * time.Second}

var errBusy = errors.New("busy")

func rangeTable() (err error) {
	for _, d := range []time.Duration{time.Second, 5 * time.Second, 30 * time.Second} { // want "loop bounds.call x3 custom"
		if err = call(); err == nil {
			return nil
		}
		time.Sleep(d)
	}
	return err
}

// The call before the loop is the first attempt.
func oneMoreThanTable() error {
	err := call()
	for i := 0; err != nil && i < len(pauses); i++ { // want "loop bounds.call x4 custom"
		time.Sleep(pauses[i])
		err = call()
	}
	return err
}

func clampedAbove(n int) (err error) {
	for i := 0; i < min(n, 10); i++ { // want "loop bounds.call x10 none"
		if err = call(); err == nil {
			return nil
		}
	}
	return err
}

// The largest of the constants counts.
func chosen(urgent bool) (err error) {
	n := 3
	if urgent {
		n = 5
	}
	for i := 0; i < n; i++ { // want "loop bounds.call x5 none"
		if err = call(); err == nil {
			return nil
		}
	}
	return err
}

func switched(kind string) (err error) {
	var n int
	switch kind {
	case "read":
		n = 4
	case "write":
		n = 2
	default:
		n = 1
	}
	for ; n > 0; n-- { // want "loop bounds.call x4 none"
		if err = call(); err == nil {
			return nil
		}
	}
	return err
}

func elapsedConst() error {
	deadline := time.Now().Add(30 * time.Second)
	for { // want "loop bounds.call deadline fixed/1s"
		err := call()
		if err == nil {
			return nil
		}
		if time.Now().After(deadline) {
			return err
		}
		time.Sleep(time.Second)
	}
}

func lookAhead(deadline time.Time) error {
	for d := time.Second; ; d *= 2 { // want "loop bounds.call deadline exponential/1s/x2"
		err := call()
		if err == nil {
			return nil
		}
		if time.Now().Add(d).After(deadline) {
			return err
		}
		time.Sleep(d)
	}
}

func notRaisedForBusy() error {
	for attempt := 0; attempt < 3; { // want "loop bounds.call unbounded fixed/1s"
		err := call()
		if err == nil {
			return nil
		}
		if errors.Is(err, errBusy) {
			time.Sleep(time.Second)
			continue
		}
		attempt++
		time.Sleep(time.Second)
	}
	return errBusy
}

func budgetInLoop(budget *int) error {
	for *budget > 0 { // want "loop bounds.call x<budget> none"
		*budget--
		if call() == nil {
			return nil
		}
	}
	return errBusy
}

func uintDown(n uint) error {
	for ; n > 0; n-- { // want "loop bounds.call x<n> none"
		if call() == nil {
			return nil
		}
	}
	return errBusy
}

func paramMinus(retries int) error {
	for retries >= 0 { // want "loop bounds.call x<retries> none"
		if call() == nil {
			return nil
		}
		retries--
	}
	return errBusy
}

func ninety() (err error) {
	for i := 90; i > 0; i-- { // want "loop bounds.call x90 fixed/1s"
		if err = call(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// The counter is captured, and so is kept in memory.
func capturedCounter() (err error) {
	for i := 0; i < 3; i++ { // want "loop bounds.call x3 none"
		defer func() { println(i) }()
		if err = call(); err == nil {
			return nil
		}
	}
	return err
}

func nested() (err error) {
	for range 2 { // want "loop bounds.call x.* fixed/1s"
		for range 3 { // want "loop bounds.call x3 fixed/1s"
			if err = call(); err == nil {
				return nil
			}
			time.Sleep(time.Second)
		}
	}
	return err
}

func beforeDeadline() error {
	deadline := time.Now().Add(time.Minute)
	for time.Now().Before(deadline) { // want "loop bounds.call deadline.* fixed/1s"
		if call() == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errBusy
}

// Either of two calls may have failed.
func limitOfTwoCalls(work func() error) error {
	for n := 0; ; n++ { // want "loop bounds.call,work x6 fixed/1s"
		err := work()
		if err == nil {
			if err = call(); err == nil {
				return nil
			}
		}
		if n >= 5 || !errors.Is(err, errBusy) {
			return err
		}
		time.Sleep(time.Second)
	}
}

func firstCallOutside() error {
	err := call()
	for i := 1; err != nil && i < 4; i++ { // want "loop bounds.call x4 fixed/1s"
		time.Sleep(time.Second)
		err = call()
	}
	return err
}

func collected() error {
	var errs []error
	for len(errs) < 3 { // want "loop bounds.call x3 fixed/1s"
		err := call()
		if err == nil {
			return nil
		}
		errs = append(errs, err)
		time.Sleep(time.Second)
	}
	return errors.Join(errs...)
}

func countedInMap(failures map[string]int) error {
	for failures["x"] < 3 { // want "loop bounds.call x<.*> fixed/1s"
		if call() == nil {
			return nil
		}
		failures["x"]++
		time.Sleep(time.Second)
	}
	return errBusy
}
