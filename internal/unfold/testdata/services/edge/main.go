// Command edge passes requests on through reverse proxies.
package main

import (
	"log"
	"net/http"
	"net/http/httputil"
	"net/url"
)

// stubborn sends a request several times.
type stubborn struct {
	times int
	next  http.RoundTripper
}

func (s stubborn) RoundTrip(r *http.Request) (*http.Response, error) {
	var resp *http.Response
	var err error
	for n := 0; n < s.times; n++ {
		if resp, err = s.next.RoundTrip(r); err == nil {
			return resp, nil
		}
	}
	return nil, err
}

func proxyTo(host string, times int) *httputil.ReverseProxy {
	return &httputil.ReverseProxy{
		Rewrite:   func(r *httputil.ProxyRequest) { r.SetURL(&url.URL{Scheme: "http", Host: host}) },
		Transport: stubborn{times, http.DefaultTransport},
	}
}

//amplify:entry "/search/" net/http.(RoundTripper).RoundTrip 3
//amplify:entry "/orders/" net/http.(RoundTripper).RoundTrip 4
//amplify:entry "/images/" net/http.(RoundTripper).RoundTrip 1
//amplify:entry "/checked/" net/http.(RoundTripper).RoundTrip 5
//amplify:entry "/checked/" net/http.Head 1
func main() {
	m := http.NewServeMux()
	m.Handle("/search/", proxyTo("search.example.test", 3))

	orders := httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: "orders.example.test"})
	orders.Transport = stubborn{4, http.DefaultTransport}
	m.Handle("/orders/", orders)

	m.Handle("/images/", httputil.NewSingleHostReverseProxy(&url.URL{Host: "images.example.test"}))

	behind := proxyTo("checked.example.test", 5)
	m.HandleFunc("/checked/", func(w http.ResponseWriter, r *http.Request) {
		if _, err := http.Head("http://auth.example.test/"); err != nil {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		behind.ServeHTTP(w, r)
	})
	log.Fatal(http.ListenAndServe(":8080", m))
}
