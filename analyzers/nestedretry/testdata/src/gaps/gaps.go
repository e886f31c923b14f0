// Package gaps has what the rule should say and does not say yet.
package gaps

import (
	"net"
	"time"
)

// Reported, and should not be: what the inner one has not used up is left for
// the outer one.
type budget struct{ left int }

func (b *budget) take() bool {
	b.left--
	return b.left >= 0
}

func dialWithin(b *budget, addr string) (conn net.Conn, err error) {
	for b.take() {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func shared(addr string) (conn net.Conn, err error) {
	b := &budget{left: 4}
	for b.take() {
		if conn, err = dialWithin(b, addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}
