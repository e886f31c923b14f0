// Command constrained has retries in generic functions, which learn how often, or what,
// from the methods of their type parameters.
package main

import (
	"errors"
	"net/http"
)

type policy interface{ Attempts() int }

type fast struct{}

func (fast) Attempts() int { return 2 }

type slow struct{ times int }

func (s *slow) Attempts() int { return s.times }

type fixed int

func (f fixed) Attempts() int { return int(f) }

// client asks for something, as often as its policy says.
type client[T any, P policy] struct {
	policy P
	decode func(*http.Response) T
}

func newClient[T any, P policy](p P, decode func(*http.Response) T) *client[T, P] {
	return &client[T, P]{policy: p, decode: decode}
}

func (c *client[T, P]) get() (v T, err error) {
	for range c.policy.Attempts() {
		var resp *http.Response
		if resp, err = http.Get("http://data.example.test/"); err == nil {
			resp.Body.Close()
			return c.decode(resp), nil
		}
	}
	return v, err
}

// with hands the policy on to what knows its type.
func with[P policy](p P, f func(P) error) error { return f(p) }

func often(s *slow) error { return try(s.times) }

func try(n int) (err error) {
	for range n {
		var resp *http.Response
		if resp, err = http.Get("http://data.example.test/"); err == nil {
			resp.Body.Close()
			return nil
		}
	}
	return err
}

// job is what a type can do that is made here.
type job[T any] interface {
	*T
	Run() error
}

func run[T any, PT job[T]](times int) error {
	var errs []error
	for range times {
		err := PT(new(T)).Run()
		if err == nil {
			return nil
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

type export struct{}

func (*export) Run() error { return try(3) }

func status(r *http.Response) int  { return r.StatusCode }
func text(r *http.Response) string { return r.Status }

func main() {
	quick, patient, four := newClient(fast{}, status), newClient(&slow{5}, text), newClient(fixed(4), text)
	//amplify:entry "GET /quick" net/http.Get 2
	http.HandleFunc("GET /quick", func(http.ResponseWriter, *http.Request) { quick.get() })
	//amplify:entry "GET /patient" net/http.Get 5
	http.HandleFunc("GET /patient", func(http.ResponseWriter, *http.Request) { patient.get() })
	//amplify:entry "GET /four" net/http.Get 4
	http.HandleFunc("GET /four", func(http.ResponseWriter, *http.Request) { four.get() })
	//amplify:entry "GET /often" net/http.Get 7
	http.HandleFunc("GET /often", func(http.ResponseWriter, *http.Request) { with(&slow{7}, often) })
	//amplify:entry "GET /export" net/http.Get 6
	http.HandleFunc("GET /export", func(http.ResponseWriter, *http.Request) { run[export](2) })
	http.ListenAndServe(":8080", nil)
}
