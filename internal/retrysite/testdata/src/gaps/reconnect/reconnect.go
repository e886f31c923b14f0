// Package reconnect holds what is not right yet. The want comments say what would be, and
// the comment of a function what is wrong.
package reconnect

import (
	"context"
	"errors"
	"net"
	"time"
)

type queue interface {
	Receive(ctx context.Context) (string, error)
}

// The outer rounds are taken for a failover too.
func rounds(addrs []string) (c net.Conn, err error) {
	for range 3 { // want "loop .* x3 fixed/1s jitter=no ctx=no unwaited=0"
		for _, a := range addrs { //want "failover net.Dial x<number of targets>"
			if c, err = net.Dial("tcp", a); err == nil {
				return c, nil
			}
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// It is taken for a reconnect, though it goes on with the next message.
func consumeUntilDone(ctx context.Context, q queue, handle func(string) error) {
	for {
		m, err := q.Receive(ctx)
		if err != nil {
			if errors.Is(err, context.Canceled) {
				return
			}
			time.Sleep(time.Second)
			continue
		}
		handle(m)
	}
}
