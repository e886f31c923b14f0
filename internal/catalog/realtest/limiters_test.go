package realtest

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"strings"
	"testing"
	"time"

	"github.com/afex/hystrix-go/hystrix"
	eapache "github.com/eapache/go-resiliency/breaker"
	juju "github.com/juju/ratelimit"
	"github.com/rubyist/circuitbreaker"
	gobreaker1 "github.com/sony/gobreaker"
	gobreaker2 "github.com/sony/gobreaker/v2"
	zero "github.com/zeromicro/go-zero/core/breaker"
	uber "go.uber.org/ratelimit"
	"golang.org/x/time/rate"

	. "github.com/retrylint/retrylint/internal/catalog"
)

// TestLimiters resolves the rows on limiters in the sources of the modules that are
// downloaded.
func TestLimiters(t *testing.T) {
	var mods modules
	for _, l := range Limiters() {
		if strings.HasPrefix(l.Version, "git-") || !mods.has(l.Module, l.Version) {
			continue
		}
		if err := resolveLimiter(&l); err != nil {
			t.Errorf("%s: %s %s: %v", l.Pos, l.Package, l.Receiver, err)
		}
	}
	mods.log(t)
}

func resolveLimiter(l *Limiter) error {
	src, err := readSource(l.Module, l.Version, l.Package)
	if err != nil {
		return err
	}
	errs := []error{checkFirst(l.Module, l.Version, l.Verified, l.Names)}
	for receiver := range strings.SplitSeq(l.Receiver, "|") {
		methods := src.methods(receiver)
		for _, name := range l.Names {
			if fn := methods[name]; fn == nil {
				errs = append(errs, fmt.Errorf("no %s", name))
			} else {
				errs = append(errs, checkLimiter(src, l, name, fn))
			}
		}
	}
	return errors.Join(errs...)
}

// checkLimiter checks that a function takes the callbacks and the context of its row.
func checkLimiter(src *source, l *Limiter, name string, fn *ast.FuncType) error {
	types := paramTypes(fn)
	for _, i := range l.Runs() {
		if i >= len(types) || types[i] != "func" && !isFuncType(src, types[i]) {
			return fmt.Errorf("%s runs no argument %d", name, i)
		}
	}
	if l.Context && !strings.Contains(strings.Join(types, " "), "Context") {
		return fmt.Errorf("%s takes no context", name)
	}
	if l.Does == LimitRuns && !canFail(fn) {
		return fmt.Errorf("%s cannot tell of a failure", name)
	}
	return nil
}

// isFuncType reports whether a type of the package is a function.
func isFuncType(src *source, name string) bool {
	spec, ok := src.decls[name].(*ast.TypeSpec)
	if !ok {
		return false
	}
	_, ok = spec.Type.(*ast.FuncType)
	return ok
}

// breakerRuns let real breakers run an operation.
var breakerRuns = []struct {
	pkgPath, receiver, name string
	do                      func(op func() error) error
}{
	{"github.com/sony/gobreaker", "CircuitBreaker", "Execute", func(op func() error) error {
		_, err := gobreaker1.NewCircuitBreaker(gobreaker1.Settings{}).Execute(func() (any, error) { return nil, op() })
		return err
	}},
	{"github.com/sony/gobreaker/v2", "CircuitBreaker", "Execute", func(op func() error) error {
		_, err := gobreaker2.NewCircuitBreaker[int](gobreaker2.Settings{}).Execute(func() (int, error) { return 0, op() })
		return err
	}},
	{"github.com/afex/hystrix-go/hystrix", "", "Do", func(op func() error) error {
		return hystrix.Do("do", op, nil)
	}},
	{"github.com/afex/hystrix-go/hystrix", "", "DoC", func(op func() error) error {
		return hystrix.DoC(context.Background(), "doc", func(context.Context) error { return op() }, nil)
	}},
	{"github.com/rubyist/circuitbreaker", "Breaker", "Call", func(op func() error) error {
		return circuit.NewBreaker().Call(op, 0)
	}},
	{"github.com/rubyist/circuitbreaker", "Breaker", "CallContext", func(op func() error) error {
		return circuit.NewBreaker().CallContext(context.Background(), op, 0)
	}},
	{"github.com/eapache/go-resiliency/breaker", "Breaker", "Run", func(op func() error) error {
		return eapache.New(3, 1, time.Second).Run(op)
	}},
	{"github.com/zeromicro/go-zero/core/breaker", "", "Do", func(op func() error) error {
		return zero.Do("do", op)
	}},
	{"github.com/zeromicro/go-zero/core/breaker", "Breaker", "DoCtx", func(op func() error) error {
		return zero.NewBreaker().DoCtx(context.Background(), op)
	}},
}

// TestBreakersRunOnce lets breakers run what fails: once, and its error comes back.
func TestBreakersRunOnce(t *testing.T) {
	for _, run := range breakerRuns {
		if l, ok := LimiterOf(run.pkgPath, run.receiver, run.name); !ok || l.Does != LimitRuns {
			t.Errorf("no row says that %s of %s runs a callback", run.name, run.pkgPath)
		}
		calls := 0
		failure := errors.New("failed")
		err := run.do(func() error {
			calls++
			return failure
		})
		if calls != 1 || !errors.Is(err, failure) && !strings.Contains(fmt.Sprint(err), failure.Error()) {
			t.Errorf("%s of %s runs its callback %d times and returns %v", run.name, run.pkgPath, calls, err)
		}
	}
}

// TestFallback lets a breaker run both of its callbacks.
func TestFallback(t *testing.T) {
	var ran []string
	err := hystrix.Do("fallback", func() error {
		ran = append(ran, "run")
		return errors.New("failed")
	}, func(error) error {
		ran = append(ran, "fallback")
		return nil
	})
	if err != nil || len(ran) != 2 {
		t.Errorf("ran %v, and returned %v", ran, err)
	}
}

// TestLimiterWatchesContext ends a wait that would take an hour.
func TestLimiterWatchesContext(t *testing.T) {
	l := rate.NewLimiter(rate.Every(time.Hour), 1)
	if !l.Allow() || l.Allow() {
		t.Fatal("one at once, and no second")
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- l.Wait(ctx) }()
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("Wait returns %v", err)
	}
	if row, _ := LimiterOf("golang.org/x/time/rate", "Limiter", "Wait"); row == nil || row.Does != LimitWaits || !row.Context {
		t.Errorf("row is %+v", row)
	}
}

// clock is one whose sleeps are noted, and take no time.
type clock struct {
	now   time.Time
	slept time.Duration
}

func (c *clock) Now() time.Time { return c.now }

func (c *clock) Sleep(d time.Duration) {
	c.slept += d
	c.now = c.now.Add(d)
}

// TestLimitersSleep lets limiters that watch no context wait by a clock of ours.
func TestLimitersSleep(t *testing.T) {
	for _, run := range []struct {
		pkgPath, receiver, name string
		twice                   func(c *clock)
	}{
		{"go.uber.org/ratelimit", "Limiter", "Take", func(c *clock) {
			l := uber.New(1, uber.WithClock(c), uber.WithoutSlack)
			l.Take()
			l.Take()
		}},
		{"github.com/juju/ratelimit", "Bucket", "Wait", func(c *clock) {
			b := juju.NewBucketWithClock(time.Second, 1, c)
			b.Wait(1)
			b.Wait(1)
		}},
	} {
		c := &clock{now: time.Unix(1, 0)}
		run.twice(c)
		l, ok := LimiterOf(run.pkgPath, run.receiver, run.name)
		if !ok || l.Does != LimitWaits || l.Context || c.slept != time.Second {
			t.Errorf("%s of %s sleeps for %v; row is %+v", run.name, run.pkgPath, c.slept, l)
		}
	}
	// This one only says how long.
	c := &clock{now: time.Unix(1, 0)}
	b := juju.NewBucketWithClock(time.Second, 1, c)
	if b.Take(1); b.Take(1) != time.Second || c.slept != 0 {
		t.Errorf("Take sleeps for %v", c.slept)
	}
}
