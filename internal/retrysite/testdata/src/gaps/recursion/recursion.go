// Package recursion holds what is not yet right; the want comments say what would be.
package recursion

import (
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
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

// A flag bounds it: one more time with a fresh token.
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

// Fetch gets a page.
func (c *client) Fetch(url string) (*http.Response, error) { return c.get(url, true) }

// Nothing bounds it: the token may be refused for ever.
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

func (c *client) reconnect() {
	time.Sleep(time.Second)
	c.connect() // want "recursion .* unbounded fixed/1s jitter=no ctx=no unwaited=0"
}

func (c *client) rescheduled() {
	if _, err := net.Dial("tcp", c.addr); err != nil {
		time.AfterFunc(time.Second, c.rescheduled) // want "recursion net.Dial unbounded fixed/1s jitter=no ctx=no unwaited=0"
	}
}

func (c *client) rescheduledLiteral(attempt int) {
	if _, err := net.Dial("tcp", c.addr); err != nil && attempt < 5 {
		time.AfterFunc(time.Second, func() { // want "recursion net.Dial x.* fixed/1s jitter=no ctx=no unwaited=0"
			c.rescheduledLiteral(attempt + 1)
		})
	}
}

func (c *client) inGoroutine() {
	if _, err := net.Dial("tcp", c.addr); err != nil {
		time.Sleep(time.Second)
		go c.inGoroutine() // want "recursion net.Dial unbounded fixed/1s jitter=no ctx=no unwaited=0"
	}
}

// Nor is looking in the parent.
func find(dir, name string) (string, error) {
	if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
		return dir, nil
	}
	parent := filepath.Dir(dir)
	if parent == dir {
		return "", fs.ErrNotExist
	}
	return find(parent, name)
}

func (c *client) afterFuncLiteral() {
	if _, err := net.Dial("tcp", c.addr); err != nil {
		time.AfterFunc(time.Second, func() { c.afterFuncLiteral() }) // want "recursion net.Dial unbounded fixed/1s jitter=no ctx=no unwaited=0"
	}
}

// The loop is the same thing as the recursion of get.
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
