// Package edges holds what is not yet right; the want comments say what would be.
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

var (
	errBusy = errors.New("busy")
	errGone = errors.New("gone")
)

type store interface {
	Get(ctx context.Context, key string) ([]byte, error)
	Put(ctx context.Context, key string, b []byte) error
	Ready(ctx context.Context) (bool, error)
}

var repeat = map[int]bool{429: true, 502: true, 503: true}

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

func zeroResult(url string) []byte {
	for range 3 { // want "loop edges.fetch x3 fixed/1s jitter=no ctx=no unwaited=0"
		if b := fetch(url); b != nil {
			return b
		}
		time.Sleep(time.Second)
	}
	return nil
}

func (j *job) errorInField(ctx context.Context) error {
	for range 3 { // want "loop edges.job.run x3 fixed/1s jitter=no ctx=no unwaited=0"
		if j.run(ctx); j.err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return j.err
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

// The outcome comes over a channel.
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
