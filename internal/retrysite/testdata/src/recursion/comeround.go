package recursion

import (
	"context"
	"net"
	"time"
)

// group finds its coordinator, and finds it again.
type group struct {
	pause time.Duration
	done  chan struct{}
	find  func(name string) error
	ask   func(ctx context.Context, name string) error
}

// again waits at its start, each time.
func (g *group) again(ctx context.Context, name string, left int) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-g.done:
		return net.ErrClosed
	case <-time.After(g.pause):
	}
	if err := g.find(name); err != nil {
		if left <= 0 {
			return err
		}
		return g.again(ctx, name, left-1) // want "recursion g.find x<left> fixed jitter=no ctx=yes unwaited=0"
	}
	return g.join(ctx, name, left-1)
}

func (g *group) join(ctx context.Context, name string, left int) error {
	if err := g.ask(ctx, name); err != nil {
		if left <= 0 {
			return err
		}
		return g.again(ctx, name, left) // want "recursion g.ask deadline fixed jitter=no ctx=yes unwaited=0"
	}
	return nil
}

// skips waits before each attempt but the first one.
func skips(addr string, attempt int) (net.Conn, error) {
	if attempt > 0 {
		time.Sleep(time.Second)
	}
	c, err := net.Dial("tcp", addr)
	if err != nil && attempt < 4 {
		return skips(addr, attempt+1) // want "recursion net.Dial x5 fixed/1s jitter=no ctx=no unwaited=0"
	}
	return c, err
}

func skip(addr string) (net.Conn, error) { return skips(addr, 0) }

// hurries waits before the third attempt and those after it only.
func hurries(addr string, attempt int) (net.Conn, error) {
	if attempt > 1 {
		time.Sleep(time.Second)
	}
	c, err := net.Dial("tcp", addr)
	if err != nil && attempt < 4 {
		return hurries(addr, attempt+1) // want "recursion net.Dial x5 none jitter=no ctx=no unwaited=1"
	}
	return c, err
}

func hurry(addr string) (net.Conn, error) { return hurries(addr, 0) }
