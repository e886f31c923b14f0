// Package edges holds what is not right yet. The want comments say what would be, and
// the comment of a function what is wrong.
package edges

import (
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"time"
)

var errBusy = errors.New("busy")

type store interface {
	Get(ctx context.Context, key string) ([]byte, error)
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

type job struct {
	s   store
	err error
}

func (j *job) run(ctx context.Context) { _, j.err = j.s.Get(ctx, "k") }

// The error that a closure leaves in a captured variable is not seen.
func captured(addr string) error {
	var err error
	dial := func() { _, err = net.Dial("tcp", addr) }
	for i := 0; i < 3; i++ { // want "loop dial x3 none jitter=no ctx=no unwaited=1"
		dial()
		if err == nil {
			return nil
		}
	}
	return err
}

// It is taken for a reconnect.
func zeroResult(url string) []byte {
	for range 3 { // want "loop edges.fetch x3 fixed/1s jitter=no ctx=no unwaited=0"
		if b := fetch(url); b != nil {
			return b
		}
		time.Sleep(time.Second)
	}
	return nil
}

// The error that a method leaves in a field is not seen.
func (j *job) errorInField(ctx context.Context) error {
	for range 3 { // want "loop edges.job.run x3 fixed/1s jitter=no ctx=no unwaited=0"
		if j.run(ctx); j.err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return j.err
}

// The outcome that comes over a channel is not seen.
func overChannel(addr string) error {
	errc := make(chan error, 1)
	for range 3 { // want "loop .* x3 fixed/1s jitter=no ctx=no unwaited=0"
		go func() {
			_, err := net.Dial("tcp", addr)
			errc <- err
		}()
		if err := <-errc; err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errBusy
}
