// Package orinsteadofand dials a message server.
package orinsteadofand

import (
	"errors"
	"net"
	"time"
)

type options struct {
	Addr     string
	Redials  int
	Patience int // seconds
}

type stats struct{ dialed time.Time }

type Session struct{ conn net.Conn }

type Client struct {
	opts  *options
	conn  net.Conn
	stats *stats
}

func (c *Client) handshake(nc net.Conn) (*Session, error) {
	if nc == nil {
		return nil, errors.New("no connection")
	}
	return &Session{conn: nc}, nil
}

// Open connects to the server, with up to Redials further dials.
func (c *Client) Open() (*Session, error) {
	var nc net.Conn
	var err error

	var n = 0
	var up bool
	c.stats = &stats{}
	for n <= c.opts.Redials || !up { // want "loop net.DialTimeout unbounded none jitter=no ctx=no unwaited=1"
		if nc, err = net.DialTimeout("tcp", c.opts.Addr, time.Duration(c.opts.Patience)*time.Second); err == nil {
			c.stats.dialed = time.Now()
			up = true
		}
		n++
	}
	if err != nil {
		return nil, err
	}

	c.conn = nc
	return c.handshake(nc)
}
