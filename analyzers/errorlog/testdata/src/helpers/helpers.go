// Package helpers logs in functions of its own and of others.
package helpers

import (
	"context"
	"errors"
	"fmt"
	"helpers/logx"
	"log/slog"
	"net"
	"time"
)

type server struct {
	log   *slog.Logger
	tried int
	state string
}

func (s *server) errorf(format string, args ...any) {
	s.log.Error(fmt.Sprintf(format, args...))
}

func (s *server) warnf(format string, args ...any) {
	s.log.Warn(fmt.Sprintf(format, args...))
}

// A wrapper around the logger writes it.
func (s *server) wrapped(addr string) (conn net.Conn, err error) {
	for range 3 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		s.errorf("dial %s: %v", addr, err) // want `logs a failed attempt of net\.Dial at error level`
		time.Sleep(time.Second)
	}
	return nil, err
}

func (s *server) wrappedLow(addr string) (conn net.Conn, err error) {
	for range 3 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		s.warnf("dial %s: %v", addr, err)
		time.Sleep(time.Second)
	}
	s.errorf("dial %s: %v", addr, err)
	return nil, err
}

// A wrapper of another package.
func elsewhere(addr string) (conn net.Conn, err error) {
	for range 3 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		logx.Failed(err, "dial %s", addr) // want `logs a failed attempt of net\.Dial at error level \(helpers/logx\.Failed\)`
		time.Sleep(time.Second)
	}
	return nil, err
}

func elsewhereLow(addr string) (conn net.Conn, err error) {
	for range 3 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		logx.Note(err, "dial %s", addr)
		time.Sleep(time.Second)
	}
	return nil, err
}

// A function that is told the outcome decides, logs and waits.
func (s *server) onceMore(ctx context.Context, err error) bool {
	if err == nil {
		s.tried = 0
		return true
	}
	if errors.Is(err, net.ErrClosed) || s.tried >= 10 {
		return false
	}
	s.tried++
	s.log.Error("goes again", "err", err) // want `logs a failed attempt`
	select {
	case <-time.After(time.Second):
		return true
	case <-ctx.Done():
		return false
	}
}

func (s *server) next() { s.state = "second" }

func (s *server) steps(ctx context.Context, dial func(context.Context, int) error) error {
	for {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		var err error
		switch s.state {
		case "first":
			err = dial(ctx, 1)
			if !s.onceMore(ctx, err) {
				return err
			}
		case "second":
			err = dial(ctx, 2)
			if !s.onceMore(ctx, err) {
				return err
			}
		default:
			return nil
		}
		if err == nil {
			s.next()
		}
	}
}

func (s *server) onceMoreLow(ctx context.Context, err error) bool {
	if err == nil {
		return true
	}
	if s.tried >= 10 {
		s.log.Error("gives up", "err", err)
		return false
	}
	s.tried++
	s.log.Warn("goes again", "err", err)
	select {
	case <-time.After(time.Second):
		return true
	case <-ctx.Done():
		return false
	}
}

func (s *server) stepsLow(ctx context.Context, dial func(context.Context) error) error {
	for {
		err := dial(ctx)
		if !s.onceMoreLow(ctx, err) {
			return err
		}
		if err == nil {
			return nil
		}
	}
}
