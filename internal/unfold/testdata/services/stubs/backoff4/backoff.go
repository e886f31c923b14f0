// Package backoff is a stand-in for the library of that name, version 4.
package backoff

import (
	"context"
	"time"
)

type BackOff interface {
	NextBackOff() time.Duration
	Reset()
}

type BackOffContext interface {
	BackOff
	Context() context.Context
}

const Stop time.Duration = -1

type Operation func() error

type OperationWithData[T any] func() (T, error)

type Notify func(error, time.Duration)

type PermanentError struct{ Err error }

func (e *PermanentError) Error() string { panic("stub") }

func Permanent(err error) error { panic("stub") }

type ExponentialBackOff struct {
	InitialInterval     time.Duration
	RandomizationFactor float64
	Multiplier          float64
	MaxInterval         time.Duration
	MaxElapsedTime      time.Duration
}

type ExponentialBackOffOpts func(*ExponentialBackOff)

func NewExponentialBackOff(opts ...ExponentialBackOffOpts) *ExponentialBackOff { panic("stub") }

func (b *ExponentialBackOff) NextBackOff() time.Duration { panic("stub") }

func (b *ExponentialBackOff) Reset() { panic("stub") }

type ConstantBackOff struct{ Interval time.Duration }

func NewConstantBackOff(d time.Duration) *ConstantBackOff { panic("stub") }

func (b *ConstantBackOff) NextBackOff() time.Duration { panic("stub") }

func (b *ConstantBackOff) Reset() { panic("stub") }

func WithMaxRetries(b BackOff, max uint64) BackOff { panic("stub") }

func WithContext(b BackOff, ctx context.Context) BackOffContext { panic("stub") }

func Retry(o Operation, b BackOff) error { panic("stub") }

func RetryNotify(operation Operation, b BackOff, notify Notify) error { panic("stub") }

func RetryWithData[T any](o OperationWithData[T], b BackOff) (T, error) { panic("stub") }

func RetryNotifyWithData[T any](operation OperationWithData[T], b BackOff, notify Notify) (T, error) {
	panic("stub")
}
