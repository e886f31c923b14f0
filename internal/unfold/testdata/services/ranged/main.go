// Command ranged has its attempts given out by functions that it ranges over.
package main

import (
	"context"
	"iter"
	"net/http"
	"slices"
	"time"
)

func fetch(url string) error {
	resp, err := http.Get(url)
	if err == nil {
		resp.Body.Close()
	}
	return err
}

// backoff gives the number of the attempt, and how long to wait after it.
func backoff(first time.Duration, times int) iter.Seq2[int, time.Duration] {
	return func(yield func(int, time.Duration) bool) {
		for i := range times {
			if !yield(i, first) {
				return
			}
			first = min(2*first, time.Second)
		}
	}
}

type policy struct{ times int }

// each gives a context for every attempt.
func (p *policy) each(ctx context.Context) iter.Seq[context.Context] {
	return func(yield func(context.Context) bool) {
		for range p.times {
			one, cancel := context.WithTimeout(ctx, time.Second)
			more := yield(one)
			cancel()
			if !more {
				return
			}
		}
	}
}

func waiting() (err error) {
	for _, wait := range backoff(time.Millisecond, 5) {
		if err = fetch("http://data.example.test/"); err == nil {
			return nil
		}
		time.Sleep(wait)
	}
	return err
}

func nested(ctx context.Context) (err error) {
	p := &policy{times: 2}
	for range p.each(ctx) {
		for _, wait := range backoff(time.Millisecond, 3) {
			if err = fetch("http://data.example.test/"); err == nil {
				return nil
			}
			time.Sleep(wait)
		}
	}
	return err
}

func within(ctx context.Context) (err error) {
	p := &policy{times: 6}
	for one := range p.each(ctx) {
		var req *http.Request
		if req, err = http.NewRequestWithContext(one, http.MethodGet, "http://data.example.test/", nil); err != nil {
			return err
		}
		var resp *http.Response
		if resp, err = http.DefaultClient.Do(req); err == nil {
			resp.Body.Close()
			break
		}
	}
	return err
}

// polled goes on after a success, and ends after a failure: it is no retry.
func polled() error {
	for _, wait := range backoff(time.Millisecond, 4) {
		if err := fetch("http://data.example.test/"); err != nil {
			return err
		}
		time.Sleep(wait)
	}
	return nil
}

// all goes on whatever comes of it.
func all() {
	for _, wait := range backoff(time.Millisecond, 4) {
		if err := fetch("http://data.example.test/"); err != nil {
			println(err.Error())
		}
		time.Sleep(wait)
	}
}

var (
	waits  = []time.Duration{time.Millisecond, time.Second, time.Minute}
	mirror = []string{"http://one.example.test/", "http://two.example.test/"}
)

func listed() (err error) {
	for wait := range slices.Values(waits) {
		if err = fetch("http://data.example.test/"); err == nil {
			return nil
		}
		time.Sleep(wait)
	}
	return err
}

func mirrored() (err error) {
	for _, url := range slices.Backward(mirror) {
		if err = fetch(url); err == nil {
			return nil
		}
	}
	return err
}

func every() error {
	for url := range slices.Values(mirror) {
		if err := fetch(url); err != nil {
			return err
		}
	}
	return nil
}

func main() {
	//amplify:entry "GET /listed" net/http.Get 3
	http.HandleFunc("GET /listed", func(http.ResponseWriter, *http.Request) { listed() })
	//amplify:entry "GET /mirrored" net/http.Get 2
	http.HandleFunc("GET /mirrored", func(http.ResponseWriter, *http.Request) { mirrored() })
	//amplify:entry "GET /every" net/http.Get 1
	http.HandleFunc("GET /every", func(http.ResponseWriter, *http.Request) { every() })
	//amplify:entry "GET /waiting" net/http.Get 5
	http.HandleFunc("GET /waiting", func(http.ResponseWriter, *http.Request) { waiting() })
	//amplify:entry "GET /nested" net/http.Get 6
	http.HandleFunc("GET /nested", func(_ http.ResponseWriter, r *http.Request) { nested(r.Context()) })
	//amplify:entry "GET /within" net/http.(*Client).Do 6
	http.HandleFunc("GET /within", func(_ http.ResponseWriter, r *http.Request) { within(r.Context()) })
	//amplify:entry "GET /polled" net/http.Get 1
	http.HandleFunc("GET /polled", func(http.ResponseWriter, *http.Request) { polled() })
	//amplify:entry "GET /all" net/http.Get 1
	http.HandleFunc("GET /all", func(http.ResponseWriter, *http.Request) { all() })
	http.ListenAndServe(":8080", nil)
}
