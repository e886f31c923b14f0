// Package retry is a company's own retry helpers.
package retry

import "time"

// Forever calls f until it succeeds.
func Forever(d time.Duration, f func() error) {
	for { // want `calls f again for as long as it fails`
		if f() == nil {
			return
		}
		time.Sleep(d)
	}
}

// Times calls f up to n times.
func Times(n int, d time.Duration, f func() error) (err error) {
	for range n {
		if err = f(); err == nil {
			return nil
		}
		time.Sleep(d)
	}
	return err
}
