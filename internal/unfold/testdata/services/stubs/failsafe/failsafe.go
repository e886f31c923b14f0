// Package failsafe is a stand-in for the library of that name.
package failsafe

import "context"

type Policy[R any] interface{ ToExecutor(R) any }

type Executor[R any] interface {
	WithContext(ctx context.Context) Executor[R]
	OnFailure(listener func(R)) Executor[R]
	Run(fn func() error) error
	Get(fn func() (R, error)) (R, error)
}

func With[R any](policies ...Policy[R]) Executor[R] { panic("stub") }
