// Package retry is a company's own retry helper.
package retry

import (
	"context"
	"errors"
	"time"
)

type permanent struct{ error }

func (p permanent) Unwrap() error { return p.error }

// Permanent marks err as one that Do does not retry.
func Permanent(err error) error { return permanent{err} }

// Do calls f up to n times.
func Do(ctx context.Context, n int, f func() error) (err error) {
	for i := range n {
		if err = f(); err == nil || errors.As(err, new(permanent)) {
			return err
		}
		select {
		case <-time.After(time.Second << i):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return err
}
