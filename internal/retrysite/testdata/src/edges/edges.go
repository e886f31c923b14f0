// Package edges holds loops by how a failure comes round and a success leaves.
package edges

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"sync"
	"time"
)

var (
	errBusy = errors.New("busy")
	errGone = errors.New("gone")
)

type store interface {
	Get(ctx context.Context, key string) ([]byte, error)
	Put(ctx context.Context, key string, b []byte) error
	Ready(ctx context.Context) (bool, error)
}

func selectDefault(ctx context.Context, s store) ([]byte, error) {
	for { // want "loop edges.store.Get deadline fixed/1s jitter=no ctx=yes unwaited=0"
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		default:
		}
		b, err := s.Get(ctx, "k")
		if err == nil {
			return b, nil
		}
		time.Sleep(time.Second)
	}
}

func insideDefault(ctx context.Context, s store) ([]byte, error) {
	for { // want "loop edges.store.Get deadline none jitter=no ctx=yes unwaited=1"
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		default:
			if b, err := s.Get(ctx, "k"); err == nil {
				return b, nil
			}
		}
	}
}

func labelledBreak(ctx context.Context, s store) (b []byte, err error) {
tries:
	for range 3 { // want "loop edges.store.Get x3 none jitter=no ctx=no unwaited=1"
		b, err = s.Get(ctx, "k")
		switch {
		case err == nil:
			break tries
		case errors.Is(err, errGone):
			return nil, err
		}
	}
	return b, err
}

func labelledContinue(ctx context.Context, s store, keys []string) {
	for _, k := range keys {
	again:
		for range 3 { // want "loop edges.store.Get x3 fixed/1s jitter=no ctx=no unwaited=0"
			_, err := s.Get(ctx, k)
			if err != nil {
				time.Sleep(time.Second)
				continue again
			}
			break
		}
	}
}

// The next key after a success, the same one after a failure.
func outerContinue(ctx context.Context, s store, keys []string) {
keys:
	for _, k := range keys {
		for range 3 { // want "loop edges.store.Get x3 fixed/1s jitter=no ctx=no unwaited=0"
			if _, err := s.Get(ctx, k); err == nil {
				continue keys
			}
			time.Sleep(time.Second)
		}
	}
}

func jump(addr string) (net.Conn, error) {
	tries := 0
again: // want "loop net.Dial x3 fixed/1s jitter=no ctx=no unwaited=0"
	c, err := net.Dial("tcp", addr)
	if err != nil {
		if tries++; tries < 3 {
			time.Sleep(time.Second)
			goto again
		}
		return nil, err
	}
	return c, nil
}

func doWhile(addr string) (c net.Conn, err error) {
	for ok := true; ok; ok = err != nil { // want "loop net.Dial unbounded fixed/1s jitter=no ctx=no unwaited=0"
		if c, err = net.Dial("tcp", addr); err != nil {
			time.Sleep(time.Second)
		}
	}
	return c, nil
}

func whileError(addr string) net.Conn {
	c, err := net.Dial("tcp", addr)
	for err != nil { // want "loop net.Dial unbounded fixed/1s jitter=no ctx=no unwaited=0"
		time.Sleep(time.Second)
		c, err = net.Dial("tcp", addr)
	}
	return c
}

func errorFirst(addr string) (c net.Conn) {
	err := errBusy
	for i := 0; err != nil && i < 3; i++ { // want "loop net.Dial x3 none jitter=no ctx=no unwaited=1"
		c, err = net.Dial("tcp", addr)
	}
	return c
}

func flag(addr string) {
	sent := false
	for i := 0; i < 3 && !sent; i++ { // want "loop net.Dial x3 fixed/1s jitter=no ctx=no unwaited=0"
		if _, err := net.Dial("tcp", addr); err != nil {
			log.Print(err)
			time.Sleep(time.Second)
		} else {
			sent = true
		}
	}
}

func named(addr string) (c net.Conn, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("dial: %w", err)
		}
	}()
	for i := 0; i < 3; i++ { // want "loop net.Dial x3 none jitter=no ctx=no unwaited=1"
		c, err = net.Dial("tcp", addr)
		if err == nil {
			return
		}
	}
	return
}

func inlineClosure(addr string) (err error) {
	for i := 0; i < 3; i++ { // want "loop the_function_literal x3 fixed/1s jitter=no ctx=no unwaited=0"
		err = func() error {
			c, err := net.Dial("tcp", addr)
			if err != nil {
				return err
			}
			defer c.Close()
			_, err = c.Write([]byte("ping"))
			return err
		}()
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// The error that is looked at is the outer one: the loop never ends early, so it
// is not told apart from running the call three times.
func shadowed(addr string) error {
	var err error
	for i := 0; i < 3; i++ {
		_, err := net.Dial("tcp", addr)
		_ = err
	}
	return err
}

func status(c *http.Client, req *http.Request) (*http.Response, error) {
	for range 3 { // want "loop http.Client.Do x3 fixed/1s jitter=no ctx=no unwaited=0"
		resp, err := c.Do(req)
		if err != nil {
			return nil, err
		}
		switch resp.StatusCode {
		case http.StatusTooManyRequests, http.StatusServiceUnavailable:
			resp.Body.Close()
			time.Sleep(time.Second)
			continue
		}
		return resp, nil
	}
	return nil, errBusy
}

func statusDefaultRepeats(c *http.Client, req *http.Request) (*http.Response, error) {
	for range 3 { // want "loop http.Client.Do x3 fixed/1s jitter=no ctx=no unwaited=0"
		resp, err := c.Do(req)
		if err == nil {
			switch resp.StatusCode {
			case 200, 204:
				return resp, nil
			case 401, 403:
				return nil, errGone
			default:
				resp.Body.Close()
			}
		}
		time.Sleep(time.Second)
	}
	return nil, errBusy
}

func transient(resp *http.Response, err error) bool {
	if err != nil {
		return true
	}
	return resp.StatusCode == 429 || resp.StatusCode >= 500
}

func statusHelper(c *http.Client, req *http.Request) (resp *http.Response, err error) {
	for range 4 { // want "loop http.Client.Do x4 fixed/1s jitter=no ctx=no unwaited=0"
		resp, err = c.Do(req)
		if !transient(resp, err) {
			break
		}
		time.Sleep(time.Second)
	}
	return resp, err
}

var repeat = map[int]bool{429: true, 502: true, 503: true}

// ping swallows the error.
func ping(addr string) bool {
	c, err := net.Dial("tcp", addr)
	if err != nil {
		return false
	}
	c.Close()
	return true
}

func boolResult(addr string) bool {
	for i := 0; i < 5; i++ { // want "loop edges.ping x5 fixed/1s jitter=no ctx=no unwaited=0"
		if ping(addr) {
			return true
		}
		time.Sleep(time.Second)
	}
	return false
}

func boolCondition(addr string) {
	for !ping(addr) { // want "loop edges.ping unbounded fixed/1s jitter=no ctx=no unwaited=0"
		time.Sleep(time.Second)
	}
}

// fetch swallows the error and gives nil.
func fetch(url string) []byte {
	resp, err := http.Get(url)
	if err != nil {
		log.Print(err)
		return nil
	}
	defer resp.Body.Close()
	b, _ := io.ReadAll(resp.Body)
	return b
}

// A query that fails is taken for one that says no.
func waitsAndSwallows(ctx context.Context, s store) {
	for { // want "loop edges.store.Ready unbounded fixed/1s jitter=no ctx=no unwaited=0"
		if ok, err := s.Ready(ctx); err == nil && ok {
			return
		}
		time.Sleep(time.Second)
	}
}

type job struct {
	s   store
	err error
}

func (j *job) run(ctx context.Context) { _, j.err = j.s.Get(ctx, "k") }

func (j *job) storedInField(ctx context.Context) error {
	for range 3 { // want "loop edges.store.Put x3 fixed/1s jitter=no ctx=no unwaited=0"
		j.err = j.s.Put(ctx, "k", nil)
		if j.err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return j.err
}

func joined(ctx context.Context, s store) error {
	var errs error
	for range 3 { // want "loop edges.store.Put x3 none jitter=no ctx=no unwaited=1"
		err := s.Put(ctx, "k", nil)
		if err == nil {
			return nil
		}
		errs = errors.Join(errs, err)
	}
	return errs
}

func elseBranch(ctx context.Context, s store) (b []byte, err error) {
	for i := 0; i < 3; i++ { // want "loop edges.store.Get x3 fixed/1s jitter=no ctx=no unwaited=0"
		if b, err = s.Get(ctx, "k"); err != nil {
			time.Sleep(time.Second)
		} else {
			break
		}
	}
	return b, err
}

// Only one kind of failure comes round.
func onlyBusy(ctx context.Context, s store) error {
	for { // want "loop edges.store.Put unbounded fixed/1s jitter=no ctx=no unwaited=0"
		err := s.Put(ctx, "k", nil)
		if !errors.Is(err, errBusy) {
			return err
		}
		time.Sleep(time.Second)
	}
}

func typeSwitch(ctx context.Context, s store) error {
	for range 3 { // want "loop edges.store.Put x3 fixed/1s jitter=no ctx=no unwaited=0"
		err := s.Put(ctx, "k", nil)
		switch e := err.(type) {
		case nil:
			return nil
		case net.Error:
			if !e.Timeout() {
				return err
			}
		default:
			return err
		}
		time.Sleep(time.Second)
	}
	return errBusy
}

// Two steps, either of which can fail.
func twoSteps(ctx context.Context, s store, addr string) error {
	for i := 0; i < 3; i++ { // want "loop edges.store.Put,net.Dial x3 fixed/1s jitter=no ctx=no unwaited=0"
		if i > 0 {
			time.Sleep(time.Second)
		}
		if _, err := net.Dial("tcp", addr); err != nil {
			continue
		}
		if err := s.Put(ctx, "k", nil); err != nil {
			continue
		}
		return nil
	}
	return errBusy
}

// again says whether it is worth another attempt.
func attempt(ctx context.Context, s store) (again bool, err error) {
	err = s.Put(ctx, "k", nil)
	if err != nil {
		return errors.Is(err, errBusy), err
	}
	return false, nil
}

func toldToRetry(ctx context.Context, s store) error {
	for range 3 { // want "loop edges.attempt x3 fixed/1s jitter=no ctx=no unwaited=0"
		again, err := attempt(ctx, s)
		if !again {
			return err
		}
		time.Sleep(time.Second)
	}
	return errBusy
}

func inGoroutine(addr string, out chan<- net.Conn) {
	go func() {
		for i := 0; i < 3; i++ { // want "loop net.Dial x3 fixed/1s jitter=no ctx=no unwaited=0"
			if c, err := net.Dial("tcp", addr); err == nil {
				out <- c
				return
			}
			time.Sleep(time.Second)
		}
		close(out)
	}()
}

func locked(mu *sync.Mutex, addr string) (c net.Conn, err error) {
	for range 3 { // want "loop net.Dial x3 none jitter=no ctx=no unwaited=1"
		mu.Lock()
		c, err = net.Dial("tcp", addr)
		mu.Unlock()
		if err == nil {
			return c, nil
		}
	}
	return nil, err
}

func rebuilt(c *http.Client, url string, body []byte) error {
	var last error
	for i := 0; i < 3; i++ { // want "loop http.Client.Do x3 linear/1s jitter=no ctx=no unwaited=0"
		req, err := http.NewRequest("PUT", url, bytes.NewReader(body))
		if err != nil {
			return err
		}
		resp, err := c.Do(req)
		if err != nil {
			last = err
			time.Sleep(time.Duration(i+1) * time.Second)
			continue
		}
		defer resp.Body.Close()
		if resp.StatusCode >= 500 {
			last = fmt.Errorf("status %d", resp.StatusCode)
			time.Sleep(time.Duration(i+1) * time.Second)
			continue
		}
		return nil
	}
	return last
}

func lastErrorChecked(addr string) net.Conn {
	var c net.Conn
	var err error
	for i := 0; i < 3; i++ { // want "loop net.Dial x3 fixed/1s jitter=no ctx=no unwaited=0"
		if c, err = net.Dial("tcp", addr); err != nil {
			log.Printf("attempt %d: %v", i, err)
			time.Sleep(time.Second)
			continue
		}
		break
	}
	if err != nil {
		log.Fatal(err)
	}
	return c
}

// A state that is asked for until it is as wanted, and errors are passed over.
func pollTicks(ctx context.Context, s store) error {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for { // want "loop edges.store.Get deadline event jitter=unknown ctx=yes unwaited=0"
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-t.C:
			state, err := s.Get(ctx, "state")
			if err != nil {
				log.Print(err)
				continue
			}
			if string(state) == "ready" {
				return nil
			}
		}
	}
}

func statusMap(c *http.Client, req *http.Request) (*http.Response, error) {
	for range 3 { // want "loop http.Client.Do x3 fixed/1s jitter=no ctx=no unwaited=0"
		resp, err := c.Do(req)
		if err != nil {
			return nil, err
		}
		if !repeat[resp.StatusCode] {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, errBusy
}

func timedOut(resp *http.Response, err error) bool {
	if err != nil {
		var ne net.Error
		return errors.As(err, &ne) && ne.Timeout()
	}
	return resp.StatusCode == 503
}

// The helper repeats some of the errors, and one status.
func someErrors(c *http.Client, req *http.Request) (resp *http.Response, err error) {
	for range 3 { // want "loop http.Client.Do x3 fixed/1s jitter=no ctx=no unwaited=0"
		resp, err = c.Do(req)
		if !timedOut(resp, err) {
			return resp, err
		}
		time.Sleep(time.Second)
	}
	return resp, err
}

// The caller says what is worth another attempt.
type asking struct {
	checkRetry func(ctx context.Context, err error) (bool, error)
	max        int
	backoff    func(attempt int) time.Duration
}

func (a *asking) put(ctx context.Context, s store) error {
	var err, checkErr error
	var shouldRetry bool
	for i := 0; ; i++ { // want "loop edges.store.Put x<a.max> custom jitter=unknown ctx=yes unwaited=0"
		err = s.Put(ctx, "k", nil)
		shouldRetry, checkErr = a.checkRetry(ctx, err)
		if !shouldRetry {
			break
		}
		remain := a.max - i
		if remain <= 0 {
			break
		}
		timer := time.NewTimer(a.backoff(i))
		select {
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		case <-timer.C:
		}
	}
	if err == nil && checkErr == nil && !shouldRetry {
		return nil
	}
	return errors.Join(err, checkErr)
}

// Each log may be passed or not, which makes many ways through the loop.
func manyLogs(ctx context.Context, s store, report [8]bool) ([]byte, error) {
	for { // want "loop edges.store.Get deadline fixed/1s jitter=no ctx=yes unwaited=0"
		b, err := s.Get(ctx, "k")
		if report[0] {
			log.Printf("error: %v", err)
		}
		if report[1] {
			log.Printf("error: reading %v", err)
		}
		if report[2] {
			log.Printf("error: key k %v", err)
		}
		if report[3] {
			log.Printf("error: once more %v", err)
		}
		if report[4] {
			log.Printf("error: of the store %v", err)
		}
		if report[5] {
			log.Printf("error: of the service %v", err)
		}
		if report[6] {
			log.Printf("error: for %v", ctx)
		}
		if report[7] {
			log.Printf("error: with %v", s)
		}
		if err == nil {
			return b, nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		time.Sleep(time.Second)
	}
}

// The store is told which attempt it is.
func numbered(get func(key string, attempt int) error, key string) (err error) {
	for attempt := 0; attempt < 3; attempt++ { // want "loop get x3 fixed/1s jitter=no ctx=no unwaited=0"
		if err = get(key, attempt); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// The first shard that has it.
func shards(get func(key string, shard int) error, key string) (err error) {
	for shard := 0; shard < 3; shard++ { // want "failover get x3 none"
		if err = get(key, shard); err == nil {
			return nil
		}
	}
	return err
}

// What the shard answers has the failure in it.
type answer struct {
	body []byte
	err  error
}

type shard interface {
	Ask(ctx context.Context, key string) *answer
	Tell(ctx context.Context, key string) *answer
}

func failureInside(ctx context.Context, s shard, key string) *answer {
	var a *answer
	for range 3 { // want "loop edges.shard.Ask x3 fixed/1s jitter=no ctx=no unwaited=0"
		a = s.Ask(ctx, key)
		if a.err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	return a
}

func failuresInside(ctx context.Context, s shard, keys []string) (n int) {
	for _, key := range keys {
		if a := s.Tell(ctx, key); a.err != nil {
			log.Print(a.err)
			continue
		}
		n++
	}
	return n
}

// parts are read one after the other.
type parts struct {
	s     store
	keys  []string
	sizes []int64
	at    int
}

func (p *parts) open(ctx context.Context, off int64) (int64, error) {
	if p.at >= len(p.keys) {
		return -1, io.EOF
	}
	key, size := p.keys[p.at], p.sizes[p.at]
	p.at++
	if off >= size {
		return off - size, io.EOF
	}
	if _, err := p.s.Get(ctx, key); err != nil {
		return -1, err
	}
	return off, nil
}

// What goes round is the part that is skipped: one that cannot be read ends it.
func skipTo(ctx context.Context, p *parts, off int64) error {
	err := io.EOF
	for off >= 0 && err != nil {
		off, err = p.open(ctx, off)
	}
	return err
}
