// Package retry is a stand-in for sethvargo/go-retry.
package retry

import (
	"context"
	"time"
)

type RetryFunc func(ctx context.Context) error

type RetryFuncValue[T any] func(ctx context.Context) (T, error)

type Backoff interface {
	Next() (next time.Duration, stop bool)
}

type BackoffFunc func() (time.Duration, bool)

func (b BackoffFunc) Next() (time.Duration, bool) { panic("stub") }

func NewConstant(t time.Duration) Backoff { panic("stub") }

func NewExponential(base time.Duration) Backoff { panic("stub") }

func NewFibonacci(base time.Duration) Backoff { panic("stub") }

func WithMaxRetries(max uint64, next Backoff) Backoff { panic("stub") }

func WithJitterPercent(j uint64, next Backoff) Backoff { panic("stub") }

func WithMaxDuration(timeout time.Duration, next Backoff) Backoff { panic("stub") }

func RetryableError(err error) error { panic("stub") }

func Do(ctx context.Context, b Backoff, f RetryFunc) error { panic("stub") }

func DoValue[T any](ctx context.Context, b Backoff, f RetryFuncValue[T]) (T, error) { panic("stub") }

func Constant(ctx context.Context, t time.Duration, f RetryFunc) error { panic("stub") }
