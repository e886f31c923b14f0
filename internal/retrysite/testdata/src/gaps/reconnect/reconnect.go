// Package reconnect holds what is not yet right; the want comments say what would be.
package reconnect

import (
	"context"
	"errors"
	"net"
	"time"
)

type queue interface {
	Receive(ctx context.Context) (string, error)
	Complete(ctx context.Context, id string) (bool, error)
}

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
