// Package bank says what its functions are.
package bank

import (
	"context"
	"net/http"
)

var current interface {
	run(n int, f func() error) error
}

// Try runs f again until it succeeds. What current does is known at run time.
//
//retrylint:helper attempts=arg0 delay=none
func Try(n int, f func() error) error { return current.run(n, f) }

// Gate is one of several; each tries as often as it says.
type Gate interface {
	//retrylint:helper attempts=5
	Pass(f func() error) error
}

// Open lets everything pass once.
type Open struct{}

func (Open) Pass(f func() error) error { return f() }

// Vault is what is outside, whatever implements it.
type Vault interface {
	//retrylint:sink vault
	Store(ctx context.Context, v string) error
}

// Memory is no vault, but nobody knows at the call.
type Memory struct{ v string }

func (m *Memory) Store(ctx context.Context, v string) error { m.v = v; return nil }

// Print is written to paper.
//
//retrylint:sink printer
func Print(text string) error {
	_, err := http.Get("http://printer/" + text)
	return err
}
