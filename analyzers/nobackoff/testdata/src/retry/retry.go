// Package retry is a company's own retry helpers.
package retry

import "time"

// Now calls f up to n times in a row.
func Now(n int, f func() error) (err error) {
	for range n { // want `calls f again after an error without waiting`
		if err = f(); err == nil {
			return nil
		}
	}
	return err
}

// Slowly calls f up to n times, d apart.
func Slowly(n int, d time.Duration, f func() error) (err error) {
	for i := range n {
		if i > 0 {
			time.Sleep(d)
		}
		if err = f(); err == nil {
			return nil
		}
	}
	return err
}
