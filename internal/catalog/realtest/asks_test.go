package realtest

import (
	"context"
	"net/http"
	"testing"

	retry3 "github.com/avast/retry-go/v3"
	retry4 "github.com/avast/retry-go/v4"
	retry5 "github.com/avast/retry-go/v5"

	. "github.com/retrylint/retrylint/internal/catalog"
)

// TestAsks runs helpers and clients whose question for another attempt is always
// answered with no.
func TestAsks(t *testing.T) {
	no := func(error) bool { return false }
	for _, tt := range []struct {
		what            What
		pkgPath, symbol string
		do              func(op func() error)
	}{
		{Policy, "github.com/avast/retry-go/v3", "RetryIf", func(op func() error) { retry3.Do(op, retry3.RetryIf(no)) }},
		{Policy, "github.com/avast/retry-go/v4", "RetryIf", func(op func() error) { retry4.Do(op, retry4.RetryIf(no)) }},
		{Policy, "github.com/avast/retry-go/v5", "RetryIf", func(op func() error) { retry5.New(retry5.RetryIf(no)).Do(op) }},
		{Config, retryablePath, "Client.CheckRetry", func(op func() error) {
			c := retryableClient()
			c.CheckRetry = func(context.Context, *http.Response, error) (bool, error) { return false, nil }
			serve(op, func(url string) { c.Get(url) })
		}},
	} {
		calls := 0
		tt.do(func() error {
			calls++
			return errDown
		})
		e, ok := Default().Lookup(tt.what, tt.pkgPath, tt.symbol)
		if !ok || e.Asks.IsZero() || calls != 1 {
			t.Errorf("%s of %s, always no: ran %d times; the row is %+v", tt.symbol, tt.pkgPath, calls, e)
		}
	}
}
