// Package retry is a company's own retry helper. It takes no context.
package retry

import "time"

// Do calls f up to n times, d apart.
func Do(n int, d time.Duration, f func() error) (err error) {
	for range n {
		if err = f(); err == nil {
			return nil
		}
		time.Sleep(d)
	}
	return err
}
