// Package declared describes its helpers, some of them by half.
package declared

import (
	"context"
	"net"
)

type retrier interface {
	run(ctx context.Context, f func() error) error
}

var current retrier

//retrylint:helper attempts=3 delay=fixed base=1s
func silent(ctx context.Context, f func() error) error { return current.run(ctx, f) }

//retrylint:helper attempts=3 delay=fixed base=1s context=false
func deaf(ctx context.Context, f func() error) error { return current.run(ctx, f) }

//retrylint:helper attempts=3 delay=fixed base=1s context=arg0
func listens(ctx context.Context, f func() error) error { return current.run(ctx, f) }

func wrapped(f func() error) error { return silent(context.TODO(), f) }

func use(ctx context.Context, d *net.Dialer) error {
	op := func() error {
		_, err := d.DialContext(ctx, "tcp", "db:1")
		return err
	}
	if silent(ctx, op) == nil || wrapped(op) == nil || listens(ctx, op) == nil {
		return nil
	}
	return deaf(ctx, op) // want `deaf between two calls of .* does not watch ctx`
}
