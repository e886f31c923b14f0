// Package settings has delays whose setting is not followed yet.
package settings

import (
	"math/rand"
	"net/http"
	"time"
)

func call() error {
	_, err := http.Get("http://localhost")
	return err
}

type backoff struct {
	base   time.Duration
	factor float64
}

func newBackoff() *backoff { return &backoff{base: time.Second, factor: 0.5} }

func (b *backoff) next() time.Duration {
	if b.factor == 0 {
		return b.base
	}
	return b.base + time.Duration(b.factor*rand.Float64()*float64(b.base))
}

// The setting is changed after the struct was made.
func changed() error {
	b := newBackoff()
	b.factor = 0
	for { // want "loop settings.call unbounded fixed.* jitter=no"
		if err := call(); err == nil {
			return nil
		}
		time.Sleep(b.next())
	}
}

type option func(*backoff)

func withFactor(f float64) option { return func(b *backoff) { b.factor = f } }

func build(opts ...option) *backoff {
	b := newBackoff()
	for _, o := range opts {
		o(b)
	}
	return b
}

// The setting is an option.
func optional() error {
	b := build(withFactor(0))
	for { // want "loop settings.call unbounded fixed.* jitter=no"
		if err := call(); err == nil {
			return nil
		}
		time.Sleep(b.next())
	}
}
