// Command lazily makes its clients when they are needed first.
package main

import (
	"context"
	"errors"
	"log"
	"net/http"
	"sync"
	"time"
)

type client struct {
	hc      *http.Client
	retries int
}

func (c *client) get(ctx context.Context) error {
	err := c.once(ctx)
	for n := 0; err != nil && n < c.retries; n++ {
		time.Sleep(time.Second)
		err = c.once(ctx)
	}
	return err
}

func (c *client) once(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://rates.example.test", nil)
	if err != nil {
		return err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return errors.New(resp.Status)
	}
	return nil
}

type server struct {
	once sync.Once
	slow *client

	mu    sync.Mutex
	quick *client
}

var shared = sync.OnceValue(func() *client { return &client{hc: http.DefaultClient, retries: 4} })

func (s *server) lazy() *client {
	s.once.Do(func() { s.slow = &client{hc: &http.Client{Timeout: time.Minute}, retries: 2} })
	return s.slow
}

func (s *server) locked() *client {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.quick == nil {
		s.quick = &client{hc: &http.Client{Timeout: time.Second}, retries: 1}
	}
	return s.quick
}

//amplify:entry "GET /once" net/http.(*Client).Do 3
func (s *server) a(w http.ResponseWriter, r *http.Request) { answer(w, s.lazy().get(r.Context())) }

//amplify:entry "GET /locked" net/http.(*Client).Do 2
func (s *server) b(w http.ResponseWriter, r *http.Request) { answer(w, s.locked().get(r.Context())) }

//amplify:entry "GET /value" net/http.(*Client).Do 5
func (s *server) c(w http.ResponseWriter, r *http.Request) { answer(w, shared().get(r.Context())) }

func answer(w http.ResponseWriter, err error) {
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

func main() {
	s := new(server)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /once", s.a)
	mux.HandleFunc("GET /locked", s.b)
	mux.HandleFunc("GET /value", s.c)
	log.Fatal(http.ListenAndServe(":8080", mux))
}
