// Package retry is code of another module that is not left out.
package retry

import "time"

func Do(n int, f func() error) (err error) {
	for range n {
		if err = f(); err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	return err
}
