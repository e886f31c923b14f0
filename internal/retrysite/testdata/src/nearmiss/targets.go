package nearmiss

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
)

// server is one of those that a pool knows.
type server struct {
	addr string
	conn net.Conn
}

func (s *server) dial() error {
	c, err := net.Dial("tcp", s.addr)
	s.conn = c
	return err
}

// pool turns from one server to the next.
type pool struct {
	servers []*server
	left    []*server
	current *server
	attempt int
}

// best offers the server that is to be tried next, if there is one.
func (p *pool) best() *server {
	for _, s := range p.servers { // want "failover net.Dial x<number of targets> none"
		if c, err := net.Dial("tcp", s.addr); err == nil {
			c.Close()
			return s
		}
	}
	return nil
}

func (p *pool) drop(*server) {}

func (p *pool) offered() *server {
	for s := p.best(); s != nil; s = p.best() { // want "failover nearmiss.server.dial x<number of targets> none"
		if err := s.dial(); err == nil {
			return s
		}
		p.drop(s)
	}
	return nil
}

// sameAgain asks until nothing is wrong with the one server: the failure is what it
// holds, and no target.
func (p *pool) sameAgain() {
	for err := p.current.dial(); err != nil; err = p.current.dial() { // want "loop nearmiss.server.dial unbounded none jitter=no ctx=no unwaited=1"
	}
}

func (p *pool) dial() error { return p.current.dial() }

func (p *pool) aimed() error {
	var err error
	for i := 0; i < len(p.servers); i++ { // want "failover nearmiss.pool.dial x<number of targets> none"
		p.current = p.servers[i]
		if err = p.dial(); err == nil {
			break
		}
	}
	return err
}

// counted keeps the number of the attempt, which is no target.
func (p *pool) counted() error {
	var err error
	for i := 0; i < 3; i++ { // want "loop nearmiss.pool.dial x3 none jitter=no ctx=no unwaited=1"
		p.attempt = i
		if err = p.dial(); err == nil {
			break
		}
	}
	return err
}

func (p *pool) cutDown() (*server, error) {
	for len(p.left) > 0 { // want "failover nearmiss.server.dial x<number of targets> none"
		s := p.left[0]
		p.left = p.left[1:]
		if err := s.dial(); err != nil {
			continue
		}
		return s, nil
	}
	return nil, errEnd
}

// front asks the first one again and again.
func (p *pool) front() (*server, error) {
	for len(p.left) > 0 { // want "loop nearmiss.server.dial .* none jitter=no ctx=no unwaited=1"
		s := p.left[0]
		if err := s.dial(); err != nil {
			continue
		}
		return s, nil
	}
	return nil, errEnd
}

// store asks the helpers that are named, one of which it has built in.
func store(helpers []string, builtin func() error) error {
	for _, h := range helpers { // want "failover builtin,net.Dial x<number of targets> none"
		var err error
		switch h {
		case "builtin":
			err = builtin()
		default:
			_, err = net.Dial("tcp", h)
		}
		if err == nil {
			return nil
		}
	}
	return errEnd
}

// builtinAgain does not look at what it goes through.
func builtinAgain(helpers []string, builtin func() error) error {
	for range helpers { // want "loop builtin .* none jitter=no ctx=no unwaited=1"
		if err := builtin(); err == nil {
			return nil
		}
	}
	return errEnd
}

type endError struct{}

func (*endError) Error() string { return "end of data" }

// failure is an interface of its own for errors.
type failure interface{ error }

var errEnd failure = &endError{}

// lister asks for one page after another.
type lister struct {
	client api
	token  string
	over   bool
	err    error
}

func (l *lister) page(ctx context.Context) ([]string, error) {
	if l.over {
		return nil, errEnd
	}
	ids, next, err := l.client.List(ctx, l.token)
	if err != nil {
		return nil, err
	}
	l.token, l.over = next, next == ""
	return ids, nil
}

// all goes on until the error that tells of the end. Both questions about that error
// have the same answer.
func (l *lister) all(ctx context.Context, out chan<- string) {
	for {
		ids, err := l.page(ctx)
		if err != nil && !errors.Is(err, errEnd) {
			l.err = err
			return
		}
		for _, id := range ids {
			select {
			case out <- id:
			case <-ctx.Done():
				l.err = ctx.Err()
				return
			}
		}
		if errors.Is(err, errEnd) {
			return
		}
	}
}

// pagesOfTwo asks two different questions.
func pagesOfTwo(ctx context.Context, page func(context.Context) ([]string, error), out chan<- string) error {
	for { // want "loop page unbounded none jitter=no ctx=no unwaited=1"
		names, err := page(ctx)
		if err != nil && !errors.Is(err, errEnd) {
			return err
		}
		for _, n := range names {
			out <- n
		}
		if err == nil || errors.Is(err, io.ErrNoProgress) {
			return nil
		}
	}
}

type feed interface {
	NextMessage(ctx context.Context) (*message, error)
}

type message struct{ body []byte }

type checker interface {
	Check(ctx context.Context, m *message) error
}

// handle looks at one message after another. They come in a variable that the goroutine
// shares with what is around it.
func handle(ctx context.Context, f feed, c checker) error {
	var m *message
	var err error
	done := make(chan struct{})
	go func() {
		defer close(done)
		for n := 0; n < 10; {
			m, err = f.NextMessage(ctx)
			if err != nil {
				return
			}
			if err = c.Check(ctx, m); err != nil {
				continue
			}
			n++
		}
	}()
	<-done
	return fmt.Errorf("%v: %w", m, err)
}

// reference names where images come from.
type reference interface {
	Name() string
	Source(ctx context.Context) (*source, error)
}

type cached struct{ reference }

// source gives blobs from a cache, or from what is behind it.
type source struct {
	ref    cached
	behind blobs
}

type blobs interface {
	Blob(ctx context.Context, id string) (io.Reader, error)
}

// Source, which a reference is handed over with, comes round to Blob.
func (c cached) Source(ctx context.Context) (*source, error) {
	s := &source{ref: c}
	_, err := s.Blob(ctx, "index")
	return s, err
}

func nameOf(r reference) string { return r.Name() }

func (s *source) Blob(ctx context.Context, id string) (io.Reader, error) {
	r, err := s.behind.Blob(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", nameOf(s.ref), err)
	}
	return r, nil
}

// span is what a context carries.
type span struct{ name string }

type spans interface {
	Of(ctx context.Context) *span
}

type spanKey struct{}

func withSpan(ctx context.Context, s *span) context.Context {
	return context.WithValue(ctx, spanKey{}, s)
}

type request struct{ host string }

func (r *request) send(ctx context.Context) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodHead, r.host, nil)
	if err != nil {
		return nil, err
	}
	return http.DefaultClient.Do(req)
}

// resolve asks one host after the other. The span in the context gives no answers.
func resolve(ctx context.Context, all spans, hosts []string) (*http.Response, error) {
	for _, h := range hosts { // want "failover nearmiss.request.send x<number of targets> none"
		r := &request{h}
		ctx := withSpan(ctx, all.Of(ctx))
		resp, err := r.send(ctx)
		if err != nil {
			continue
		}
		if resp.StatusCode > 299 {
			resp.Body.Close()
			continue
		}
		return resp, nil
	}
	return nil, errEnd
}

var errMoved = errors.New("moved")

type directory interface {
	Ask(ctx context.Context, name string) error
	Learn(addrs []string) error
}

// moved asks again once, after it has learnt where to.
func moved(ctx context.Context, d directory, where func() []string) error {
	learnt := false
start: // want "loop nearmiss.directory.Ask x2 none jitter=no ctx=no unwaited=1 repair"
	err := d.Ask(ctx, "name")
	if errors.Is(err, errMoved) && !learnt {
		if d.Learn(where()) == nil {
			learnt = true
			goto start
		}
	}
	return err
}

// anyTwice asks again once, whatever has happened.
func anyTwice(ctx context.Context, d directory, where func() []string) error {
	learnt := false
start: // want "loop nearmiss.directory.Ask x2 none jitter=no ctx=no unwaited=1$"
	err := d.Ask(ctx, "name")
	if err != nil && !learnt {
		if d.Learn(where()) == nil {
			learnt = true
			goto start
		}
	}
	return err
}

type box[T any] struct{ items chan T }

func (b *box[T]) GetMax(ctx context.Context) (T, bool) {
	select {
	case v := <-b.items:
		return v, true
	case <-ctx.Done():
		var zero T
		return zero, false
	}
}

func (b *box[T]) Put(ctx context.Context, v T) bool {
	select {
	case b.items <- v:
		return true
	case <-ctx.Done():
		return false
	}
}

// There is another one in each round, until a flag says that there are no more.
func givenOut(ctx context.Context, a api, in, out *box[string]) {
	for {
		id, ok := in.GetMax(ctx)
		if !ok {
			return
		}
		if err := a.Delete(ctx, id); err != nil {
			continue
		}
		if !out.Put(ctx, id) {
			return
		}
	}
}
