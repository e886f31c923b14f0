// Package pace waits as policies say.
package pace

import (
	"context"
	"math/rand"
	"time"
)

// Policy says how to wait.
type Policy struct {
	base   time.Duration
	jitter float64
}

// New makes a Policy.
func New(base time.Duration, jitter float64) *Policy { return &Policy{base, jitter} }

// Policies of this package.
var (
	Steady    = New(time.Second, 0)
	Scattered = New(time.Second, 0.3)
	Fixed     = Rule{Every: time.Second}
)

// Rule is another policy.
type Rule struct {
	Every  time.Duration
	Jitter bool
}

// Pause waits.
func (r Rule) Pause() {
	d := r.Every
	if r.Jitter {
		d += time.Duration(rand.Int63n(int64(d)))
	}
	time.Sleep(d)
}

// Wait waits as p says.
func Wait(ctx context.Context, p *Policy, n int) error {
	d := float64(p.base << n)
	if p.jitter > 0 {
		d *= 1 + p.jitter*rand.Float64()
	}
	select {
	case <-time.After(time.Duration(d)):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Jitter is a kind of jitter.
type Jitter int

// Kinds of jitter.
const (
	None Jitter = iota
	Full
)

// Delay computes a delay.
func Delay(n int, j Jitter) time.Duration {
	d := time.Second << n
	if j == Full {
		d = time.Duration(rand.Int63n(int64(d)))
	}
	return d
}
