// Package transport has a transport that retries, and one that does not.
package transport

import (
	"net/http"
	"time"
)

type retrying struct{ next http.RoundTripper }

func (t *retrying) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	for i := 0; i < 3; i++ {
		if resp, err = t.next.RoundTrip(req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// NewRetry returns one that retries.
func NewRetry(next http.RoundTripper) http.RoundTripper { return &retrying{next} }

type naming struct{ next http.RoundTripper }

func (t *naming) RoundTrip(req *http.Request) (*http.Response, error) {
	return t.next.RoundTrip(req)
}

// NewNaming returns one that does not.
func NewNaming(next http.RoundTripper) http.RoundTripper { return &naming{next} }
