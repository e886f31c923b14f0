// Command pooled hands work to goroutines.
package main

import (
	"context"
	"errors"
	"log"
	"net/http"
	"sync"
	"time"
)

type pool struct {
	jobs chan func(context.Context) error
	wg   sync.WaitGroup
}

func (p *pool) start(ctx context.Context, n int) {
	for range n {
		p.wg.Add(1)
		go func() {
			defer p.wg.Done()
			for job := range p.jobs {
				p.run(ctx, job)
			}
		}()
	}
}

// run gives each job three attempts. The handler does not wait for it, and what is
// asked for there is done here.
//
//amplify:gap "pool.run" net/http.Post 3
func (p *pool) run(ctx context.Context, job func(context.Context) error) {
	for left := 3; left > 0; left-- {
		if err := job(ctx); err == nil {
			return
		}
		time.Sleep(time.Second)
	}
}

type server struct{ pool *pool }

func (s *server) enqueue(w http.ResponseWriter, _ *http.Request) {
	s.pool.jobs <- func(context.Context) error { return post("https://mail.example.test") }
	w.WriteHeader(http.StatusAccepted)
}

// both waits for two goroutines; one call of each is made twice.
//
//amplify:entry "POST /both" net/http.Post 2
func (s *server) both(w http.ResponseWriter, _ *http.Request) {
	results := make(chan error, 2)
	for _, url := range []string{"https://a.example.test", "https://b.example.test"} {
		go func() {
			err := post(url)
			if err != nil {
				err = post(url)
			}
			results <- err
		}()
	}
	if err := errors.Join(<-results, <-results); err != nil {
		w.WriteHeader(http.StatusBadGateway)
	}
}

func post(url string) error {
	resp, err := http.Post(url, "text/plain", nil)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return errors.New(resp.Status)
	}
	return nil
}

func main() {
	s := &server{pool: &pool{jobs: make(chan func(context.Context) error, 64)}}
	s.pool.start(context.Background(), 4)
	mux := http.NewServeMux()
	mux.HandleFunc("POST /jobs", s.enqueue)
	mux.HandleFunc("POST /both", s.both)
	log.Fatal(http.ListenAndServe(":8080", mux))
}
