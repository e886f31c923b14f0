// Package waits holds what is not right yet. The want comments say what would be, and
// the comment of a function what is wrong.
package waits

import (
	"crypto/rand"
	"encoding/binary"
	"errors"
	randv2 "math/rand/v2"
	"net"
	"net/http"
	"strconv"
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

func pauseFor(err error) time.Duration {
	if errors.Is(err, errBusy) {
		return 0
	}
	return time.Second
}

// The range over a ticker is taken for a bound.
func rangeTicker() {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for range t.C { // want "loop waits.call unbounded .* jitter=no ctx=no unwaited=0"
		if call() == nil {
			return
		}
	}
}

// The path of the helper that gives no pause is not told from the other.
func zeroOnOnePath() {
	for { // want "loop waits.call unbounded .* jitter=no ctx=no unwaited=1"
		err := call()
		if err == nil {
			return
		}
		time.Sleep(pauseFor(err))
	}
}

// The largest delay is not seen.
func capped() {
	d := 100 * time.Millisecond
	for call() != nil { // want "loop waits.call unbounded exponential/100ms/10s/x2 jitter=no ctx=no unwaited=0"
		time.Sleep(d)
		d *= 2
		if d > 10*time.Second {
			d = 10 * time.Second
		}
	}
}

// The factor 100 is dropped: the first delay is 1ms.
func shifted() (err error) {
	for i := range 5 { // want "loop waits.call x5 exponential/100ms/x2 jitter=no ctx=no unwaited=0"
		if err = call(); err == nil {
			return nil
		}
		time.Sleep(time.Duration(1<<i) * 100 * time.Millisecond)
	}
	return err
}

// The factor is given as 2.
func half() (err error) {
	d := time.Second
	for range 5 { // want "loop waits.call x5 exponential/1s/x1.5 jitter=no ctx=no unwaited=0"
		if err = call(); err == nil {
			return nil
		}
		time.Sleep(d)
		d += d / 2
	}
	return err
}

// The factor is given as 2.
func floatFactor() (err error) {
	d := time.Second
	for range 5 { // want "loop waits.call x5 exponential/1s/x1.5 jitter=no ctx=no unwaited=0"
		if err = call(); err == nil {
			return nil
		}
		time.Sleep(d)
		d = time.Duration(float64(d) * 1.5)
	}
	return err
}

// That the range of the random delay grows is not seen: fixed.
func fullJitter() (err error) {
	for i := range 5 { // want "loop waits.call x5 exponential.* jitter=yes ctx=no unwaited=0"
		if err = call(); err == nil {
			return nil
		}
		time.Sleep(randv2.N(time.Second << i))
	}
	return err
}

// Random bytes are not taken for jitter.
func cryptoJitter() (err error) {
	for range 5 { // want "loop waits.call x5 .* jitter=yes ctx=no unwaited=0"
		if err = call(); err == nil {
			return nil
		}
		var b [8]byte
		rand.Read(b[:])
		time.Sleep(time.Second + time.Duration(binary.BigEndian.Uint64(b[:])%1e9))
	}
	return err
}

// The delay that the server asks for is not seen, only the one used without it.
func retryAfter(c *http.Client, req *http.Request) (*http.Response, error) {
	for range 3 { // want "loop http.Client.Do x3 server jitter=.* ctx=no unwaited=0"
		resp, err := c.Do(req)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusTooManyRequests {
			return resp, nil
		}
		resp.Body.Close()
		n, err := strconv.Atoi(resp.Header.Get("Retry-After"))
		if err != nil {
			n = 1
		}
		time.Sleep(time.Duration(n) * time.Second)
	}
	return nil, errBusy
}

// A channel that says when to go on is taken for one that says to stop.
func signalled(wake <-chan struct{}) {
	for call() != nil { // want "loop waits.call unbounded event jitter=unknown ctx=no unwaited=0"
		<-wake
	}
}

// The channel is taken for one that says to stop; the timer that closes it is not seen.
func afterFunc() {
	for call() != nil { // want "loop waits.call unbounded fixed/1s jitter=no ctx=no unwaited=0"
		ch := make(chan struct{})
		time.AfterFunc(time.Second, func() { close(ch) })
		<-ch
	}
}

// A wait that is deferred is not seen.
func deferredWait() (err error) {
	try := func() (ok bool) {
		defer func() {
			if !ok {
				time.Sleep(time.Second)
			}
		}()
		return call() == nil
	}
	for range 3 { // want "loop .* x3 fixed/1s jitter=no ctx=no unwaited=0"
		if try() {
			return nil
		}
	}
	return errBusy
}

func step() error {
	if err := call(); err != nil {
		time.Sleep(time.Second)
		return err
	}
	return nil
}

// The wait inside the operation has no delay.
func waitInFunction() {
	for step() != nil { // want "loop waits.step unbounded fixed/1s jitter=no ctx=no unwaited=0"
	}
}

// The timeout is taken for the wait.
func tickWithTimeout() error {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	timeout := time.After(time.Minute)
	for { // want "loop waits.call deadline.* event jitter=unknown ctx=no unwaited=0"
		select {
		case <-t.C:
			if err := call(); err == nil {
				return nil
			}
		case <-timeout:
			return errBusy
		}
	}
}

// The factor 100 is dropped: the delay is 1ms.
func linearMillis() (err error) {
	for i := range 5 { // want "loop waits.call x5 linear/100ms jitter=no ctx=no unwaited=0"
		if err = call(); err == nil {
			return nil
		}
		time.Sleep(time.Duration(i+1) * 100 * time.Millisecond)
	}
	return err
}
