// Package retry is a stand-in for avast/retry-go.
package retry

import (
	"context"
	"time"
)

type Config struct{ attempts uint }

type Option func(*Config)

type RetryIfFunc func(error) bool

type RetryableFunc func() error

type RetryableFuncWithData[T any] func() (T, error)

type DelayTypeFunc func(n uint, err error, config *Config) time.Duration

func Do(retryableFunc RetryableFunc, opts ...Option) error { panic("stub") }

func DoWithData[T any](retryableFunc RetryableFuncWithData[T], opts ...Option) (T, error) {
	panic("stub")
}

func Attempts(attempts uint) Option { panic("stub") }

func Context(ctx context.Context) Option { panic("stub") }

func Delay(delay time.Duration) Option { panic("stub") }

func MaxDelay(maxDelay time.Duration) Option { panic("stub") }

func DelayType(delayType DelayTypeFunc) Option { panic("stub") }

func LastErrorOnly(lastErrorOnly bool) Option { panic("stub") }

func RetryIf(retryIf RetryIfFunc) Option { panic("stub") }

func FixedDelay(n uint, err error, config *Config) time.Duration { panic("stub") }

func BackOffDelay(n uint, err error, config *Config) time.Duration { panic("stub") }

func Unrecoverable(err error) error { panic("stub") }
