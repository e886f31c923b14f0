// Package a cries wolf.
package a

import (
	"context"
	"errors"
	"github.com/rs/zerolog"
	"io"
	"log"
	"log/slog"
	"net"
	"net/http"
	"retry"
	"time"
)

func textbook(addr string) (conn net.Conn, err error) {
	for i := range 3 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		slog.Error("dial failed", "attempt", i, "err", err) // want `logs a failed attempt of net\.Dial at error level \(log/slog\.Error\) although another attempt follows`
		time.Sleep(time.Second)
	}
	return nil, err
}

// Two kinds of failure, two lines.
func status(ctx context.Context, l *slog.Logger, c *http.Client, req *http.Request) *http.Response {
	for range 5 {
		resp, err := c.Do(req)
		if err != nil {
			l.ErrorContext(ctx, "no answer", "err", err) // want `logs a failed attempt of \(\*net/http\.Client\)\.Do at error level`
			time.Sleep(time.Second)
			continue
		}
		if resp.StatusCode >= 500 {
			resp.Body.Close()
			l.Log(ctx, slog.LevelError, "bad answer", "status", resp.StatusCode) // want `logs a failed attempt of \(\*net/http\.Client\)\.Do at error level`
			time.Sleep(time.Second)
			continue
		}
		return resp
	}
	return nil
}

// The standard log knows no levels, but people do.
func prefixed(addr string) net.Conn {
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		log.Printf("[ERROR] dial %s: %v", addr, err) // want `logs a failed attempt of net\.Dial at error level \(log\.Printf\)`
		time.Sleep(time.Second)
	}
}

// A session that broke is a failure of the attempt to keep one.
func subscribe(ctx context.Context, addr string, events io.Writer) {
	for ctx.Err() == nil {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			slog.Error("cannot connect", "err", err) // want `logs a failed attempt of net\.Dial at error level`
			time.Sleep(time.Second)
			continue
		}
		io.Copy(events, conn)
		conn.Close()
	}
}

func callback(ctx context.Context, addr string) (conn net.Conn, err error) {
	err = retry.Do(ctx, 3, func() error {
		conn, err = net.Dial("tcp", addr)
		if err != nil {
			slog.Error("dial failed", "err", err) // want `logs a failed attempt of the callback at error level`
		}
		return err
	})
	return conn, err
}

func notified(ctx context.Context, addr string) (conn net.Conn, err error) {
	err = retry.Notify(ctx, 3, func() error {
		conn, err = net.Dial("tcp", addr)
		return err
	}, func(err error, next time.Duration) {
		slog.Error("dial failed", "err", err, "next", next) // want `logs a failed attempt of the callback at error level`
	})
	return conn, err
}

func dial(addr string) (net.Conn, error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		slog.Error("dial failed", "err", err)
		return nil, err
	}
	return conn, nil
}

// The operation logs its own failures.
func inside(addr string) (conn net.Conn, err error) {
	for range 3 {
		if conn, err = dial(addr); err == nil { // want `logs a failed attempt of a\.dial at error level \(log/slog\.Error\)`
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

type server struct{ log *slog.Logger }

// The helper that waits writes it.
func (s *server) pause(err error) {
	s.log.Error("waiting", "err", err) // want `logs a failed attempt of net\.Dial at error level`
	time.Sleep(time.Second)
}

func (s *server) paused(addr string) (conn net.Conn, err error) {
	for range 3 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		s.pause(err)
	}
	return nil, err
}

func leveled(l *zerolog.Logger, url string) (err error) {
	for range 3 {
		if _, err = http.Get(url); err == nil {
			return nil
		}
		l.WithLevel(zerolog.ErrorLevel).Msg("not yet") // want `logs a failed attempt of net/http\.Get at error level`
		time.Sleep(time.Second)
	}
	return err
}

// The line is written by a function of the package that is told the error.
type reporter struct{ l *slog.Logger }

func (r *reporter) failed(what string, err error) {
	if err == nil {
		return
	}
	r.l.Error(what, "err", err)
}

func reported(r *reporter, addr string) (conn net.Conn, err error) {
	for range 3 {
		conn, err = net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		r.failed("dial", err) // want `logs a failed attempt of net\.Dial at error level \(\(\*a\.reporter\)\.failed\)`
		time.Sleep(time.Second)
	}
	return nil, err
}

// The function that decides says so on the way.
func (r *reporter) onceMore(left int, err error) bool {
	if left == 0 {
		return false
	}
	r.l.Error("again", "err", err) // want `logs a failed attempt of net\.Dial at error level`
	time.Sleep(time.Second)
	return true
}

func decided(r *reporter, addr string) (net.Conn, error) {
	for left := 3; ; left-- {
		conn, err := net.Dial("tcp", addr)
		if err == nil || !r.onceMore(left, err) {
			return conn, err
		}
	}
}

type subscription struct{ l *slog.Logger }

// It says that it blocks, so its end is a failure of the session.
func (s *subscription) ReceiveBlocking(ctx context.Context, conn net.Conn, each func([]byte)) error {
	for {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		buf := make([]byte, 64)
		n, err := conn.Read(buf)
		if err != nil {
			return err
		}
		each(buf[:n])
	}
}

func receiving(ctx context.Context, s *subscription, connect func() (net.Conn, error), each func([]byte), next func() time.Duration) {
	for {
		conn, err := connect()
		if err != nil {
			return
		}
		err = s.ReceiveBlocking(ctx, conn, each)
		if err != nil && !errors.Is(err, context.Canceled) {
			s.l.Error("receiver ended", "err", err) // want `logs a failed attempt of .*ReceiveBlocking at error level`
		}
		select {
		case <-time.After(next()):
		case <-ctx.Done():
			return
		}
	}
}

// An attempt is left for each of the lines.
func whileAttemptsAreLeft(addr string) (conn net.Conn, err error) {
	for i := 0; i < 3; i++ {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		if i < 2 {
			slog.Error("dial failed", "attempts", i+1, "err", err) // want `logs a failed attempt of net\.Dial at error level`
			time.Sleep(time.Second)
		}
	}
	return nil, err
}

func countedDown(addr string) (conn net.Conn, err error) {
	for left := 3; left > 0; left-- {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		if left > 1 {
			slog.Error("dial failed", "left", left, "err", err) // want `logs a failed attempt of net\.Dial at error level`
			time.Sleep(time.Second)
		}
	}
	return nil, err
}

// The callback gets the error from a function that has logged it.
func logged(addr string) error {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		slog.Error("dial failed", "err", err)
		return err
	}
	return conn.Close()
}

func called(ctx context.Context, addr string) error {
	return retry.Do(ctx, 3, func() error {
		return logged(addr) // want `logs a failed attempt of a\.logged at error level`
	})
}

func more(f func() (more bool, err error)) (err error) {
	for range 3 {
		var more bool
		if more, err = f(); !more {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func insisting(url string) error {
	return more(func() (bool, error) {
		resp, err := http.Get(url)
		if err != nil {
			slog.Error("request failed", "err", err) // want `logs a failed attempt of the callback at error level`
			return true, err
		}
		return resp.StatusCode >= 500, resp.Body.Close()
	})
}

// How long to wait is asked after each failed attempt.
func paced(ctx context.Context, d *net.Dialer, addr string) (net.Conn, error) {
	return retry.Paced(ctx, func() (net.Conn, error) {
		return d.DialContext(ctx, "tcp", addr)
	}, func(attempt int, err error) time.Duration {
		slog.Error("dial failed", "attempt", attempt, "err", err) // want `logs a failed attempt of the callback at error level`
		return time.Second
	})
}

// What has come of it is told once.
func then(d *net.Dialer, addr string) {
	retry.Then(func() error {
		_, err := d.Dial("tcp", addr)
		return err
	}, func(err error, result string) {
		slog.Error(result, "err", err)
	})
}
