// Package rate is as much of the limiter as is needed here.
package rate

import "context"

type Limiter struct{}

func (*Limiter) Wait(context.Context) error { return nil }
func (*Limiter) Allow() bool                { return true }
