// Package recursion holds what is not right yet. The want comments say what would be, and
// the comment of a function what is wrong.
package recursion

import (
	"io/fs"
	"net"
	"net/http"
	"time"
)

type client struct {
	hc    *http.Client
	token string
	addr  string
}

func (c *client) login() error {
	resp, err := c.hc.Get("http://auth/")
	if err != nil {
		return err
	}
	resp.Body.Close()
	c.token = resp.Header.Get("Token")
	return nil
}

// A second try with a fresh token is not a site; a flag bounds it.
func (c *client) get(url string, again bool) (*http.Response, error) {
	resp, err := c.hc.Get(url)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode == 401 && again {
		resp.Body.Close()
		if err := c.login(); err != nil {
			return nil, err
		}
		return c.get(url, false) // want "recursion http.Client.Get x2 none jitter=no ctx=no unwaited=1"
	}
	return resp, nil
}

// Fetch gets a page with at most one new token.
func (c *client) Fetch(url string) (*http.Response, error) { return c.get(url, true) }

// A further try with a fresh token is not a site where nothing bounds it.
func (c *client) getForEver(url string) (*http.Response, error) {
	resp, err := c.hc.Get(url)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode == 401 {
		resp.Body.Close()
		if err := c.login(); err != nil {
			return nil, err
		}
		return c.getForEver(url) // want "recursion http.Client.Get unbounded none jitter=no ctx=no unwaited=1"
	}
	return resp, nil
}

func (c *client) connect() {
	if _, err := net.Dial("tcp", c.addr); err != nil {
		c.reconnect()
	}
}

// The site is at the call in connect, and the wait is not seen.
func (c *client) reconnect() {
	time.Sleep(time.Second)
	c.connect() // want "recursion .* unbounded fixed/1s jitter=no ctx=no unwaited=0"
}

// A method that has a timer call it again is not a site.
func (c *client) rescheduled() {
	if _, err := net.Dial("tcp", c.addr); err != nil {
		time.AfterFunc(time.Second, c.rescheduled) // want "recursion net.Dial unbounded fixed/1s jitter=no ctx=no unwaited=0"
	}
}

// The timer is not taken for the wait, nor the attempts for the bound.
func (c *client) rescheduledLiteral(attempt int) {
	if _, err := net.Dial("tcp", c.addr); err != nil && attempt < 5 {
		time.AfterFunc(time.Second, func() { // want "recursion net.Dial x.* fixed/1s jitter=no ctx=no unwaited=0"
			c.rescheduledLiteral(attempt + 1)
		})
	}
}

// What starts itself in a goroutine is not a site.
func (c *client) inGoroutine() {
	if _, err := net.Dial("tcp", c.addr); err != nil {
		time.Sleep(time.Second)
		go c.inGoroutine() // want "recursion net.Dial unbounded fixed/1s jitter=no ctx=no unwaited=0"
	}
}

// The timer is not taken for the wait.
func (c *client) afterFuncLiteral() {
	if _, err := net.Dial("tcp", c.addr); err != nil {
		time.AfterFunc(time.Second, func() { c.afterFuncLiteral() }) // want "recursion net.Dial unbounded fixed/1s jitter=no ctx=no unwaited=0"
	}
}

// A second try with a fresh token is not a site where it is a loop.
func (c *client) loginOnce(url string) (*http.Response, error) {
	for range 2 { // want "loop http.Client.Get x2 none jitter=no ctx=no unwaited=1"
		resp, err := c.hc.Get(url)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusUnauthorized {
			return resp, nil
		}
		resp.Body.Close()
		if err := c.login(); err != nil {
			return nil, err
		}
	}
	return nil, fs.ErrPermission
}
