// Package helpers holds functions that retry for others.
package helpers

import (
	"context"
	"math/rand/v2"
	"time"
)

func Do(n int, f func() error) (err error) { // want Do:"runs arg 1 x arg 0, delay none"
	for i := 0; i < n; i++ {
		if err = f(); err == nil {
			return nil
		}
	}
	return err
}

func Again(n int, f func() error) (err error) { // want Again:`runs arg 1 x arg 0\+1, delay none`
	for i := 0; i <= n; i++ {
		if err = f(); err == nil {
			return nil
		}
	}
	return err
}

func Thrice(ctx context.Context, f func(context.Context) error) (err error) { // want Thrice:"runs arg 1 x3, delay exponential"
	for i := range 3 {
		if err = f(ctx); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second << i):
		}
	}
	return err
}

func Forever(f func() error) { // want Forever:"runs arg 0 unbounded, delay fixed"
	for f() != nil {
		time.Sleep(time.Second)
	}
}

func Until(ctx context.Context, every time.Duration, f func() error) error { // want Until:"runs arg 2 until a deadline, delay fixed"
	for {
		err := f()
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(every):
		}
	}
}

func Value[T any](n int, f func() (T, error)) (v T, err error) { // want Value:"runs arg 1 x arg 0, delay fixed"
	for range n {
		if v, err = f(); err == nil {
			return v, nil
		}
		time.Sleep(time.Second)
	}
	return v, err
}

// Through hands its callback on.
func Through(f func() error) error { // want Through:"runs arg 0 x5, delay none"
	return Do(5, f)
}

// Wrapped hands on a closure around its callback.
func Wrapped(ctx context.Context, f func(context.Context) error) error { // want Wrapped:"runs arg 1 x2, delay none"
	return Do(2, func() error { return f(ctx) })
}

// A Policy says how.
type Policy struct {
	Attempts int
	Delay    time.Duration
}

func (p Policy) Do(f func() error) (err error) { // want Do:`runs arg 0 x p.Attempts, delay fixed`
	for i := 0; i < p.Attempts; i++ {
		if err = f(); err == nil {
			return nil
		}
		time.Sleep(p.Delay)
	}
	return err
}

func With(p Policy, f func() error) (err error) { // want With:"runs arg 1 x .*, delay fixed"
	for range p.Attempts {
		if err = f(); err == nil {
			return nil
		}
		time.Sleep(p.Delay)
	}
	return err
}

// An Option changes the settings.
type Option func(*settings)

type settings struct{ n int }

func Times(n int) Option { return func(s *settings) { s.n = n } }

func WithOptions(f func() error, opts ...Option) (err error) { // want WithOptions:"runs arg 0 x .*, delay none"
	s := settings{n: 3}
	for _, o := range opts {
		o(&s)
	}
	for range s.n {
		if err = f(); err == nil {
			return nil
		}
	}
	return err
}

// Recursive counts down.
func Recursive(n int, f func() error) error {
	err := f()
	if err != nil && n > 1 {
		time.Sleep(time.Second)
		return Recursive(n-1, f)
	}
	return err
}

func Sometimes(n int, when func(error) bool, f func() error) (err error) { // want Sometimes:"runs arg 2 x arg 0, delay none"
	for range n {
		if err = f(); err == nil || !when(err) {
			return err
		}
	}
	return err
}

func Told(f func() (again bool, err error)) error { // want Told:"runs arg 0 unbounded, delay fixed"
	for {
		again, err := f()
		if !again {
			return err
		}
		time.Sleep(time.Second)
	}
}

func Nap(d time.Duration) { time.Sleep(d) } // want Nap:"waits for arg 0"

func Pause(ctx context.Context) error { // want Pause:"waits, delay fixed"
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(time.Second):
		return nil
	}
}

func Delay(attempt int) time.Duration { // want Delay:"computes a delay: exponential$"
	return time.Second << attempt
}

func Jitter(d time.Duration) time.Duration { // want Jitter:"computes a delay: .* with jitter"
	return d/2 + time.Duration(rand.Int64N(int64(d/2)))
}

// Once runs its callback a single time.
func Once(f func() error) error { return f() }

// Each runs its callback for every item.
func Each(items []string, f func(string) error) error {
	for _, it := range items {
		if err := f(it); err != nil {
			return err
		}
	}
	return nil
}

// Collect goes on with the next item after a failure.
func Collect(items []string, f func(string) error) (errs []error) {
	for _, it := range items {
		if err := f(it); err != nil {
			errs = append(errs, err)
		}
	}
	return errs
}
