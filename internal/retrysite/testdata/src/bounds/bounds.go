// Package bounds holds loops by what limits their attempts.
package bounds

import (
	"cmp"
	"context"
	"errors"
	"net"
	"time"
)

func call() error {
	c, err := net.Dial("tcp", "db:5432")
	if err != nil {
		return err
	}
	return c.Close()
}

func up() (err error) {
	for i := 0; i < 3; i++ { // want "loop bounds.call x3 none jitter=no ctx=no unwaited=1"
		if err = call(); err == nil {
			return nil
		}
	}
	return err
}

func upInclusive() (err error) {
	for i := 0; i <= 3; i++ { // want "loop bounds.call x4 none jitter=no ctx=no unwaited=1"
		if err = call(); err == nil {
			return nil
		}
	}
	return err
}

func fromOne() (err error) {
	for i := 1; i <= 3; i++ { // want "loop bounds.call x3 none"
		if err = call(); err == nil {
			return nil
		}
	}
	return err
}

func unequal() (err error) {
	for i := 0; i != 3; i++ { // want "loop bounds.call x3 none"
		if err = call(); err == nil {
			return nil
		}
	}
	return err
}

func byTwo() (err error) {
	for i := 0; i < 6; i += 2 { // want "loop bounds.call x3 none"
		if err = call(); err == nil {
			return nil
		}
	}
	return err
}

func down() (err error) {
	for left := 3; left > 0; left-- { // want "loop bounds.call x3 none"
		if err = call(); err == nil {
			return nil
		}
	}
	return err
}

func downInclusive() (err error) {
	for left := 3; left >= 0; left-- { // want "loop bounds.call x4 none"
		if err = call(); err == nil {
			return nil
		}
	}
	return err
}

func rangeInt() (err error) {
	for range 3 { // want "loop bounds.call x3 none"
		if err = call(); err == nil {
			return nil
		}
	}
	return err
}

func rangeIntVar() (err error) {
	for attempt := range 3 { // want "loop bounds.call x3 exponential/1s/x2"
		if err = call(); err == nil {
			return nil
		}
		time.Sleep(time.Second << attempt)
	}
	return err
}

func rangeParam(max int) (err error) {
	for range max { // want "loop bounds.call x<max> none"
		if err = call(); err == nil {
			return nil
		}
	}
	return err
}

var delays = [...]time.Duration{time.Second, 5 * time.Second}

func rangeArray() (err error) {
	for _, d := range delays { // want "loop bounds.call x2 custom"
		if err = call(); err == nil {
			return nil
		}
		time.Sleep(d)
	}
	return err
}

var pauses = []time.Duration{time.Second, 2 * time.Second, 3 * time.Second}

func tableAtTheBottom() error {
	for i := 0; ; i++ { // want "loop bounds.call x4 custom"
		err := call()
		if err == nil || i >= len(pauses) {
			return err
		}
		time.Sleep(pauses[i])
	}
}

func geometric() (err error) {
	for i := 1; i <= 8; i *= 2 { // want "loop bounds.call x4 exponential/1s/x2"
		if err = call(); err == nil {
			return nil
		}
		time.Sleep(time.Duration(i) * time.Second)
	}
	return err
}

func geometricDelay() (err error) {
	for d := 100 * time.Millisecond; d < time.Second; d *= 2 { // want "loop bounds.call x4 exponential/100ms/x2"
		if err = call(); err == nil {
			return nil
		}
		time.Sleep(d)
	}
	return err
}

func raisedAtTop() error {
	attempt := 0
	for { // want "loop bounds.call x3 none"
		attempt++
		err := call()
		if err == nil {
			return nil
		}
		if attempt >= 3 {
			return err
		}
	}
}

func raisedAtBottom() error {
	attempt := 0
	for { // want "loop bounds.call x4 none"
		err := call()
		if err == nil {
			return nil
		}
		if attempt >= 3 {
			return err
		}
		attempt++
	}
}

func raisedInCheck() error {
	attempt := 0
	for { // want "loop bounds.call x3 none"
		err := call()
		if err == nil {
			return nil
		}
		if attempt++; attempt == 3 {
			return err
		}
	}
}

func raisedBeforeCheckAtTop() error {
	var err error
	attempt := 0
	for { // want "loop bounds.call x3 none"
		if attempt == 3 {
			return err
		}
		attempt++
		if err = call(); err == nil {
			return nil
		}
	}
}

const maxAttempts = 4

func constant() (err error) {
	for i := 0; i < maxAttempts+1; i++ { // want "loop bounds.call x5 none"
		if err = call(); err == nil {
			return nil
		}
	}
	return err
}

var retries = 5

func packageVar() (err error) {
	for i := 0; i < retries; i++ { // want "loop bounds.call x5 none"
		if err = call(); err == nil {
			return nil
		}
	}
	return err
}

var tunable = 5

// SetTunable makes tunable a setting.
func SetTunable(n int) { tunable = n }

func reassignedVar() (err error) {
	for i := 0; i < tunable; i++ { // want "loop bounds.call x<tunable> none"
		if err = call(); err == nil {
			return nil
		}
	}
	return err
}

func param(max int) (err error) {
	for i := 0; i < max; i++ { // want "loop bounds.call x<max> none"
		if err = call(); err == nil {
			return nil
		}
	}
	return err
}

func clampedBelow(n int) (err error) {
	for i := 0; i < max(n, 1); i++ { // want "loop bounds.call x<.*> none"
		if err = call(); err == nil {
			return nil
		}
	}
	return err
}

type client struct {
	max     int
	fixed   int
	retries int
	elapsed time.Duration
}

func newClient(max int) *client { return &client{max: max, fixed: 6} }

func (c *client) setting() (err error) {
	for i := 0; i < c.max; i++ { // want "loop bounds.call x<c.max> none"
		if err = call(); err == nil {
			return nil
		}
	}
	return err
}

func (c *client) fieldOfConstructor() (err error) {
	for i := 0; i < c.fixed; i++ { // want "loop bounds.call x6 none"
		if err = call(); err == nil {
			return nil
		}
	}
	return err
}

// Config is what others fill in.
type Config struct{ Max int }

func (c Config) max() int {
	if c.Max == 0 {
		return 3
	}
	return c.Max
}

func defaultMethod(c Config) (err error) {
	for i := 0; i < c.max(); i++ { // want "loop bounds.call x<.*[mM]ax.*> none"
		if err = call(); err == nil {
			return nil
		}
	}
	return err
}

func cmpOr(c Config) (err error) {
	for i := range cmp.Or(c.Max, 3) { // want "loop bounds.call x<.*> fixed/1s"
		if err = call(); err == nil {
			return nil
		}
		_ = i
		time.Sleep(time.Second)
	}
	return err
}

func elapsed(limit time.Duration) (err error) {
	start := time.Now()
	for time.Since(start) < limit { // want "loop bounds.call deadline fixed/1s"
		if err = call(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func timeoutChannel() error {
	timeout := time.After(time.Minute)
	for { // want "loop bounds.call deadline fixed/1s"
		if call() == nil {
			return nil
		}
		select {
		case <-timeout:
			return errors.New("timed out")
		case <-time.After(time.Second):
		}
	}
}

func context1(ctx context.Context) error {
	for ctx.Err() == nil { // want "loop bounds.call deadline fixed/1s"
		if call() == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return ctx.Err()
}

func endless() {
	for { // want "loop bounds.call unbounded fixed/1s"
		if call() == nil {
			return
		}
		time.Sleep(time.Second)
	}
}

// The first of the two limits counts.
func countAndContext(ctx context.Context) (err error) {
	for i := 0; i < 3 && ctx.Err() == nil; i++ { // want "loop bounds.call x3 none"
		if err = call(); err == nil {
			return nil
		}
	}
	return err
}

func reborn() error {
	for { // want "loop bounds.call unbounded none"
		attempt := 0
		err := call()
		if err == nil {
			return nil
		}
		attempt++
		if attempt > 3 {
			return err
		}
	}
}

func neverRaised() error {
	attempt := 0
	for attempt < 3 { // want "loop bounds.call unbounded fixed/1s"
		if call() == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errors.New("down")
}

var errBusy = errors.New("busy")

func orForAnd() (err error) {
	done := false
	for i := 0; i < 3 || !done; i++ { // want "loop bounds.call unbounded none"
		if err = call(); err == nil {
			done = true
		}
	}
	return err
}

func copiedFlag(once bool) error {
	giveUp := false
	tries := 0
	for !giveUp { // want "loop bounds.call x3 fixed/1s"
		err := call()
		if err == nil {
			return nil
		}
		tries++
		giveUp = tries >= 3
		time.Sleep(time.Second)
	}
	return errBusy
}

// Large limits are not played through.
func large() (err error) {
	for i := 0; i < 5000; i++ { // want "loop bounds.call x5000 fixed/1s"
		if err = call(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func limitWithOr() error {
	for n := 0; ; n++ { // want "loop bounds.call x6 fixed/1s"
		err := call()
		if err == nil {
			return nil
		}
		if n >= 5 || !errors.Is(err, errBusy) {
			return err
		}
		time.Sleep(time.Second)
	}
}

func rangeTable() (err error) {
	for _, d := range []time.Duration{time.Second, 5 * time.Second, 30 * time.Second} { // want "loop bounds.call x3 custom jitter=no ctx=no unwaited=0"
		if err = call(); err == nil {
			return nil
		}
		time.Sleep(d)
	}
	return err
}

func clampedAbove(n int) (err error) {
	for i := 0; i < min(n, 10); i++ { // want "loop bounds.call x10 none jitter=no ctx=no unwaited=1"
		if err = call(); err == nil {
			return nil
		}
	}
	return err
}

// The largest of the constants counts.
func chosen(urgent bool) (err error) {
	n := 3
	if urgent {
		n = 5
	}
	for i := 0; i < n; i++ { // want "loop bounds.call x5 none jitter=no ctx=no unwaited=1"
		if err = call(); err == nil {
			return nil
		}
	}
	return err
}

func elapsedConst() error {
	deadline := time.Now().Add(30 * time.Second)
	for { // want "loop bounds.call deadline fixed/1s jitter=no ctx=no unwaited=0"
		err := call()
		if err == nil {
			return nil
		}
		if time.Now().After(deadline) {
			return err
		}
		time.Sleep(time.Second)
	}
}

func lookAhead(deadline time.Time) error {
	for d := time.Second; ; d *= 2 { // want "loop bounds.call deadline exponential/1s/x2 jitter=no ctx=no unwaited=0"
		err := call()
		if err == nil {
			return nil
		}
		if time.Now().Add(d).After(deadline) {
			return err
		}
		time.Sleep(d)
	}
}

func uintDown(n uint) error {
	for ; n > 0; n-- { // want "loop bounds.call x<n> none jitter=no ctx=no unwaited=1"
		if call() == nil {
			return nil
		}
	}
	return errBusy
}

func paramMinus(retries int) error {
	for retries >= 0 { // want "loop bounds.call x<retries> none jitter=no ctx=no unwaited=1"
		if call() == nil {
			return nil
		}
		retries--
	}
	return errBusy
}

func ninety() (err error) {
	for i := 90; i > 0; i-- { // want "loop bounds.call x90 fixed/1s jitter=no ctx=no unwaited=0"
		if err = call(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// The counter is captured, and so is kept in memory.
func capturedCounter() (err error) {
	for i := 0; i < 3; i++ { // want "loop bounds.call x3 none jitter=no ctx=no unwaited=1"
		defer func() { println(i) }()
		if err = call(); err == nil {
			return nil
		}
	}
	return err
}

func beforeDeadline() error {
	deadline := time.Now().Add(time.Minute)
	for time.Now().Before(deadline) { // want "loop bounds.call deadline.* fixed/1s jitter=no ctx=no unwaited=0"
		if call() == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errBusy
}

// What has gone wrong is counted, and not the attempts.
func collected() error {
	var errs []error
	for len(errs) < 3 { // want "loop bounds.call x3 fixed/1s jitter=no ctx=no unwaited=0"
		err := call()
		if err == nil {
			return nil
		}
		errs = append(errs, err)
		time.Sleep(time.Second)
	}
	return errs[0]
}

func collectedInRoom() error {
	errs := make([]error, 0, 8)
	for { // want "loop bounds.call x4 fixed/1s jitter=no ctx=no unwaited=0"
		err := call()
		if err == nil {
			return nil
		}
		if errs = append(errs, err); len(errs) > 3 {
			return errs[0]
		}
		time.Sleep(time.Second)
	}
}

// A list of unknown length says nothing.
func collectedBehind(errs []error) error {
	for len(errs) < 3 { // want "loop bounds.call .* fixed/1s jitter=no ctx=no unwaited=0"
		err := call()
		if err == nil {
			return nil
		}
		errs = append(errs, err)
		time.Sleep(time.Second)
	}
	return errs[0]
}

// The outer rounds are a retry of the inner ones.
func nestedRounds() (err error) {
	for range 2 { // want "loop bounds.call x2 fixed/1s jitter=no ctx=no unwaited=0"
		for range 3 { // want "loop bounds.call x3 fixed/1s jitter=no ctx=no unwaited=0"
			if err = call(); err == nil {
				return nil
			}
			time.Sleep(time.Second)
		}
	}
	return err
}

// Either of two calls may have failed.
func limitOfTwoCalls(work func() error) error {
	for n := 0; ; n++ { // want "loop bounds.call,work x6 fixed/1s"
		err := work()
		if err == nil {
			if err = call(); err == nil {
				return nil
			}
		}
		if n >= 5 || !errors.Is(err, errBusy) {
			return err
		}
		time.Sleep(time.Second)
	}
}

func growingToConstant() (err error) {
	for d := time.Millisecond; d < 100*time.Millisecond; d *= 3 { // want "loop bounds.call x5 exponential/1ms/x2 jitter=no ctx=no unwaited=0"
		if err = call(); err == nil {
			return nil
		}
		time.Sleep(d)
	}
	return err
}

func growingUpToConstant() (err error) {
	for d := time.Millisecond; d <= 81*time.Millisecond; d *= 3 { // want "loop bounds.call x5 exponential/1ms/x2 jitter=no ctx=no unwaited=0"
		if err = call(); err == nil {
			return nil
		}
		time.Sleep(d)
	}
	return err
}

// The guard against an overflow bounds nothing.
func growingForEver() {
	for d := time.Millisecond; ; d *= 2 { // want "loop bounds.call unbounded exponential/1ms/x2 jitter=no ctx=no unwaited=0"
		if d <= 0 {
			panic("overflow")
		}
		if call() == nil {
			return
		}
		time.Sleep(d)
	}
}

// The second call is reached only where the first one worked; the number is the same.
func countedSecond(first func() error) (err error) {
	for i := 0; i < 5; i++ { // want "loop bounds.call,bounds.wrapped,first x5 none"
		if err = first(); err != nil {
			continue
		}
		if err = wrapped(call()); err != nil {
			continue
		}
		break
	}
	return err
}

func countedSecondInclusive(first func() error) (err error) {
	for i := 0; i <= 5; i++ { // want "loop bounds.call,bounds.wrapped,first x6 none"
		if err = first(); err != nil {
			continue
		}
		if err = wrapped(call()); err != nil {
			continue
		}
		break
	}
	return err
}

func countedSecondDown(first func() error) (err error) {
	for left := 5; 0 <= left; left-- { // want "loop bounds.call,bounds.wrapped,first x6 none"
		if err = first(); err != nil {
			continue
		}
		if err = wrapped(call()); err != nil {
			continue
		}
		break
	}
	return err
}

func wrapped(err error) error {
	if err != nil {
		return errors.Join(errBusy, err)
	}
	return nil
}

// Being busy does not count.
func countedMostly() (err error) {
	for n := 0; n < 5; { // want "loop bounds.call x<5> fixed/1s"
		if err = call(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
		if errors.Is(err, errBusy) {
			continue
		}
		n++
	}
	return err
}
