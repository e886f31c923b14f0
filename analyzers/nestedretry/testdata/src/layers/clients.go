package layers

import (
	"layers/transport"
	"net/http"
	"time"
)

type lister struct{ hc *http.Client }

func newLister() *lister {
	return &lister{&http.Client{Transport: transport.NewRetry(http.DefaultTransport), Timeout: time.Minute}}
}

func (l *lister) list(url string) error {
	resp, err := l.hc.Get(url)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func list(url string) error { return newLister().list(url) }

// The client of what is called has a transport that retries.
func lists(url string) (err error) {
	for range 2 { // want `retries layers\.list, which retries inside: 2 attempts here times 3 in layers/transport\.\(\*retrying\)\.RoundTrip make 6 calls`
		if err = list(url); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func plain(url string) error {
	l := &lister{&http.Client{Transport: transport.NewNaming(http.DefaultTransport), Timeout: time.Minute}}
	return l.list(url)
}

func plains(url string) (err error) {
	for range 2 {
		if err = plain(url); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
