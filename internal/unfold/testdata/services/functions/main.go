// Command functions passes functions around: in structs, by method expressions, as
// values of named types.
package main

import (
	"context"
	"errors"
	"log"
	"net/http"
	"time"
)

type api struct{ hc *http.Client }

func (a *api) list(ctx context.Context) error { return a.send(ctx, http.MethodGet) }
func (a *api) drop(ctx context.Context) error { return a.send(ctx, http.MethodDelete) }

func (a *api) send(ctx context.Context, method string) error {
	req, err := http.NewRequestWithContext(ctx, method, "https://files.example.test", nil)
	if err != nil {
		return err
	}
	resp, err := a.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return errors.New(resp.Status)
	}
	return nil
}

// operation is a function that can be made to try again.
type operation func(context.Context) error

func (o operation) times(n int) operation {
	return func(ctx context.Context) (err error) {
		for range n {
			if err = o(ctx); err == nil {
				break
			}
			time.Sleep(time.Second)
		}
		return err
	}
}

// calls holds what the server does, so that tests can replace it.
type calls struct {
	list operation
	drop operation
	each func(*api, context.Context) error
}

type server struct {
	api   *api
	calls calls
	pause func(time.Duration)
}

//amplify:entry "GET /files" net/http.(*Client).Do 3
func (s *server) list(w http.ResponseWriter, r *http.Request) { answer(w, s.calls.list(r.Context())) }

//amplify:entry "DELETE /files" net/http.(*Client).Do 1
func (s *server) drop(w http.ResponseWriter, r *http.Request) { answer(w, s.calls.drop(r.Context())) }

// twice waits with a function of its own and calls a method by its expression.
//
//amplify:entry "GET /each" net/http.(*Client).Do 2
func (s *server) twice(w http.ResponseWriter, r *http.Request) {
	var err error
	for i := 0; i < 2; i++ {
		if err = s.calls.each(s.api, r.Context()); err == nil {
			return
		}
		s.pause(time.Second)
	}
	answer(w, err)
}

func answer(w http.ResponseWriter, err error) {
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

func main() {
	a := &api{hc: &http.Client{Timeout: time.Second}}
	s := &server{api: a, pause: time.Sleep}
	s.calls = calls{list: operation(a.list).times(3), drop: a.drop, each: (*api).list}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /files", s.list)
	mux.HandleFunc("DELETE /files", s.drop)
	mux.HandleFunc("GET /each", s.twice)
	log.Fatal(http.ListenAndServe(":8080", mux))
}
