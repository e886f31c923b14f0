// Package declared says which of its requests may be sent twice.
package declared

import (
	"net/http"
	"strings"
	"time"

	"example.com/lib/again"
)

func search(c *http.Client, url string) (resp *http.Response, err error) {
	for range 3 {
		//retrylint:idempotent a search changes nothing
		resp, err = c.Post(url, "", nil)
		if err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func sameLine(c *http.Client, url string) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = c.Post(url, "", nil); err == nil { //retrylint:idempotent a search changes nothing
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// Only the first is said to be a search.
func both(c *http.Client, url string) (err error) {
	for range 3 {
		//retrylint:idempotent a search changes nothing
		if _, err = c.Post(url+"/search", "", nil); err == nil {
			if _, err = c.Post(url+"/order", "", nil); err == nil { // want `sends a POST again`
				return nil
			}
		}
		time.Sleep(time.Second)
	}
	return err
}

func noReason(c *http.Client, url string) (resp *http.Response, err error) {
	for range 3 {
		//retrylint:idempotent
		resp, err = c.Post(url, "", nil) // want `sends a POST again`
		if err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// query asks.
//
//retrylint:idempotent a query changes nothing
func query(c *http.Client, url string) (err error) {
	for range 3 {
		if _, err = c.Post(url, "", nil); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

//retrylint:idempotent a query changes nothing
func newQuery(url string) (*http.Request, error) {
	return http.NewRequest("POST", url, strings.NewReader("{}"))
}

func newOrder(url string) (*http.Request, error) {
	return http.NewRequest("POST", url, strings.NewReader("{}"))
}

func queried(c *http.Client, url string) error {
	return again.Do(3, func() error {
		req, err := newQuery(url)
		if err != nil {
			return err
		}
		_, err = c.Do(req)
		return err
	})
}

func ordered(c *http.Client, url string) error {
	return again.Do(3, func() error {
		req, err := newOrder(url)
		if err != nil {
			return err
		}
		_, err = c.Do(req) // want `sends a POST again`
		return err
	})
}

func order(c *http.Client, url string) error {
	_, err := c.Post(url, "", nil)
	return err
}

func onTheHelper(c *http.Client, url string) error {
	send := func() error { return order(c, url) }
	//retrylint:idempotent an order has a number
	return again.Do(3, send)
}

func recursive(c *http.Client, url string, left int) (*http.Response, error) {
	//retrylint:idempotent a search
	resp, err := c.Post(url, "", nil)
	if err == nil || left == 0 {
		return resp, err
	}
	time.Sleep(time.Second)
	return recursive(c, url, left-1)
}

//retrylint:idempotent whatever its clients send may be sent twice
func (t transport) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = t.next.RoundTrip(req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

type transport struct{ next http.RoundTripper }
