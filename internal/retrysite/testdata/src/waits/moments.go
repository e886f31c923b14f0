package waits

import (
	"context"
	"errors"
	"math/rand"
	"net"
	"sync/atomic"
	"time"
)

// untilOwn waits for a moment that is a second away.
func untilOwn(ctx context.Context, addr string) net.Conn {
	for { // want "loop net.Dial deadline fixed/1s jitter=no ctx=yes unwaited=0"
		c, err := net.Dial("tcp", addr)
		if err == nil {
			return c
		}
		next := time.Now().Add(time.Second)
		prepare()
		t := time.NewTimer(time.Until(next))
		select {
		case <-ctx.Done():
			t.Stop()
			return nil
		case <-t.C:
		}
	}
}

func prepare() {}

// spread takes the length of its waits from somebody else.
type spread struct {
	delay func(n int) time.Duration
	free  atomic.Int64
}

func (s *spread) untilGiven(addr string) net.Conn {
	for n := 0; ; n++ { // want "loop net.Dial unbounded custom jitter=unknown ctx=no unwaited=0"
		c, err := net.Dial("tcp", addr)
		if err == nil {
			return c
		}
		next := time.Now().Add(s.delay(n))
		time.Sleep(next.Sub(time.Now()))
	}
}

// untilFree waits for a moment that the server has told.
func (s *spread) untilFree(addr string) net.Conn {
	for { // want "loop net.Dial unbounded custom jitter=unknown ctx=no unwaited=0"
		c, err := net.Dial("tcp", addr)
		if err == nil {
			return c
		}
		<-time.After(time.Until(time.Unix(0, s.free.Load())))
	}
}

// redial waits for the first of the moments that it keeps.
func redial(addr string, next map[string]time.Time) net.Conn {
	for { // want "loop net.Dial unbounded fixed/1s/10s jitter=no ctx=no unwaited=0"
		c, err := net.Dial("tcp", addr)
		if err == nil {
			return c
		}
		next[addr] = time.Now().Add(time.Minute)
		sleep := 10 * time.Second
		for _, at := range next {
			sleep = min(sleep, time.Until(at))
		}
		time.Sleep(max(sleep, time.Second))
	}
}

// spreadAfter gives a channel that is ready once d and up to as much again have passed.
func spreadAfter(d time.Duration) <-chan time.Time {
	return time.After(d + time.Duration(rand.Int63n(int64(d))))
}

func byChannel(ctx context.Context, addr string) net.Conn {
	for { // want "loop net.Dial deadline fixed/1s jitter=yes ctx=yes unwaited=0"
		c, err := net.Dial("tcp", addr)
		if err == nil {
			return c
		}
		select {
		case <-ctx.Done():
			return nil
		case <-spreadAfter(time.Second):
		}
	}
}

// member joins a group and stays in it.
type member struct {
	ctx   context.Context
	delay time.Duration
	addr  string
	lost  func(error)
}

func (m *member) run() {
	for { // want "loop waits.member.join deadline fixed jitter=no ctx=yes unwaited=0"
		err := m.join()
		if err == nil {
			return
		}
		if stop := m.failWait(err); stop {
			return
		}
	}
}

func (m *member) join() error {
	c, err := net.Dial("tcp", m.addr)
	if err != nil {
		return err
	}
	return c.Close()
}

// failWait reports whether it is time to stop, and not whether to go on.
func (m *member) failWait(err error) (stop bool) {
	m.lost(err)
	if errors.Is(err, context.Canceled) || m.ctx.Err() != nil {
		return true
	}
	select {
	case <-m.ctx.Done():
		return true
	case <-time.After(m.delay):
	}
	return false
}

func (m *member) hurry() {
	for { // want "loop waits.member.join unbounded none jitter=no ctx=no unwaited=1"
		err := m.join()
		if err == nil {
			return
		}
		if again := m.failHurry(err); !again {
			return
		}
	}
}

// failHurry says true both where it has waited and where it has not.
func (m *member) failHurry(err error) (again bool) {
	if errors.Is(err, errBusy) {
		return true
	}
	select {
	case <-m.ctx.Done():
		return false
	case <-time.After(m.delay):
	}
	return true
}

type exitRequest struct{ ID string }

type exitResponse struct{ Status int }

// exits is a client: its Wait asks for something.
type exits interface {
	Wait(ctx context.Context, in *exitRequest) (*exitResponse, error)
}

func status(ctx context.Context, c exits, id string) *exitResponse {
	for { // want "loop waits.exits.Wait deadline fixed/1s jitter=no ctx=yes unwaited=0"
		out, err := c.Wait(ctx, &exitRequest{ID: id})
		if err == nil {
			return out
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return nil
		}
	}
}

var errNobody = errors.New("nobody listens")

type publisher interface {
	Publish(ctx context.Context, msg string) error
}

// publish sends again only what nobody listened to: the end of the context ends it.
func publish(ctx context.Context, p publisher, pause time.Duration) error {
	err := p.Publish(ctx, "msg")
	for n := 0; errors.Is(err, errNobody) && n < 3; n++ { // want "loop waits.publisher.Publish x3 fixed jitter=no ctx=yes unwaited=0$"
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
		err = p.Publish(ctx, "msg")
	}
	return err
}

// publishAll sends again whatever went wrong.
func publishAll(ctx context.Context, p publisher, pause time.Duration) error {
	err := p.Publish(ctx, "msg")
	for n := 0; err != nil && n < 3; n++ { // want "loop waits.publisher.Publish x3 fixed jitter=no ctx=yes unwaited=0 ignores the end"
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
		err = p.Publish(ctx, "msg")
	}
	return err
}

// squared grows, and neither by steps nor by a factor.
func squared(addr string) net.Conn {
	for n := 1; ; n++ { // want "loop net.Dial unbounded custom.* jitter=no ctx=no unwaited=0"
		c, err := net.Dial("tcp", addr)
		if err == nil {
			return c
		}
		time.Sleep(time.Duration(100*n*n) * time.Millisecond)
	}
}

// The operation waits, once it is told that it is not the first attempt.
func waitsInside() (err error) {
	for attempt := 0; attempt < 3; attempt++ { // want "loop waits.paced x3 fixed/1s jitter=no ctx=no unwaited=0"
		if err = paced(attempt); err == nil {
			return nil
		}
	}
	return err
}

func paced(attempt int) error {
	if attempt > 0 {
		time.Sleep(time.Second)
	}
	return call()
}

// This one waits only from the third attempt on.
func waitsInsideLate() (err error) {
	for attempt := 0; attempt < 3; attempt++ { // want "loop waits.pacedLate x3 none jitter=no ctx=no unwaited=1"
		if err = pacedLate(attempt); err == nil {
			return nil
		}
	}
	return err
}

func pacedLate(attempt int) error {
	if attempt > 1 {
		time.Sleep(time.Second)
	}
	return call()
}

type Policy interface{ Attempt(n int) bool }

type Simple struct{ Max int }

func (s *Simple) Attempt(n int) bool { return n < s.Max }

type Growing struct{ Max int }

func (g *Growing) Attempt(n int) bool {
	if n >= g.Max {
		return false
	}
	time.Sleep(time.Duration(n) * time.Second)
	return true
}

// Whether it waits is for the policy to say.
func asksPolicy(p Policy) (err error) {
	for n := 1; ; n++ { // want "loop waits.call .* custom jitter=unknown ctx=no unwaited=0"
		if err = call(); err == nil || !p.Attempt(n) {
			return err
		}
	}
}

// The caller can switch the wait off, and nobody here does.
func maybePaused(pause time.Duration) (err error) {
	for i := range 3 { // want "loop waits.call x3 fixed jitter=no ctx=no unwaited=0"
		if err = call(); err == nil {
			return nil
		}
		if i < 2 && pause > 0 {
			time.Sleep(pause)
		}
	}
	return err
}

// The one caller switches the wait off.
func neverPaused(pause time.Duration) (err error) {
	for range 3 { // want "loop waits.call x3 .* jitter=no ctx=no unwaited=1"
		if err = call(); err == nil {
			return nil
		}
		if pause > 0 {
			time.Sleep(pause)
		}
	}
	return err
}

func hasty() error { return neverPaused(0) }

// busyError is what a server answers that wants to be left alone for a time.
type busyError struct{ RetryAfter time.Duration }

func (b *busyError) Error() string { return "busy" }

func asTold(ask func() error) error {
	for { // want "loop ask unbounded server jitter=no ctx=no unwaited=0"
		err := ask()
		var busy *busyError
		if !errors.As(err, &busy) {
			return err
		}
		time.Sleep(busy.RetryAfter)
	}
}
