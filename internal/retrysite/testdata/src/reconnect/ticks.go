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

type brokers struct{ names []string }

func (b *brokers) other(than string) *broker {
	for _, n := range b.names {
		if n != than {
			return &broker{n}
		}
	}
	return nil
}

type broker struct{ name string }

// Another broker each time, for a number of times.
func (b *brokers) send(times int) (err error) {
	var at *broker
	for n := 0; n < times; n++ { // want "failover net.Dial x<number of targets> none jitter=no ctx=no unwaited=1"
		last := ""
		if at != nil {
			last = at.name
		}
		if at = b.other(last); at == nil {
			continue
		}
		var c net.Conn
		if c, err = net.Dial("tcp", at.name); err != nil {
			continue
		}
		return c.Close()
	}
	return err
}

// Round and round, until the time is over; some answers are as good as none.
func (b *brokers) ask(until time.Time, ask func(c net.Conn) (good bool)) error {
	var err error
	for i := 0; time.Now().Before(until); i++ { // want "failover net.Dial x<number of targets> none jitter=no ctx=no unwaited=1"
		name := b.names[i%len(b.names)]
		var c net.Conn
		if c, err = net.Dial("tcp", name); err != nil {
			continue
		}
		if !ask(c) {
			continue
		}
		return nil
	}
	return err
}
