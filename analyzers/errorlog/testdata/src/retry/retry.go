// Package retry is a company's own retry helper.
package retry

import (
	"context"
	"errors"
	"log/slog"
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

// Notify is Do, and tells notify of each failure that another attempt follows.
func Notify(ctx context.Context, n int, f func() error, notify func(error, time.Duration)) error {
	return Do(ctx, n, func() error {
		err := f()
		if err != nil {
			notify(err, time.Second)
		}
		return err
	})
}

// Logged is Do for those who have a logger.
func Logged(n int, log *slog.Logger, f func() error) (err error) {
	for range n {
		if err = f(); err == nil {
			return nil
		}
		log.Error("failed", "err", err) // want `logs a failed attempt of f at error level \(\(\*log/slog\.Logger\)\.Error\) although another attempt follows`
		time.Sleep(time.Second)
	}
	return err
}

// Paced runs f until it succeeds or ctx ends, and waits after each failure for as long
// as pace says.
func Paced[T any](ctx context.Context, f func() (T, error), pace func(attempt int, err error) time.Duration) (T, error) {
	for n := 1; ; n++ {
		v, err := f()
		if err == nil {
			return v, nil
		}
		select {
		case <-ctx.Done():
			return v, ctx.Err()
		case <-time.After(pace(n, err)):
		}
	}
}

// Then runs f up to three times, and then what comes after.
func Then(f func() error, done func(err error, result string)) {
	var err error
	for range 3 {
		if err = f(); err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	done(err, "over")
}
