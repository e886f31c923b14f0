// Package gobreaker is as much of the breaker as is needed here.
package gobreaker

type CircuitBreaker[T any] struct{}

func (*CircuitBreaker[T]) Execute(func() (T, error)) (t T, err error) { return }
