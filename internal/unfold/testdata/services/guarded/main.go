// Command guarded sends through circuit breakers, which do not send again.
package main

import (
	"errors"
	"log"
	"net/http"
	"time"

	"github.com/afex/hystrix-go/hystrix"
	"github.com/cenkalti/backoff/v4"
	"github.com/sony/gobreaker/v2"
	"golang.org/x/time/rate"
)

type server struct {
	cb      *gobreaker.CircuitBreaker[*http.Response]
	limiter *rate.Limiter
}

func (s *server) get(url string) (*http.Response, error) {
	return s.cb.Execute(func() (*http.Response, error) {
		resp, err := http.Get(url)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode >= 500 {
			resp.Body.Close()
			return nil, errors.New(resp.Status)
		}
		return resp, nil
	})
}

// once is a request that the breaker lets through or not.
func (s *server) once(w http.ResponseWriter, r *http.Request) {
	if _, err := s.get("http://prices/"); err != nil {
		w.WriteHeader(http.StatusBadGateway)
	}
}

// around tries the breaker again, with the limiter in front.
//
//amplify:entry "GET /around" net/http.Get 4
func (s *server) around(w http.ResponseWriter, r *http.Request) {
	for range 4 {
		if s.limiter.Wait(r.Context()) != nil {
			return
		}
		if resp, err := s.get("http://prices/"); err == nil {
			resp.Body.Close()
			return
		}
	}
	w.WriteHeader(http.StatusBadGateway)
}

// within is a retry that the breaker counts as one call, inside another.
//
//amplify:entry "GET /within" net/http.Get 6
func (s *server) within(w http.ResponseWriter, r *http.Request) {
	for range 2 {
		_, err := s.cb.Execute(func() (resp *http.Response, err error) {
			err = backoff.Retry(func() error {
				resp, err = http.Get("http://rates/")
				return err
			}, backoff.WithMaxRetries(backoff.NewExponentialBackOff(), 2))
			return resp, err
		})
		if err == nil {
			return
		}
	}
	w.WriteHeader(http.StatusBadGateway)
}

// command has a fallback that asks another server.
//
//amplify:entry "GET /command" net/http.Get 3
//amplify:entry "GET /command" net/http.Head 3
func (s *server) command(w http.ResponseWriter, r *http.Request) {
	for range 3 {
		err := hystrix.Do("stock", func() error {
			_, err := http.Get("http://stock/")
			return err
		}, func(error) error {
			_, err := http.Head("http://spare/")
			return err
		})
		if err == nil {
			return
		}
		time.Sleep(time.Second)
	}
}

func main() {
	s := &server{
		cb:      gobreaker.NewCircuitBreaker[*http.Response](gobreaker.Settings{Name: "prices"}),
		limiter: rate.NewLimiter(10, 1),
	}
	http.HandleFunc("GET /once", s.once)
	http.HandleFunc("GET /around", s.around)
	http.HandleFunc("GET /within", s.within)
	http.HandleFunc("GET /command", s.command)
	log.Fatal(http.ListenAndServe(":8080", nil))
}
