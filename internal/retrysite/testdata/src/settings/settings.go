// Package settings holds loops whose delay grows, or is drawn at random, or not,
// by what a setting says that was given elsewhere.
package settings

import (
	"context"
	"math/rand"
	"net/http"
	"time"

	"settings/pace"
)

func call() error {
	_, err := http.Get("http://localhost")
	return err
}

// A truth value in a struct, by literals and by a constructor.

type pause struct {
	base   time.Duration
	spread bool
}

func newPause(base time.Duration, spread bool) *pause { return &pause{base, spread} }

func (p *pause) wait(n int) {
	d := p.base << n
	if p.spread {
		d += time.Duration(rand.Int63n(int64(d)))
	}
	time.Sleep(d)
}

var (
	even   = &pause{base: time.Second}
	uneven = newPause(time.Second, true)
)

func withEven() error {
	for i := 0; ; i++ { // want "loop settings.call unbounded exponential.* jitter=no"
		if err := call(); err == nil {
			return nil
		}
		even.wait(i)
	}
}

func withUneven() error {
	for i := 0; ; i++ { // want "loop settings.call unbounded exponential.* jitter=yes"
		if err := call(); err == nil {
			return nil
		}
		uneven.wait(i)
	}
}

func withLocal() error {
	p := newPause(time.Second, false)
	for i := 0; ; i++ { // want "loop settings.call unbounded exponential.* jitter=no"
		if err := call(); err == nil {
			return nil
		}
		p.wait(i)
	}
}

// withParam is given its setting.
func withParam(p *pause) error {
	for i := 0; ; i++ { // want "loop settings.call unbounded exponential.* jitter=yes"
		if err := call(); err == nil {
			return nil
		}
		p.wait(i)
	}
}

// A kind of jitter as a number, handed from function to function.

type style int

const (
	plain style = iota
	full
	half
)

func delayIn(s style, base time.Duration, n int) time.Duration {
	d := base * time.Duration(1<<n)
	switch s {
	case full:
		return time.Duration(rand.Int63n(int64(d)))
	case half:
		return d/2 + time.Duration(rand.Int63n(int64(d/2)))
	}
	return d
}

func rest(ctx context.Context, s style, n int) error {
	t := time.NewTimer(delayIn(s, time.Second, n))
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func withPlain(ctx context.Context) error {
	for i := 0; ; i++ { // want "loop settings.call deadline exponential.* jitter=no"
		err := call()
		if err == nil {
			return nil
		}
		if err := rest(ctx, plain, i); err != nil {
			return err
		}
	}
}

func withHalf(ctx context.Context) error {
	for i := 0; ; i++ { // want "loop settings.call deadline exponential.* jitter=yes"
		err := call()
		if err == nil {
			return nil
		}
		if err := rest(ctx, half, i); err != nil {
			return err
		}
	}
}

func inLoop() error {
	for i := 0; ; i++ { // want "loop settings.call unbounded exponential.* jitter=no"
		if err := call(); err == nil {
			return nil
		}
		time.Sleep(delayIn(plain, time.Second, i))
	}
}

// A factor that is laid over the delay, in a client's field.

type client struct {
	steady options
	random options
	later  options
}

type options struct {
	min    time.Duration
	factor float64
}

func newClient() *client {
	return &client{
		steady: options{min: time.Second, factor: 0},
		random: options{min: time.Second, factor: 0.5},
		later:  options{min: time.Second},
	}
}

// setSpread shows that the field may hold another value by and by.
func (c *client) setSpread(f float64) { c.later = options{time.Second, f} }

func (o options) next(n int) time.Duration {
	d := float64(o.min) * float64(n)
	delta := o.factor * d
	lo, hi := d-delta, d+delta
	return time.Duration(lo + rand.Float64()*(hi-lo))
}

func (c *client) withSteady() error {
	for i := 0; ; i++ { // want "loop settings.call unbounded linear.* jitter=no"
		if err := call(); err == nil {
			return nil
		}
		time.Sleep(c.steady.next(i))
	}
}

func (c *client) withRandom() error {
	for i := 0; ; i++ { // want "loop settings.call unbounded linear.* jitter=yes"
		if err := call(); err == nil {
			return nil
		}
		time.Sleep(c.random.next(i))
	}
}

func (c *client) withLater() error {
	for i := 0; ; i++ { // want "loop settings.call unbounded linear.* jitter=yes"
		if err := call(); err == nil {
			return nil
		}
		time.Sleep(c.later.next(i))
	}
}

// Functions that make functions, in a table.

type waiter func(n int)

var makers = map[string]func(time.Duration) waiter{
	"fixed": func(d time.Duration) waiter {
		return func(int) { time.Sleep(d) }
	},
	"spread": func(d time.Duration) waiter {
		return func(int) { time.Sleep(d + time.Duration(rand.Int63n(int64(d)))) }
	},
}

func withTable() error {
	wait := makers["fixed"](time.Second)
	for i := 0; ; i++ { // want "loop settings.call unbounded fixed.* jitter=no"
		if err := call(); err == nil {
			return nil
		}
		wait(i)
	}
}

func withOtherRow() error {
	wait := makers["spread"](time.Second)
	for i := 0; ; i++ { // want "loop settings.call unbounded fixed.* jitter=yes"
		if err := call(); err == nil {
			return nil
		}
		wait(i)
	}
}

// Functions that are made once for each name, and kept.

type recipe struct {
	name string
	mode int
}

var (
	calm  = &recipe{"calm", 1}
	fussy = &recipe{"fussy", 2}
)

type budget struct {
	left int
	made map[string]func() int
}

func (r *recipe) build() func() int {
	last := 1
	return func() int {
		d := 0
		switch r.mode {
		case 1:
			d = last * 2
		case 2:
			d = 1 + rand.Intn(last)
		}
		time.Sleep(time.Duration(d) * time.Millisecond)
		last = d
		return d
	}
}

func (b *budget) spend(r *recipe, err error) error {
	if b.left <= 0 {
		return err
	}
	if b.made == nil {
		b.made = map[string]func() int{}
	}
	f, ok := b.made[r.name]
	if !ok {
		f = r.build()
		b.made[r.name] = f
	}
	b.left -= f()
	return nil
}

func withCalm(b *budget) error {
	for { // want "loop settings.call .* exponential.* jitter=no"
		err := call()
		if err == nil {
			return nil
		}
		if err := b.spend(calm, err); err != nil {
			return err
		}
	}
}

func withFussy(b *budget) error {
	for { // want "loop settings.call .* jitter=yes"
		err := call()
		if err == nil {
			return nil
		}
		if err := b.spend(fussy, err); err != nil {
			return err
		}
	}
}

// A function as a setting.

type retrier struct {
	around func(time.Duration) time.Duration
	base   time.Duration
}

func same(d time.Duration) time.Duration { return d }

func scatter(d time.Duration) time.Duration { return d/2 + time.Duration(rand.Int63n(int64(d))) }

func (r retrier) pause() { time.Sleep(r.around(r.base)) }

func withSame() error {
	r := retrier{around: same, base: time.Second}
	for { // want "loop settings.call unbounded fixed.* jitter=no"
		if err := call(); err == nil {
			return nil
		}
		r.pause()
	}
}

func withScatter() error {
	r := retrier{around: scatter, base: time.Second}
	for { // want "loop settings.call unbounded fixed.* jitter=yes"
		if err := call(); err == nil {
			return nil
		}
		r.pause()
	}
}

// Policies of another package.

func slowly(ctx context.Context) error {
	for i := 0; ; i++ { // want "loop settings.call deadline exponential.* jitter=no"
		err := call()
		if err == nil {
			return nil
		}
		if err := pace.Wait(ctx, pace.Steady, i); err != nil {
			return err
		}
	}
}

// steady hands on what another package has.
func steady() *pace.Policy { return pace.Steady }

func handedOn(ctx context.Context) error {
	for i := 0; ; i++ { // want "loop settings.call deadline exponential.* jitter=no"
		err := call()
		if err == nil {
			return nil
		}
		if err := pace.Wait(ctx, steady(), i); err != nil {
			return err
		}
	}
}

func scattered(ctx context.Context) error {
	for i := 0; ; i++ { // want "loop settings.call deadline exponential.* jitter=yes"
		err := call()
		if err == nil {
			return nil
		}
		if err := pace.Wait(ctx, pace.Scattered, i); err != nil {
			return err
		}
	}
}

func byMethod() error {
	for i := 0; ; i++ { // want "loop settings.call unbounded fixed.* jitter=no"
		if err := call(); err == nil {
			return nil
		}
		pace.Fixed.Pause()
	}
}

func byNumber() error {
	for i := 0; ; i++ { // want "loop settings.call unbounded exponential.* jitter=no"
		if err := call(); err == nil {
			return nil
		}
		time.Sleep(pace.Delay(i, pace.None))
	}
}

func byOtherNumber() error {
	for i := 0; ; i++ { // want "loop settings.call unbounded exponential.* jitter=yes"
		if err := call(); err == nil {
			return nil
		}
		time.Sleep(pace.Delay(i, pace.Full))
	}
}
