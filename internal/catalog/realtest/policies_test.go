package realtest

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/Rican7/retry"
	"github.com/Rican7/retry/strategy"
	"github.com/cockroachdb/cockroach-go/v2/crdb"
	"github.com/eapache/go-resiliency/retrier"
	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/failsafehttp"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/googleapis/gax-go/v2"
	"github.com/matryer/try"
	sethvargo "github.com/sethvargo/go-retry"
	"github.com/zeromicro/go-zero/core/fx"

	. "github.com/retrylint/retrylint/internal/catalog"
)

const (
	failsafePath = "github.com/failsafe-go/failsafe-go/retrypolicy"
	retrierPath  = "github.com/eapache/go-resiliency/retrier"
	crdbPath     = "github.com/cockroachdb/cockroach-go/v2/crdb"
)

// policyRuns are helpers whose policy is an option, an argument or an object.
var policyRuns = []run{
	{"go-retry WithMaxRetries", Policy, "github.com/sethvargo/go-retry", "WithMaxRetries", 2, 3, func(op func() error) {
		sethvargo.Do(context.Background(), sethvargo.WithMaxRetries(2, sethvargo.NewConstant(1)), retryable(op))
	}},
	{"go-retry WithMaxRetries 0", Policy, "github.com/sethvargo/go-retry", "WithMaxRetries", 0, 1, func(op func() error) {
		sethvargo.Do(context.Background(), sethvargo.WithMaxRetries(0, sethvargo.NewConstant(1)), retryable(op))
	}},
	{"go-retry Constant", Helper, "github.com/sethvargo/go-retry", "Constant", 0, unbounded, func(op func() error) {
		sethvargo.Constant(context.Background(), 1, retryable(op))
	}},
	{"failsafe default", Policy, failsafePath, "NewBuilder", 0, 3, func(op func() error) {
		failsafe.With(retrypolicy.NewBuilder[any]().Build()).Run(op)
	}},
	{"failsafe WithMaxRetries", Policy, failsafePath, "(Builder).WithMaxRetries", 2, 3, func(op func() error) {
		failsafe.With(retrypolicy.NewBuilder[any]().WithMaxRetries(2).Build()).Run(op)
	}},
	{"failsafe WithMaxRetries -1", Policy, failsafePath, "(Builder).WithMaxRetries", -1, unbounded, func(op func() error) {
		failsafe.With(retrypolicy.NewBuilder[any]().WithMaxRetries(-1).Build()).Run(op)
	}},
	{"failsafe WithMaxAttempts", Policy, failsafePath, "(Builder).WithMaxAttempts", 4, 4, func(op func() error) {
		failsafe.With(retrypolicy.NewBuilder[any]().WithMaxAttempts(4).Build()).Run(op)
	}},
	{"failsafe WithMaxAttempts 0", Policy, failsafePath, "(Builder).WithMaxAttempts", 0, unbounded, func(op func() error) {
		failsafe.With(retrypolicy.NewBuilder[any]().WithMaxAttempts(0).Build()).Run(op)
	}},
	{"failsafe without policy", Helper, "github.com/failsafe-go/failsafe-go", "(Executor).Run", 0, 1, func(op func() error) {
		failsafe.With[any]().Run(op)
	}},
	{"failsafehttp", Policy, "github.com/failsafe-go/failsafe-go/failsafehttp", "NewRetryPolicyBuilder", 0, 3, func(op func() error) {
		policy := failsafehttp.NewRetryPolicyBuilder().Build()
		client := http.Client{Transport: failsafehttp.NewRoundTripper(transport(op), policy)}
		client.Get("http://localhost")
	}},
	{"retrier ConstantBackoff", Policy, retrierPath, "ConstantBackoff", 2, 3, func(op func() error) {
		retrier.New(retrier.ConstantBackoff(2, 1), nil).Run(op)
	}},
	{"retrier LimitedExponentialBackoff", Policy, retrierPath, "LimitedExponentialBackoff", 3, 4, func(op func() error) {
		retrier.New(retrier.LimitedExponentialBackoff(3, 1, 2), nil).Run(op)
	}},
	{"retrier WithInfiniteRetry", Policy, retrierPath, "(*Retrier).WithInfiniteRetry", 0, unbounded, func(op func() error) {
		retrier.New(retrier.ConstantBackoff(2, 1), nil).WithInfiniteRetry().Run(op)
	}},
	{"try default", Helper, "github.com/matryer/try", "Do", 0, 10, func(op func() error) {
		try.Do(func(int) (bool, error) { return true, op() })
	}},
	{"try MaxRetries", Field, "github.com/matryer/try", "MaxRetries", 3, 3, withMaxRetries(3)},
	{"try MaxRetries 0", Field, "github.com/matryer/try", "MaxRetries", 0, 1, withMaxRetries(0)},
	{"Rican7 Limit", Policy, "github.com/Rican7/retry/strategy", "Limit", 3, 3, func(op func() error) {
		retry.Retry(func(uint) error { return op() }, strategy.Limit(3))
	}},
	{"Rican7 default", Helper, "github.com/Rican7/retry", "Retry", 0, unbounded, func(op func() error) {
		retry.Retry(func(uint) error { return op() })
	}},
	{"gax default", Helper, "github.com/googleapis/gax-go/v2", "Invoke", 0, 1, func(op func() error) {
		gax.Invoke(context.Background(), func(context.Context, gax.CallSettings) error { return op() })
	}},
	{"gax WithRetry", Policy, "github.com/googleapis/gax-go/v2", "WithRetry", 0, unbounded, func(op func() error) {
		gax.Invoke(context.Background(), func(context.Context, gax.CallSettings) error { return op() }, gax.WithRetry(func() gax.Retryer {
			return gax.OnErrorFunc(gax.Backoff{Initial: 1, Max: 1}, func(error) bool { return true })
		}))
	}},
	{"crdb ExecuteCtx", Policy, crdbPath, "WithMaxRetries", 2, 3, func(op func() error) {
		crdb.ExecuteCtx(crdb.WithMaxRetries(context.Background(), 2), func(context.Context, ...any) error { return serialization(op()) })
	}},
	{"crdb default", Helper, crdbPath, "ExecuteCtx", 0, 51, func(op func() error) {
		crdb.ExecuteCtx(context.Background(), func(context.Context, ...any) error { return serialization(op()) })
	}},
	{"crdb ExecuteInTx 0", Policy, crdbPath, "WithMaxRetries", 0, unbounded, func(op func() error) {
		crdb.ExecuteInTx(crdb.WithMaxRetries(context.Background(), 0), nopTx{}, func() error { return serialization(op()) })
	}},
	{"crdb ExecuteInTx -1", Policy, crdbPath, "WithMaxRetries", -1, 51, func(op func() error) {
		crdb.ExecuteInTx(crdb.WithMaxRetries(context.Background(), -1), nopTx{}, func() error { return serialization(op()) })
	}},
	{"fx default", Helper, "github.com/zeromicro/go-zero/core/fx", "DoWithRetry", 0, 3, func(op func() error) {
		fx.DoWithRetry(op)
	}},
	{"fx WithRetry", Policy, "github.com/zeromicro/go-zero/core/fx", "WithRetry", 4, 4, func(op func() error) {
		fx.DoWithRetry(op, fx.WithRetry(4), fx.WithInterval(time.Nanosecond))
	}},
}

func retryable(op func() error) sethvargo.RetryFunc {
	return func(context.Context) error { return sethvargo.RetryableError(op()) }
}

func withMaxRetries(n int) func(func() error) {
	return func(op func() error) {
		defer func(old int) { try.MaxRetries = old }(try.MaxRetries)
		try.MaxRetries = n
		try.Do(func(int) (bool, error) { return true, op() })
	}
}

// transport is a round tripper that does nothing but op.
type transport func() error

func (t transport) RoundTrip(*http.Request) (*http.Response, error) {
	if err := t(); err != nil {
		return nil, err
	}
	return &http.Response{StatusCode: http.StatusOK, Body: http.NoBody}, nil
}

// serializationFailure is what CockroachDB asks its clients to retry.
type serializationFailure struct{ error }

func (serializationFailure) SQLState() string { return "40001" }

func serialization(err error) error {
	if errors.Is(err, errDown) {
		return serializationFailure{err}
	}
	return err
}

type nopTx struct{}

func (nopTx) Exec(context.Context, string, ...any) error { return nil }
func (nopTx) Commit(context.Context) error               { return nil }
func (nopTx) Rollback(context.Context) error             { return nil }
