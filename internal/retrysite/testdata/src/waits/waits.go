// Package waits holds loops by what waits between their attempts, and how.
package waits

import (
	"context"
	"errors"
	"log"
	"math"
	mrand "math/rand"
	randv2 "math/rand/v2"
	"net"
	"sync"
	"time"
)

var errBusy = errors.New("busy")

func call() error {
	c, err := net.Dial("tcp", "db:5432")
	if err != nil {
		return err
	}
	return c.Close()
}

func after() {
	for call() != nil { // want "loop waits.call unbounded fixed/1s jitter=no ctx=no unwaited=0"
		<-time.After(time.Second)
	}
}

func timer() {
	for call() != nil { // want "loop waits.call unbounded fixed/1s jitter=no ctx=no unwaited=0"
		t := time.NewTimer(time.Second)
		<-t.C
	}
}

func resetTimer(ctx context.Context) error {
	t := time.NewTimer(0)
	defer t.Stop()
	for d := time.Second; ; d *= 2 { // want "loop waits.call deadline exponential/1s/x2 jitter=no ctx=yes unwaited=0"
		if err := call(); err == nil {
			return nil
		}
		t.Reset(d)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-t.C:
		}
	}
}

func ticker(ctx context.Context) error {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for { // want "loop waits.call deadline event jitter=unknown ctx=yes unwaited=0"
		if err := call(); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-t.C:
		}
	}
}

func selectAfter(ctx context.Context) error {
	for { // want "loop waits.call deadline fixed/1s jitter=no ctx=yes unwaited=0"
		if err := call(); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

type poller struct {
	stop  chan struct{}
	wake  chan struct{}
	pause func(time.Duration)
	delay time.Duration
	mu    sync.Mutex
}

func newPoller() *poller { return &poller{pause: time.Sleep, delay: 2 * time.Second} }

func (p *poller) doneChannel() {
	for { // want "loop waits.call deadline fixed/2s jitter=no ctx=yes unwaited=0"
		if call() == nil {
			return
		}
		select {
		case <-p.stop:
			return
		case <-time.After(p.delay):
		}
	}
}

func (p *poller) wakeOrTime() {
	for { // want "loop waits.call deadline fixed/2s jitter=no ctx=yes unwaited=0"
		if call() == nil {
			return
		}
		select {
		case <-p.stop:
			return
		case <-p.wake:
		case <-time.After(p.delay):
		}
	}
}

func (p *poller) funcField() (err error) {
	for i := 0; i < 3; i++ { // want "loop waits.call x3 fixed/2s jitter=no ctx=no unwaited=0"
		if err = call(); err == nil {
			return nil
		}
		p.pause(p.delay)
	}
	return err
}

// Pauser waits as its field says, so that tests need not wait.
type Pauser struct {
	Pause func(time.Duration)
}

func (p *Pauser) exported() (err error) {
	for i := 0; i < 3; i++ { // want "loop waits.call x3 fixed/1s jitter=no ctx=no unwaited=0"
		if err = call(); err == nil {
			return nil
		}
		p.Pause(time.Second)
	}
	return err
}

var sleep = time.Sleep

func funcVar() (err error) {
	for i := 0; i < 3; i++ { // want "loop waits.call x3 fixed/1s jitter=no ctx=no unwaited=0"
		if err = call(); err == nil {
			return nil
		}
		sleep(time.Second)
	}
	return err
}

func nap(d time.Duration) { time.Sleep(d) }

func helper() (err error) {
	for i := 0; i < 3; i++ { // want "loop waits.call x3 fixed/1s jitter=no ctx=no unwaited=0"
		if err = call(); err == nil {
			return nil
		}
		nap(time.Second)
	}
	return err
}

func sleepCtx(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

func topSkipped() (err error) {
	for i := 0; i < 3; i++ { // want "loop waits.call x3 fixed/1s jitter=no ctx=no unwaited=0"
		if i > 0 {
			time.Sleep(time.Second)
		}
		if err = call(); err == nil {
			return nil
		}
	}
	return err
}

func notAfterLast() (err error) {
	const n = 3
	for i := 0; i < n; i++ { // want "loop waits.call x3 fixed/1s jitter=no ctx=no unwaited=0"
		if err = call(); err == nil {
			return nil
		}
		if i < n-1 {
			time.Sleep(time.Second)
		}
	}
	return err
}

// The limit is not known; the last round is.
func notAfterLastOf(n int) (err error) {
	for i := 0; i < n; i++ { // want "loop waits.call x<n> fixed/1s jitter=no ctx=no unwaited=0"
		if err = call(); err == nil {
			return nil
		}
		if i+1 < n {
			time.Sleep(time.Second)
		}
	}
	return err
}

type tries struct{ most int }

func (t *tries) notAfterLast() (err error) {
	for i := 1; i <= t.most; i++ { // want "loop waits.call x<t.most> fixed/1s jitter=no ctx=no unwaited=0"
		if err = call(); err == nil {
			return nil
		}
		if i == t.most {
			continue
		}
		time.Sleep(time.Second)
	}
	return err
}

func notAfterLastDelay(delays []time.Duration) (err error) {
	for i := range delays { // want "loop waits.call .* custom jitter=.* ctx=no unwaited=0"
		if err = call(); err == nil {
			return nil
		}
		if i < len(delays)-1 {
			time.Sleep(delays[i])
		}
	}
	return err
}

func notBeforeLastTwo(n int) (err error) {
	for i := 0; i < n; i++ { // want "loop waits.call x<n> fixed/1s jitter=no ctx=no unwaited=1"
		if err = call(); err == nil {
			return nil
		}
		if i+2 < n {
			time.Sleep(time.Second)
		}
	}
	return err
}

func fiveNanoseconds() {
	for call() != nil { // want "loop waits.call unbounded .* jitter=no ctx=no unwaited=1"
		time.Sleep(5)
	}
}

func pauseFor(err error) time.Duration {
	if errors.Is(err, errBusy) {
		return 0
	}
	return time.Second
}

func onlyForBusy() (err error) {
	for range 10 { // want "loop waits.call x10 fixed/1s jitter=no ctx=no unwaited=1"
		if err = call(); err == nil {
			return nil
		}
		if errors.Is(err, errBusy) {
			time.Sleep(time.Second)
		}
	}
	return err
}

func everyTenth() (err error) {
	for i := 0; i < 100; i++ { // want "loop waits.call x100 fixed/1s jitter=no ctx=no unwaited=1"
		if err = call(); err == nil {
			return nil
		}
		if i%10 == 9 {
			time.Sleep(time.Second)
		}
	}
	return err
}

// The wait is where nothing has failed.
func onSuccessOnly(ctx context.Context) {
	for ctx.Err() == nil { // want "worker|reconnect"
		c, err := net.Dial("tcp", "db:5432")
		if err != nil {
			continue
		}
		c.Close()
		time.Sleep(time.Second)
	}
}

type limiter interface {
	Wait(ctx context.Context) error
}

func limited(ctx context.Context, l limiter) error {
	for { // want "loop waits.call deadline .* ctx=yes unwaited=0"
		if err := l.Wait(ctx); err != nil {
			return err
		}
		if call() == nil {
			return nil
		}
	}
}

func doubling() (err error) {
	d := 100 * time.Millisecond
	for range 5 { // want "loop waits.call x5 exponential/100ms/x2 jitter=no ctx=no unwaited=0"
		if err = call(); err == nil {
			return nil
		}
		time.Sleep(d)
		d *= 2
	}
	return err
}

func power() (err error) {
	for i := range 5 { // want "loop waits.call x5 exponential.* jitter=no ctx=no unwaited=0"
		if err = call(); err == nil {
			return nil
		}
		time.Sleep(time.Duration(math.Pow(2, float64(i))) * time.Second)
	}
	return err
}

func linear() (err error) {
	for i := 1; i <= 5; i++ { // want "loop waits.call x5 linear.* jitter=no ctx=no unwaited=0"
		if err = call(); err == nil {
			return nil
		}
		time.Sleep(time.Duration(i) * time.Second)
	}
	return err
}

func adding() (err error) {
	d := time.Second
	for range 5 { // want "loop waits.call x5 linear/1s jitter=no ctx=no unwaited=0"
		if err = call(); err == nil {
			return nil
		}
		time.Sleep(d)
		d += time.Second
	}
	return err
}

func growBy(d time.Duration) time.Duration {
	d *= 2
	if d > time.Minute {
		d = time.Minute
	}
	return d
}

func growHelper() (err error) {
	d := time.Second
	for range 5 { // want "loop waits.call x5 exponential/1s.* jitter=no ctx=no unwaited=0"
		if err = call(); err == nil {
			return nil
		}
		time.Sleep(d)
		d = growBy(d)
	}
	return err
}

func backoff(attempt int) time.Duration {
	return time.Duration(1<<attempt) * time.Second
}

func delayHelper() (err error) {
	for i := range 5 { // want "loop waits.call x5 exponential/1s/x2 jitter=no ctx=no unwaited=0"
		if err = call(); err == nil {
			return nil
		}
		time.Sleep(backoff(i))
	}
	return err
}

func jittered(d time.Duration) time.Duration {
	return d/2 + time.Duration(mrand.Int63n(int64(d)/2))
}

func jitterHelper() (err error) {
	for i := range 5 { // want "loop waits.call x5 exponential.* jitter=yes ctx=no unwaited=0"
		if err = call(); err == nil {
			return nil
		}
		time.Sleep(jittered(time.Second << i))
	}
	return err
}

func ownSource(r *mrand.Rand) (err error) {
	for range 5 { // want "loop waits.call x5 .* jitter=yes ctx=no unwaited=0"
		if err = call(); err == nil {
			return nil
		}
		time.Sleep(time.Second + time.Duration(r.Intn(1000))*time.Millisecond)
	}
	return err
}

// The jitter is computed and left out.
func jitterLost() (err error) {
	for range 5 { // want "loop waits.call x5 fixed/1s jitter=no ctx=no unwaited=0"
		if err = call(); err == nil {
			return nil
		}
		d := time.Second
		with := d + time.Duration(mrand.Int63n(int64(d)))
		log.Printf("waiting %v", with)
		time.Sleep(d)
	}
	return err
}

func table() (err error) {
	ds := []time.Duration{time.Second, 5 * time.Second, time.Minute}
	for i := range 3 { // want "loop waits.call x3 custom.* jitter=no ctx=no unwaited=0"
		if err = call(); err == nil {
			return nil
		}
		time.Sleep(ds[i])
	}
	return err
}

func param(n int, d time.Duration) (err error) {
	for range n { // want "loop waits.call x<n> fixed jitter=no ctx=no unwaited=0"
		if err = call(); err == nil {
			return nil
		}
		time.Sleep(d)
	}
	return err
}

func condWait(cond *sync.Cond) {
	for call() != nil { // want "loop waits.call unbounded event jitter=unknown ctx=no unwaited=0"
		cond.L.Lock()
		cond.Wait()
		cond.L.Unlock()
	}
}

func timeoutContext(parent context.Context) error {
	ctx, cancel := context.WithTimeout(parent, 30*time.Second)
	defer cancel()
	for { // want "loop waits.call deadline.* fixed/1s jitter=no ctx=yes unwaited=0"
		if call() == nil {
			return nil
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func ignoresEnd(ctx context.Context) {
	for { // want "loop waits.call .* fixed/1s jitter=no .* ignores the end"
		if call() == nil {
			return
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
		}
	}
}

func overflow() {
	d := time.Second
	for { // want "loop waits.call unbounded exponential/1s/x2 jitter=no ctx=no unwaited=0"
		if call() == nil {
			return
		}
		time.Sleep(d)
		d *= 2
	}
}

type backoffPolicy struct {
	base, max time.Duration
	attempt   int
}

func (b *backoffPolicy) next() time.Duration {
	d := b.base << b.attempt
	b.attempt++
	if d > b.max {
		d = b.max
	}
	return d + time.Duration(randv2.Int64N(int64(d)/10))
}

func policyObject(b *backoffPolicy) {
	for call() != nil { // want "loop waits.call unbounded exponential.* jitter=yes ctx=no unwaited=0"
		time.Sleep(b.next())
	}
}

// Backoff counts by itself.
type Backoff struct {
	d    time.Duration
	left int
}

func (b *Backoff) Next() (time.Duration, bool) {
	if b.left == 0 {
		return 0, false
	}
	b.left--
	b.d *= 2
	return b.d, true
}

func nextOrStop(b *Backoff) error {
	for { // want "loop waits.call x<.*> exponential.* jitter=no ctx=no unwaited=0"
		err := call()
		if err == nil {
			return nil
		}
		d, ok := b.Next()
		if !ok {
			return err
		}
		time.Sleep(d)
	}
}

func (b *Backoff) Ongoing() bool { return b.left > 0 }

func (b *Backoff) Wait() {
	b.left--
	time.Sleep(b.d)
	b.d *= 2
}

func ongoing(b *Backoff) (err error) {
	for b.Ongoing() { // want "loop waits.call x<.*> exponential.* jitter=no ctx=no unwaited=0"
		if err = call(); err == nil {
			return nil
		}
		b.Wait()
	}
	return err
}

func sleepBool(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

func helperBool(ctx context.Context) error {
	for { // want "loop waits.call deadline fixed/1s jitter=no ctx=yes unwaited=0"
		err := call()
		if err == nil {
			return nil
		}
		if !sleepBool(ctx, time.Second) {
			return err
		}
	}
}

func helperCtx(ctx context.Context) error {
	for d := time.Second; ; d = min(2*d, time.Minute) { // want "loop waits.call deadline exponential/1s/1m0s/x2 jitter=no ctx=yes unwaited=0"
		err := call()
		if err == nil {
			return nil
		}
		if err := sleepCtx(ctx, d); err != nil {
			return err
		}
	}
}

func waitInOperation() {
	step := func() error {
		if err := call(); err != nil {
			time.Sleep(time.Second)
			return err
		}
		return nil
	}
	for { // want "loop .* unbounded fixed/1s jitter=no ctx=no unwaited=0"
		if step() == nil {
			return
		}
	}
}

func sleepUntilDone(ctx context.Context) error {
	for { // want "loop waits.call deadline fixed/1s jitter=no ctx=yes unwaited=0"
		if call() == nil {
			return nil
		}
		if sleepCtx(ctx, time.Second) != nil {
			return ctx.Err()
		}
	}
}

// A square is none of the usual growths.
func square() (err error) {
	for i := 1; i <= 5; i++ { // want "loop waits.call x5 custom/1s jitter=no ctx=no unwaited=0"
		if err = call(); err == nil {
			return nil
		}
		time.Sleep(time.Duration(i*i) * time.Second)
	}
	return err
}

// The first failure in a row is tried again at once, and only that one.
func firstAtOnce() {
	failures := 0
	for { // want "loop waits.call unbounded fixed/1s jitter=no ctx=no unwaited=0"
		if call() == nil {
			return
		}
		if failures > 0 {
			time.Sleep(time.Second)
		}
		failures++
	}
}

// So is one after another kind of failure, of which there may be many in a row.
func atOnceAfterOther() {
	failures := 0
	for { // want "loop waits.call unbounded fixed/1s jitter=no ctx=no unwaited=1"
		err := call()
		if err == nil {
			return
		}
		if failures > 0 {
			time.Sleep(time.Second)
		}
		if failures++; errors.Is(err, errBusy) {
			failures = 0
		}
	}
}

// The only attempt that is made again is made at once.
func onceAtOnce() (err error) {
	for i := 0; i < 2; i++ { // want "loop waits.call x2 none jitter=no ctx=no unwaited=1"
		if i > 1 {
			time.Sleep(time.Second)
		}
		if err = call(); err == nil {
			return nil
		}
	}
	return err
}
