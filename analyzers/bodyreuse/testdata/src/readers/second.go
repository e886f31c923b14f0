package readers

import (
	"bytes"
	"crypto/tls"
	"io"
	"net/http"
)

// A transport that answers a challenge.
type signIn struct {
	next  http.RoundTripper
	token func() string
}

func (s *signIn) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := s.next.RoundTrip(req)
	if err != nil || resp.StatusCode != http.StatusUnauthorized {
		return resp, err
	}
	resp.Body.Close()
	return s.again(req)
}

func (s *signIn) again(req *http.Request) (*http.Response, error) {
	req.Header.Set("Authorization", "Bearer "+s.token())
	return s.next.RoundTrip(req) // want `sends the request once more, whose body the first call has read`
}

type renews struct {
	hc    *http.Client
	renew func() error
}

func (r *renews) Do(req *http.Request) (*http.Response, error) {
	resp, err := r.hc.Do(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode == http.StatusForbidden {
		resp.Body.Close()
		if err := r.renew(); err != nil {
			return nil, err
		}
		resp, err = r.hc.Do(req) // want `sends the request once more`
	}
	return resp, err
}

// The body is taken from GetBody.
type rewinds struct{ next http.RoundTripper }

func (t *rewinds) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := t.next.RoundTrip(req)
	if err == nil && resp.StatusCode == http.StatusUnauthorized && req.GetBody != nil {
		resp.Body.Close()
		if req.Body, err = req.GetBody(); err != nil {
			return nil, err
		}
		return t.next.RoundTrip(req)
	}
	return resp, err
}

// The body is kept.
type keeps struct{ next http.RoundTripper }

func (t *keeps) RoundTrip(req *http.Request) (*http.Response, error) {
	raw, err := io.ReadAll(req.Body)
	if err != nil {
		return nil, err
	}
	send := func() (*http.Response, error) {
		req.Body = io.NopCloser(bytes.NewReader(raw))
		return t.next.RoundTrip(req)
	}
	resp, err := send()
	if err == nil && resp.StatusCode == http.StatusUnauthorized {
		return send()
	}
	return resp, err
}

// Only what has no body is sent twice.
type reads struct{ next http.RoundTripper }

func (t *reads) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := t.next.RoundTrip(req)
	if err == nil && resp.StatusCode == http.StatusUnauthorized && req.Body == nil {
		resp.Body.Close()
		return t.next.RoundTrip(req)
	}
	return resp, err
}

// One or the other.
type either struct{ near, far http.RoundTripper }

func (t *either) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.URL.Host == "localhost" {
		return t.near.RoundTrip(req)
	}
	return t.far.RoundTrip(req)
}

// What a server without TLS answers has read nothing.
type fallsBack struct{ next http.RoundTripper }

func (t *fallsBack) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := t.next.RoundTrip(req)
	if err != nil {
		if _, ok := err.(tls.RecordHeaderError); ok {
			req.URL.Scheme = "http"
			return t.next.RoundTrip(req)
		}
	}
	return resp, err
}
