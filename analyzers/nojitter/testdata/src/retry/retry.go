// Package retry is a company's own retry helper.
package retry

import "time"

// Do calls f up to n times, d apart.
func Do(n int, d time.Duration, f func() error) (err error) {
	for range n { // want `waits the same time as every other client before it calls f again`
		if err = f(); err == nil {
			return nil
		}
		time.Sleep(d)
	}
	return err
}
