package reconnect

import (
	"net"
	"time"
)

type link struct {
	addr string
	conn net.Conn
	quit chan struct{}
}

func (l *link) reconnect() {
	if c, err := net.Dial("tcp", l.addr); err == nil {
		l.conn = c
	}
}

// A look at the connection from time to time: the next tick comes whatever has come of
// this one.
func (l *link) heartBeat() {
	for {
		select {
		case <-l.quit:
			return
		case <-time.After(time.Second):
		}
		if _, err := l.conn.Write([]byte("ping")); err == nil {
			continue
		}
		l.reconnect()
	}
}

// It connects and connects again.
func (l *link) hold() {
	for { // want "reconnect .*reconnect deadline fixed/1s jitter=no ctx=yes unwaited=0"
		l.reconnect()
		select {
		case <-l.quit:
			return
		case <-time.After(time.Second):
		}
	}
}
