// Package bounds holds what is not right yet. The want comments say what would be, and
// the comment of a function what is wrong.
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

// The call before the loop is not counted: x3.
func oneMoreThanTable() error {
	err := call()
	for i := 0; err != nil && i < len(pauses); i++ { // want "loop bounds.call x4 custom"
		time.Sleep(pauses[i])
		err = call()
	}
	return err
}

// With three limits to choose from it is not a site.
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

// The bound is x<0>, though nothing is counted when it is busy.
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

// A limit behind a pointer is taken for none: unbounded.
func budgetInLoop(budget *int) error {
	for *budget > 0 { // want "loop bounds.call x<budget> none"
		*budget--
		if call() == nil {
			return nil
		}
	}
	return errBusy
}

// The call before the loop is not counted: x3.
func firstCallOutside() error {
	err := call()
	for i := 1; err != nil && i < 4; i++ { // want "loop bounds.call x4 fixed/1s"
		time.Sleep(time.Second)
		err = call()
	}
	return err
}

// A count in a map is taken for no limit: unbounded.
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
