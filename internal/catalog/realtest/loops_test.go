package realtest

import (
	"context"
	"testing"
	"time"

	coder "github.com/coder/retry"
	"github.com/go-kit/kit/endpoint"
	"github.com/go-kit/kit/sd"
	"github.com/go-kit/kit/sd/lb"
	dskit "github.com/grafana/dskit/backoff"
	lestrrat "github.com/lestrrat-go/backoff/v2"
	retryv1 "gopkg.in/retry.v1"

	. "github.com/retrylint/retrylint/internal/catalog"
)

// loopRuns are objects that drive a loop of the caller's.
var loopRuns = []run{
	{"dskit MaxRetries", Field, "github.com/grafana/dskit/backoff", "Config.MaxRetries", 3, 3, func(op func() error) {
		dskitLoop(op, dskit.Config{MaxRetries: 3})
	}},
	{"dskit MaxRetries 0", Field, "github.com/grafana/dskit/backoff", "Config.MaxRetries", 0, unbounded, func(op func() error) {
		dskitLoop(op, dskit.Config{})
	}},
	{"retry.v1 LimitCount", Policy, "gopkg.in/retry.v1", "LimitCount", 3, 3, func(op func() error) {
		attemptLoop(op, retryv1.LimitCount(3, retryv1.Exponential{Initial: 1}))
	}},
	{"retry.v1 LimitCount 0", Policy, "gopkg.in/retry.v1", "LimitCount", 0, 1, func(op func() error) {
		attemptLoop(op, retryv1.LimitCount(0, retryv1.Exponential{Initial: 1}))
	}},
	{"retry.v1 Exponential", Type, "gopkg.in/retry.v1", "Exponential", 0, unbounded, func(op func() error) {
		attemptLoop(op, retryv1.Exponential{Initial: 1, Factor: 1})
	}},
	{"coder New", Policy, "github.com/coder/retry", "New", 0, unbounded, func(op func() error) {
		for r := coder.New(1, 1); r.Wait(context.Background()); {
			if op() == nil {
				return
			}
		}
	}},
	{"kit Retry", Helper, "github.com/go-kit/kit/sd/lb", "Retry", 3, 3, func(op func() error) {
		endpoints := sd.FixedEndpointer{endpoint.Endpoint(func(context.Context, any) (any, error) { return nil, op() })}
		lb.Retry(3, time.Minute, lb.NewRoundRobin(endpoints))(context.Background(), nil)
	}},
}

func dskitLoop(op func() error, c dskit.Config) {
	for b := dskit.New(context.Background(), c); b.Ongoing(); b.Wait() {
		if op() == nil {
			return
		}
	}
}

func attemptLoop(op func() error, s retryv1.Strategy) {
	for a := retryv1.Start(s, nil); a.Next(); {
		if op() == nil {
			return
		}
	}
}

// TestContinue stands apart, since the last attempt may be lost to a race.
func TestContinue(t *testing.T) {
	r := run{what: Policy, pkgPath: "github.com/lestrrat-go/backoff/v2", symbol: "WithMaxRetries", value: 2}
	if got := predict(t, r); got != 3 {
		t.Errorf("the row says %d attempts, want 3", got)
	}
	most := 0
	for range 50 {
		calls := 0
		policy := lestrrat.Constant(lestrrat.WithInterval(1), lestrrat.WithMaxRetries(2))
		for c := policy.Start(context.Background()); lestrrat.Continue(c); {
			calls++
		}
		most = max(most, calls)
	}
	if most != 3 {
		t.Errorf("ran %d times at most, want 3", most)
	}
}
