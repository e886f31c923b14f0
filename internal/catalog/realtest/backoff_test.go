package realtest

import (
	"context"
	"testing"
	"time"

	backoff2 "github.com/cenkalti/backoff"
	backoff3 "github.com/cenkalti/backoff/v3"
	backoff4 "github.com/cenkalti/backoff/v4"
	backoff5 "github.com/cenkalti/backoff/v5"

	retry2 "github.com/avast/retry-go"
	retry3 "github.com/avast/retry-go/v3"
	retry4 "github.com/avast/retry-go/v4"
	retry5 "github.com/avast/retry-go/v5"

	. "github.com/retrylint/retrylint/internal/catalog"
)

var cenkaltiRuns = []run{
	{"backoff v2 WithMaxRetries", Policy, "github.com/cenkalti/backoff", "WithMaxRetries", 2, 3, func(op func() error) {
		backoff2.Retry(op, backoff2.WithMaxRetries(&backoff2.ZeroBackOff{}, 2))
	}},
	{"backoff v2 WithMaxRetries 0", Policy, "github.com/cenkalti/backoff", "WithMaxRetries", 0, unbounded, func(op func() error) {
		backoff2.Retry(op, backoff2.WithMaxRetries(&backoff2.ZeroBackOff{}, 0))
	}},
	{"backoff v3 WithMaxRetries", Policy, "github.com/cenkalti/backoff/v3", "WithMaxRetries", 2, 3, func(op func() error) {
		backoff3.Retry(op, backoff3.WithMaxRetries(&backoff3.ZeroBackOff{}, 2))
	}},
	{"backoff v3 WithMaxRetries 0", Policy, "github.com/cenkalti/backoff/v3", "WithMaxRetries", 0, unbounded, func(op func() error) {
		backoff3.Retry(op, backoff3.WithMaxRetries(&backoff3.ZeroBackOff{}, 0))
	}},
	{"backoff v4 WithMaxRetries", Policy, "github.com/cenkalti/backoff/v4", "WithMaxRetries", 2, 3, func(op func() error) {
		backoff4.Retry(op, backoff4.WithMaxRetries(backoff4.NewConstantBackOff(1), 2))
	}},
	{"backoff v4 WithMaxRetries 0", Policy, "github.com/cenkalti/backoff/v4", "WithMaxRetries", 0, 1, func(op func() error) {
		backoff4.Retry(op, backoff4.WithMaxRetries(&backoff4.ZeroBackOff{}, 0))
	}},
	{"backoff v4 NewConstantBackOff", Policy, "github.com/cenkalti/backoff/v4", "NewConstantBackOff", 0, unbounded, func(op func() error) {
		backoff4.Retry(op, backoff4.NewConstantBackOff(1))
	}},
	{"backoff v4 StopBackOff", Type, "github.com/cenkalti/backoff/v4", "StopBackOff", 0, 1, func(op func() error) {
		backoff4.Retry(op, &backoff4.StopBackOff{})
	}},
	{"backoff v4 NewTicker", Policy, "github.com/cenkalti/backoff/v4", "WithMaxRetries", 2, 3, func(op func() error) {
		for range backoff4.NewTicker(backoff4.WithMaxRetries(&backoff4.ZeroBackOff{}, 2)).C {
			op()
		}
	}},
	{"backoff v5 WithMaxTries", Policy, "github.com/cenkalti/backoff/v5", "WithMaxTries", 3, 3, func(op func() error) {
		retryV5(op, backoff5.WithMaxTries(3))
	}},
	{"backoff v5 WithMaxTries 0", Policy, "github.com/cenkalti/backoff/v5", "WithMaxTries", 0, unbounded, func(op func() error) {
		retryV5(op, backoff5.WithMaxTries(0))
	}},
	{"backoff v5 StopBackOff", Type, "github.com/cenkalti/backoff/v5", "StopBackOff", 0, 1, func(op func() error) {
		retryV5(op, backoff5.WithBackOff(&backoff5.StopBackOff{}))
	}},
}

func retryV5(op func() error, opts ...backoff5.RetryOption) {
	opts = append([]backoff5.RetryOption{backoff5.WithBackOff(&backoff5.ZeroBackOff{})}, opts...)
	backoff5.Retry(context.Background(), func() (int, error) { return 0, op() }, opts...)
}

// TestLiteralWithoutStop is why MaxElapsedTime needs Stop: without it, the
// policy answers 0 when its time has passed, and the retry goes on.
func TestLiteralWithoutStop(t *testing.T) {
	e, ok := Default().Lookup(Field, "github.com/cenkalti/backoff/v4", "ExponentialBackOff.MaxElapsedTime")
	if !ok || e.Needs != "Stop" {
		t.Fatalf("row needs %q, want Stop", e.Needs)
	}
	for _, stop := range []time.Duration{0, backoff4.Stop} {
		policy := &backoff4.ExponentialBackOff{
			InitialInterval: time.Millisecond, Multiplier: 1, MaxInterval: time.Millisecond,
			MaxElapsedTime: 5 * time.Millisecond, Stop: stop, Clock: backoff4.SystemClock,
		}
		start := time.Now()
		err := backoff4.Retry(func() error {
			if time.Since(start) > 300*time.Millisecond {
				return nil
			}
			return errDown
		}, policy)
		if stopped := err != nil; stopped != (stop == backoff4.Stop) {
			t.Errorf("Stop: %d: stopped by itself: %v", stop, stopped)
		}
	}
}

var avastRuns = []run{
	{"retry-go v3.0.0 Attempts", Policy, "github.com/avast/retry-go", "Attempts", 3, 3, func(op func() error) {
		retry2.Do(op, retry2.Attempts(3), retry2.Delay(1), retry2.MaxJitter(1))
	}},
	{"retry-go v3 Attempts", Policy, "github.com/avast/retry-go/v3", "Attempts", 3, 3, func(op func() error) {
		retry3.Do(op, retry3.Attempts(3), retry3.Delay(1), retry3.MaxJitter(1))
	}},
	{"retry-go v3 Attempts 0", Policy, "github.com/avast/retry-go/v3", "Attempts", 0, 0, func(op func() error) {
		retry3.Do(op, retry3.Attempts(0))
	}},
	{"retry-go v4 Attempts", Policy, "github.com/avast/retry-go/v4", "Attempts", 3, 3, func(op func() error) {
		retry4.Do(op, retry4.Attempts(3), retry4.Delay(1), retry4.MaxJitter(1))
	}},
	{"retry-go v4 Attempts 0", Policy, "github.com/avast/retry-go/v4", "Attempts", 0, unbounded, func(op func() error) {
		retry4.Do(op, retry4.Attempts(0), retry4.Delay(1), retry4.MaxJitter(1))
	}},
	{"retry-go v4 default", Helper, "github.com/avast/retry-go/v4", "DoWithData", 0, 10, func(op func() error) {
		retry4.DoWithData(func() (int, error) { return 0, op() }, retry4.Delay(1), retry4.MaxJitter(1))
	}},
	{"retry-go v5 Attempts", Policy, "github.com/avast/retry-go/v5", "Attempts", 3, 3, func(op func() error) {
		retry5.New(retry5.Attempts(3), retry5.Delay(1), retry5.MaxJitter(1)).Do(op)
	}},
	{"retry-go v5 default", Helper, "github.com/avast/retry-go/v5", "(*Retrier).Do", 0, 10, func(op func() error) {
		retry5.New(retry5.Delay(1), retry5.MaxJitter(1)).Do(op)
	}},
	{"retry-go v5 UntilSucceeded", Policy, "github.com/avast/retry-go/v5", "UntilSucceeded", 0, unbounded, func(op func() error) {
		retry5.New(retry5.UntilSucceeded(), retry5.Delay(1), retry5.MaxJitter(1)).Do(op)
	}},
}
