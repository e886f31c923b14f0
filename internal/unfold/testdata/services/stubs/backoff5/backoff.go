// Package backoff is a stand-in for the library of that name, version 5.
package backoff

import (
	"context"
	"time"
)

type BackOff interface {
	NextBackOff() time.Duration
	Reset()
}

type Operation[T any] func() (T, error)

type RetryOption func(*retryOptions)

type retryOptions struct{ max uint }

type ExponentialBackOff struct {
	InitialInterval time.Duration
	MaxInterval     time.Duration
}

func NewExponentialBackOff() *ExponentialBackOff { panic("stub") }

func (b *ExponentialBackOff) NextBackOff() time.Duration { panic("stub") }

func (b *ExponentialBackOff) Reset() { panic("stub") }

type ConstantBackOff struct{ Interval time.Duration }

func NewConstantBackOff(d time.Duration) *ConstantBackOff { panic("stub") }

func (b *ConstantBackOff) NextBackOff() time.Duration { panic("stub") }

func (b *ConstantBackOff) Reset() { panic("stub") }

func Permanent(err error) error { panic("stub") }

func WithBackOff(b BackOff) RetryOption { panic("stub") }

func WithMaxTries(n uint) RetryOption { panic("stub") }

func WithMaxElapsedTime(d time.Duration) RetryOption { panic("stub") }

func Retry[T any](ctx context.Context, operation Operation[T], opts ...RetryOption) (T, error) {
	panic("stub")
}
