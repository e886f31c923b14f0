// Command transported changes transports after the clients were made.
package main

import (
	"errors"
	"flag"
	"log"
	"net/http"
	"time"
)

// retrying sends up to max times.
type retrying struct {
	base http.RoundTripper
	max  int
}

func (t *retrying) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	for attempt := 0; attempt < t.max; attempt++ {
		if resp, err = t.base.RoundTrip(req); err == nil && resp.StatusCode < 500 {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return resp, err
}

// logging wraps the transport that there is, or the default.
type logging struct{ next http.RoundTripper }

func (t logging) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := t.next.RoundTrip(req)
	log.Print(req.URL, err)
	return resp, err
}

type server struct {
	late, plain *http.Client
	getter      getter
}

// getter is served by two types, one of which is chosen by a flag.
type getter interface{ get(url string) error }

type direct struct{ hc *http.Client }

func (d direct) get(url string) error { return get(d.hc, url) }

type patient struct {
	getter
	tries int
}

func (p patient) get(url string) (err error) {
	for i := p.tries; i > 0; i-- {
		if err = p.getter.get(url); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func get(hc *http.Client, url string) error {
	resp, err := hc.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return errors.New(resp.Status)
	}
	return nil
}

//amplify:entry "GET /late" net/http.(RoundTripper).RoundTrip 3
func (s *server) a(w http.ResponseWriter, _ *http.Request) { answer(w, get(s.late, "https://a.test")) }

//amplify:entry "GET /plain" net/http.(*Client).Get 1
func (s *server) b(w http.ResponseWriter, _ *http.Request) { answer(w, get(s.plain, "https://b.test")) }

// c is with the flag, which is worse.
//
//amplify:entry "GET /chosen" net/http.(*Client).Get 4
func (s *server) c(w http.ResponseWriter, _ *http.Request) { answer(w, s.getter.get("https://c.test")) }

// d uses the default client, whose transport was replaced.
//
//amplify:entry "GET /default" net/http.(RoundTripper).RoundTrip 2
func (s *server) d(w http.ResponseWriter, _ *http.Request) {
	resp, err := http.Get("https://d.test")
	if err == nil {
		_ = resp.Body.Close()
	}
	answer(w, err)
}

func answer(w http.ResponseWriter, err error) {
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

func main() {
	stubborn := flag.Bool("stubborn", false, "try again")
	flag.Parse()
	s := &server{late: new(http.Client), plain: &http.Client{Timeout: time.Second}}
	s.late.Timeout = time.Minute
	s.late.Transport = logging{&retrying{http.DefaultTransport, 3}}
	s.getter = direct{s.plain}
	if *stubborn {
		s.getter = patient{s.getter, 4}
	}
	http.DefaultClient.Transport = &retrying{base: http.DefaultTransport, max: 2}
	http.HandleFunc("GET /late", s.a)
	http.HandleFunc("GET /plain", s.b)
	http.HandleFunc("GET /chosen", s.c)
	http.HandleFunc("GET /default", s.d)
	log.Fatal(http.ListenAndServe(":8080", nil))
}
