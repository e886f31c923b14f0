package realtest

import (
	"context"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/ThreeDotsLabs/watermill/message/router/middleware"
	dapr "github.com/dapr/kit/retry"
	juju "github.com/juju/retry"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/wait"
	kuberetry "k8s.io/client-go/util/retry"

	. "github.com/retrylint/retrylint/internal/catalog"
)

const (
	waitPath      = "k8s.io/apimachinery/pkg/util/wait"
	kuberetryPath = "k8s.io/client-go/util/retry"
	daprPath      = "github.com/dapr/kit/retry"
	jujuPath      = "github.com/juju/retry"
	watermillPath = "github.com/ThreeDotsLabs/watermill/message/router/middleware"
)

// structRuns are helpers whose policy is a struct.
var structRuns = []run{
	{"wait Steps", Field, waitPath, "Backoff.Steps", 3, 3, func(op func() error) {
		wait.ExponentialBackoff(wait.Backoff{Steps: 3, Duration: 1, Factor: 2}, func() (bool, error) { return op() == nil, nil })
	}},
	{"wait Steps with context", Field, waitPath, "Backoff.Steps", 3, 3, func(op func() error) {
		wait.ExponentialBackoffWithContext(context.Background(), wait.Backoff{Steps: 3}, func(context.Context) (bool, error) { return op() == nil, nil })
	}},
	{"wait without Steps", Type, waitPath, "Backoff", 0, 0, func(op func() error) {
		wait.ExponentialBackoff(wait.Backoff{Duration: 1}, func() (bool, error) { return op() == nil, nil })
	}},
	{"wait PollUntilContextCancel", Helper, waitPath, "PollUntilContextCancel", 0, unbounded, func(op func() error) {
		wait.PollUntilContextCancel(context.Background(), 1, true, func(context.Context) (bool, error) { return op() == nil, nil })
	}},
	{"wait PollImmediateInfinite", Helper, waitPath, "PollImmediateInfinite", 0, unbounded, func(op func() error) {
		wait.PollImmediateInfinite(1, func() (bool, error) { return op() == nil, nil })
	}},
	{"client-go DefaultRetry", Policy, kuberetryPath, "DefaultRetry", 0, 5, func(op func() error) {
		kuberetry.RetryOnConflict(kuberetry.DefaultRetry, func() error { return conflict(op()) })
	}},
	{"client-go DefaultBackoff", Policy, kuberetryPath, "DefaultBackoff", 0, 4, func(op func() error) {
		kuberetry.OnError(kuberetry.DefaultBackoff, func(error) bool { return true }, op)
	}},
	{"dapr MaxRetries", Field, daprPath, "Config.MaxRetries", 2, 3, func(op func() error) {
		daprRetry(op, dapr.Config{MaxRetries: 2})
	}},
	{"dapr MaxRetries -1", Field, daprPath, "Config.MaxRetries", -1, unbounded, func(op func() error) {
		daprRetry(op, dapr.Config{MaxRetries: -1})
	}},
	{"dapr zero", Type, daprPath, "Config", 0, 1, func(op func() error) {
		daprRetry(op, dapr.Config{})
	}},
	{"juju Attempts", Field, jujuPath, "CallArgs.Attempts", 3, 3, func(op func() error) {
		juju.Call(juju.CallArgs{Func: op, Attempts: 3, Delay: 1, Clock: wallClock{}})
	}},
	{"juju Attempts -1", Field, jujuPath, "CallArgs.Attempts", -1, unbounded, func(op func() error) {
		juju.Call(juju.CallArgs{Func: op, Attempts: -1, Delay: 1, Clock: wallClock{}})
	}},
	{"juju Attempts 0", Field, jujuPath, "CallArgs.Attempts", 0, unbounded, func(op func() error) {
		juju.Call(juju.CallArgs{Func: op, MaxDuration: time.Minute, Delay: 1, Clock: wallClock{}})
	}},
	{"watermill MaxRetries", Field, watermillPath, "Retry.MaxRetries", 2, 3, func(op func() error) {
		handle(middleware.Retry{MaxRetries: 2}, op)
	}},
	{"watermill zero", Type, watermillPath, "Retry", 0, 1, func(op func() error) {
		handle(middleware.Retry{}, op)
	}},
}

func conflict(err error) error {
	if err == nil {
		return nil
	}
	return apierrors.NewConflict(schema.GroupResource{}, "name", err)
}

func daprRetry(op func() error, c dapr.Config) {
	dapr.NotifyRecover(op, c.NewBackOff(), func(error, time.Duration) {}, func() {})
}

func handle(r middleware.Retry, op func() error) {
	h := r.Middleware(func(*message.Message) ([]*message.Message, error) { return nil, op() })
	h(message.NewMessage("1", nil))
}

type wallClock struct{}

func (wallClock) Now() time.Time                         { return time.Now() }
func (wallClock) After(d time.Duration) <-chan time.Time { return time.After(d) }
