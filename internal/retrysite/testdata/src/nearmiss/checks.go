package nearmiss

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"log"
	"net/textproto"
	"sync"
	"time"
)

// What panics on its own account does not make a success of the call before.
func eachWay(ctx context.Context, a api, ids []string) {
	for _, strict := range []bool{true, false} {
		if err := a.Send(ctx, ids); err != nil {
			continue
		}
		log.Print(strict)
		for level := range 3 {
			if _, err := gzip.NewWriterLevel(io.Discard, level); err != nil {
				panic(err)
			}
		}
	}
}

// The call is meant to fail.
func mustFail(ctx context.Context, a api) {
	for range 600 {
		if err := a.Delete(ctx, "invalid"); err == nil {
			panic("deleted what is not there")
		}
		time.Sleep(time.Millisecond)
	}
}

var errInsecure = errors.New("insecure")

// The second call is about the same list; it is only reached where the first one
// failed as it should.
func afterWantedFailure(ctx context.Context, a api, long bool) {
	n := 5
	if long {
		n = 500
	}
	for size := 0; size < n; size++ {
		if err := a.Delete(ctx, "../"); err != errInsecure {
			log.Print(size, err)
			continue
		}
		if err := a.Delete(ctx, "secure"); err != nil {
			log.Print(size, err)
		}
	}
}

// The limit is one of two numbers.
func eachSize(ctx context.Context, a api, long bool) {
	n := 5
	if long {
		n = 500
	}
	for size := 0; size < n; size++ {
		ids, next, err := a.List(ctx, "")
		if err != nil {
			log.Print(size, err)
			continue
		}
		if len(ids) != 2 || next != "" {
			log.Print(size, len(ids))
			continue
		}
	}
}

// An error that lasts comes with nothing, and that ends the loop.
func headers(r *textproto.Reader) error {
	for {
		line, err := r.ReadContinuedLine()
		if line == "" {
			return err
		}
		if line == ":" {
			continue
		}
		log.Print(line)
		if err != nil {
			return err
		}
	}
}

// Whether it worked is told by a text of which nothing is known.
func untilFound(ctx context.Context, a api, buf *bytes.Buffer) string {
	once := func() (found []byte, problem string) {
		if err := a.Delete(ctx, "x"); err != nil {
			return nil, err.Error()
		}
		if buf.Len() > 0 {
			return buf.Bytes(), ""
		}
		return nil, ""
	}
	for {
		select {
		case <-ctx.Done():
			return ""
		default:
		}
		found, problem := once()
		if problem != "" {
			return problem
		}
		if found != nil {
			return ""
		}
	}
}

// Whoever waits next has the turn of the one that failed.
type turns struct {
	mu      sync.Mutex
	waiting chan *turn
	dial    func(addr string) error
}

type turn struct{ addr string }

func (t *turns) take(w *turn) {
	if err := t.dial(w.addr); err != nil {
		t.release(w.addr)
	}
}

func (t *turns) release(addr string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	log.Print(addr)
	select {
	case w := <-t.waiting:
		go t.take(w)
	default:
	}
}
