package nearmiss

import (
	"io"
	"log"
	"net"
	"sync"
)

type conn interface {
	Run(cmds []string) error
}

// Through a list, by steps of whatever size.
func groups(c conn, cmds []string, end func(from int) int) error {
	i := 0
	defer func() { log.Print(i) }()
	for i < len(cmds) {
		to := end(i)
		if err := c.Run(cmds[i:to]); err != nil && to == 0 {
			return err
		}
		i = to
	}
	return nil
}

type pipeline struct {
	conn net.Conn
	left int
	err  error
}

func (p *pipeline) Left() int { return p.left }

func (p *pipeline) result() ([]byte, error) {
	p.left--
	b := make([]byte, 1)
	_, err := io.ReadFull(p.conn, b)
	return b, err
}

// What is left is worked off.
func (p *pipeline) drain() {
	for p.Left() > 0 {
		b, err := p.result()
		if err != nil {
			p.err = err
			if err == net.ErrClosed {
				break
			}
		} else if b == nil {
			break
		}
	}
}

type notifier struct {
	mu      sync.Mutex
	pending bool
	conn    interface{ Notify(zone string) error }
}

// It goes on when there is something new only.
func (n *notifier) notify(zone string) {
	for {
		n.mu.Lock()
		if !n.pending {
			n.mu.Unlock()
			return
		}
		n.pending = false
		n.mu.Unlock()
		if err := n.conn.Notify(zone); err != nil {
			log.Print(err)
		}
	}
}
