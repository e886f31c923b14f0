// Package breakers retries what a circuit breaker runs.
package breakers

import (
	"errors"
	"net/http"
	"time"

	"github.com/sony/gobreaker/v2"
)

// The answer is judged by what the breaker runs.
func inside(cb *gobreaker.CircuitBreaker[*http.Response], url string) (resp *http.Response, err error) {
	for range 3 { // want `retries HTTP 400, 403, 404, 422`
		resp, err = cb.Execute(func() (*http.Response, error) {
			resp, err := http.Get(url)
			if err != nil {
				return nil, err
			}
			if resp.StatusCode != http.StatusOK {
				resp.Body.Close()
				return nil, errors.New(resp.Status)
			}
			return resp, nil
		})
		if err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// The answer is judged here.
func outside(cb *gobreaker.CircuitBreaker[*http.Response], url string) (*http.Response, error) {
	for range 3 { // want `retries HTTP 400, 403, 404, 422`
		resp, err := cb.Execute(func() (*http.Response, error) { return http.Get(url) })
		if err == nil && resp.StatusCode == http.StatusOK {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, errors.New("no answer")
}

// Only the server's own trouble is worth another try.
func selective(cb *gobreaker.CircuitBreaker[*http.Response], url string) (resp *http.Response, err error) {
	for range 3 {
		resp, err = cb.Execute(func() (*http.Response, error) {
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
		if err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}
