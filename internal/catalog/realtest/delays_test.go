package realtest

import (
	"context"
	"go/constant"
	"math"
	"testing"
	"time"

	backoff4 "github.com/cenkalti/backoff/v4"
	backoff5 "github.com/cenkalti/backoff/v5"
	"github.com/eapache/go-resiliency/retrier"
	"github.com/googleapis/gax-go/v2"
	"github.com/hashicorp/go-retryablehttp"
	jpillora "github.com/jpillora/backoff"
	"github.com/juju/retry"
	lestrrat "github.com/lestrrat-go/backoff/v2"
	sethvargo "github.com/sethvargo/go-retry"
	"k8s.io/apimachinery/pkg/util/wait"
	kuberetry "k8s.io/client-go/util/retry"

	retry4 "github.com/avast/retry-go/v4"

	. "github.com/retrylint/retrylint/internal/catalog"
)

// TestDelays compares the first waits of policies with what their rows say of
// base, factor and longest wait.
func TestDelays(t *testing.T) {
	v4 := backoff4.NewExponentialBackOff(backoff4.WithRandomizationFactor(0))
	v5 := backoff5.NewExponentialBackOff()
	v5.RandomizationFactor = 0
	exponential := sethvargo.NewExponential(time.Second)
	step := kuberetry.DefaultBackoff
	step.Jitter = 0
	pause := &gax.Backoff{}
	interval := lestrrat.NewExponentialInterval()
	calculator := &jpillora.Backoff{}
	slice := retrier.LimitedExponentialBackoff(6, time.Second, 5*time.Second)

	for _, tt := range []struct {
		name            string
		what            What
		pkgPath, symbol string
		args            []time.Duration
		next            func(i int) time.Duration
		atMost          bool // the library picks a random wait below
	}{
		{"backoff v4", Policy, "github.com/cenkalti/backoff/v4", "NewExponentialBackOff", nil, func(int) time.Duration { return v4.NextBackOff() }, false},
		{"backoff v5", Policy, "github.com/cenkalti/backoff/v5", "NewExponentialBackOff", nil, func(int) time.Duration { return v5.NextBackOff() }, false},
		{"go-retry", Policy, "github.com/sethvargo/go-retry", "NewExponential", []time.Duration{time.Second}, func(int) time.Duration { d, _ := exponential.Next(); return d }, false},
		{"client-go", Policy, kuberetryPath, "DefaultBackoff", nil, func(int) time.Duration { return step.Step() }, false},
		{"gax", Type, "github.com/googleapis/gax-go/v2", "Backoff", nil, func(int) time.Duration { return pause.Pause() }, true},
		{"lestrrat", Policy, "github.com/lestrrat-go/backoff/v2", "NewExponentialInterval", nil, func(int) time.Duration { return interval.Next() }, false},
		{"jpillora", Type, "github.com/jpillora/backoff", "Backoff", nil, func(int) time.Duration { return calculator.Duration() }, false},
		{"retrier", Policy, retrierPath, "LimitedExponentialBackoff", []time.Duration{6, time.Second, 5 * time.Second}, func(i int) time.Duration { return slice[i] }, false},
		{"retryablehttp", Config, retryablePath, "NewClient", nil, func(i int) time.Duration {
			c := retryablehttp.NewClient()
			return c.Backoff(c.RetryWaitMin, c.RetryWaitMax, i, nil)
		}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e, ok := Default().Lookup(tt.what, tt.pkgPath, tt.symbol)
			if !ok {
				t.Fatalf("no %s row for %s of %s", tt.what, tt.symbol, tt.pkgPath)
			}
			for i := range 4 {
				got, want := tt.next(i), waitOf(t, e, i, tt.args)
				if got > want || !tt.atMost && got != want {
					t.Errorf("wait %d is %v, the row says %v", i, got, want)
				}
			}
		})
	}
}

// waitOf works out the i-th wait from a row.
func waitOf(t *testing.T, e *Entry, i int, args []time.Duration) time.Duration {
	t.Helper()
	number := func(x Expr) float64 {
		v, ok := x.Eval(func(op Operand) constant.Value { return constant.MakeInt64(int64(args[op.Index])) })
		if !ok {
			t.Fatalf("%s: %q cannot be evaluated", e.Pos, x)
		}
		f, _ := constant.Float64Val(constant.ToFloat(v.Const))
		return f
	}
	d := number(e.Set.Base) * math.Pow(number(e.Set.Factor), float64(i))
	if !e.Set.Max.IsZero() {
		d = min(d, number(e.Set.Max))
	}
	return time.Duration(d)
}

// TestContextEndsWait checks, for helpers whose rows differ in it, whether the
// end of a context ends a wait.
func TestContextEndsWait(t *testing.T) {
	const pause = 500 * time.Millisecond
	fixed := wait.Backoff{Steps: 2, Duration: pause}
	for _, tt := range []struct {
		name, pkgPath, symbol string
		do                    func(ctx context.Context)
	}{
		{"wait", waitPath, "ExponentialBackoff", func(context.Context) {
			wait.ExponentialBackoff(fixed, func() (bool, error) { return false, nil })
		}},
		{"wait with context", waitPath, "ExponentialBackoffWithContext", func(ctx context.Context) {
			wait.ExponentialBackoffWithContext(ctx, fixed, func(context.Context) (bool, error) { return false, nil })
		}},
		{"backoff v4 under a context", "github.com/cenkalti/backoff/v4", "Retry", func(ctx context.Context) {
			backoff4.Retry(func() error { return ctxDown(ctx) }, backoff4.WithMaxRetries(backoff4.NewConstantBackOff(pause), 1))
		}},
		{"retry-go v4", "github.com/avast/retry-go/v4", "Do", func(ctx context.Context) {
			retry4.Do(func() error { return ctxDown(ctx) }, retry4.Attempts(2), retry4.Delay(pause), retry4.DelayType(retry4.FixedDelay))
		}},
		{"go-retry", "github.com/sethvargo/go-retry", "Do", func(ctx context.Context) {
			sethvargo.Do(ctx, sethvargo.WithMaxRetries(1, sethvargo.NewConstant(pause)), func(context.Context) error { return sethvargo.RetryableError(errDown) })
		}},
		{"juju", jujuPath, "Call", func(context.Context) {
			retry.Call(retry.CallArgs{Func: func() error { return errDown }, Attempts: 2, Delay: pause, Clock: wallClock{}})
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			e, ok := Default().Lookup(Helper, tt.pkgPath, tt.symbol)
			if !ok {
				t.Fatalf("no helper row for %s of %s", tt.symbol, tt.pkgPath)
			}
			ctx, cancel := context.WithTimeout(context.Background(), pause/10)
			defer cancel()
			start := time.Now()
			tt.do(ctx)
			ended := time.Since(start) < pause
			if says := e.Set.Context.String() != "false"; ended != says {
				t.Errorf("ended with the context: %v, the row says %v", ended, says)
			}
		})
	}
}

// ctxDown fails whatever the context says: the helper does not see it.
func ctxDown(context.Context) error { return errDown }
