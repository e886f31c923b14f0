// Package b keeps its voice down, or has lost for good what it shouts about.
package b

import (
	"context"
	"errors"
	"fmt"
	"github.com/rs/zerolog"
	"log"
	"log/slog"
	"net"
	"net/http"
	"retry"
	"time"
)

func warns(addr string) (conn net.Conn, err error) {
	for i := 0; i < 3; i++ {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		slog.Warn("dial failed, trying again", "attempt", i, "err", err)
		time.Sleep(time.Second)
	}
	slog.Error("dial failed for good", "err", err)
	return nil, err
}

// The last attempt is told from the others.
func last(addr string) (conn net.Conn, err error) {
	for i := 1; ; i++ {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		if i >= 3 {
			slog.Error("no attempts left", "err", err)
			return nil, err
		}
		slog.Info("trying again", "err", err)
		time.Sleep(time.Second)
	}
}

// What is not retried may be logged as an error.
func classified(c *http.Client, req *http.Request) (*http.Response, error) {
	for range 3 {
		resp, err := c.Do(req)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode < 300 {
			return resp, nil
		}
		resp.Body.Close()
		if resp.StatusCode < 500 {
			slog.Error("refused", "status", resp.Status)
			return nil, errors.New(resp.Status)
		}
		time.Sleep(time.Second)
	}
	return nil, errors.New("unavailable")
}

func level(ctx context.Context, l *slog.Logger, addr string) (conn net.Conn, err error) {
	for range 3 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		l.Log(ctx, slog.LevelWarn, "dial failed", "err", err)
		time.Sleep(time.Second)
	}
	return nil, err
}

func plain(addr string) net.Conn {
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		log.Printf("dial %s: %v, trying again", addr, err)
		time.Sleep(time.Second)
	}
}

// Making an error is not logging one, and neither is asking for its text.
func wraps(addr string) (conn net.Conn, err error) {
	for range 3 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		err = fmt.Errorf("dial %s: %s", addr, err.Error())
		time.Sleep(time.Second)
	}
	return nil, err
}

// A success is logged here, strangely.
func success(addr string) (conn net.Conn, err error) {
	for range 3 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			slog.Error("at last", "addr", addr)
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func outside(ctx context.Context, addr string) (conn net.Conn, err error) {
	err = retry.Do(ctx, 3, func() error {
		conn, err = net.Dial("tcp", addr)
		return err
	})
	if err != nil {
		slog.Error("dial failed", "err", err)
	}
	return conn, err
}

// The item is lost: no attempt at it follows.
func worker(msgs <-chan string, url string) {
	for msg := range msgs {
		resp, err := http.Get(url + msg)
		if err != nil {
			slog.Error("message lost", "msg", msg, "err", err)
			continue
		}
		resp.Body.Close()
	}
}

// Not retried at all.
func each(addrs []string) (conns []net.Conn) {
	for _, addr := range addrs {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			slog.Error("skipping", "addr", addr, "err", err)
			continue
		}
		conns = append(conns, conn)
	}
	return conns
}

func leveled(l *zerolog.Logger, url string) (err error) {
	for range 3 {
		if _, err = http.Get(url); err == nil {
			return nil
		}
		l.WithLevel(zerolog.WarnLevel).Msg("not yet")
		time.Sleep(time.Second)
	}
	return err
}

// The function logs when it gives up, and only then.
type reporter struct{ l *slog.Logger }

func (r *reporter) onceMore(left int, err error) bool {
	if left == 0 {
		r.l.Error("given up", "err", err)
		return false
	}
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

// What is done on each tick is not tried again. That the handler has the name of
// a subscription does not make it a session.
func ticking(ctx context.Context, c *http.Client, question *http.Request, handler func(*http.Response) error) {
	for {
		resp, err := c.Do(question)
		if err != nil {
			if errors.Is(err, context.Canceled) {
				return
			}
			slog.Debug("no news", "err", err)
		} else if err := handleSubscribedChange(handler, resp); err != nil {
			slog.Error("news are lost", "err", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Minute):
		}
	}
}

func handleSubscribedChange(handler func(*http.Response) error, resp *http.Response) error {
	if err := handler(resp); err != nil {
		return err
	}
	return resp.Body.Close()
}

// Nor does it where the handler says nothing of its failure.
func polling(ctx context.Context, c *http.Client, question *http.Request, target string) {
	for {
		resp, err := c.Do(question)
		if err != nil {
			if errors.Is(err, context.Canceled) {
				return
			}
			slog.Debug("no news", "err", err)
		} else {
			processConnected(c, target, resp)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Minute):
		}
	}
}

func processConnected(c *http.Client, target string, news *http.Response) {
	defer news.Body.Close()
	resp, err := c.Post(target, "text/plain", news.Body)
	if err != nil {
		slog.Error("the news did not arrive", "err", err)
		return
	}
	resp.Body.Close()
}

// The line is written when no attempt is left.
func whenNoneIsLeft(addr string) (conn net.Conn, err error) {
	for i := 0; i < 3; i++ {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		if i < 2 {
			time.Sleep(time.Second)
			continue
		}
		slog.Error("dial failed for good", "err", err)
	}
	return nil, err
}

// The callback has its helper stop where the function has logged.
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
		if err := logged(addr); err != nil {
			return retry.Permanent(err)
		}
		return nil
	})
}

// A loop of a single round repeats nothing.
func onlyOnce(addr string) (err error) {
	for i := 0; i < 1; i++ {
		if err = logged(addr); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// A sweep comes again with the next tick, whatever has come of this one.
func sweeping(ctx context.Context, c *http.Client, url string) {
	for {
		n, err := runSweep(ctx, c, url)
		if err != nil {
			slog.Error("sweep failed", "err", err)
		}
		if n > 0 {
			slog.Info("swept", "n", n)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Hour):
		}
	}
}

func runSweep(ctx context.Context, c *http.Client, url string) (int, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodDelete, url, nil)
	if err != nil {
		return 0, err
	}
	resp, err := c.Do(req)
	if err != nil {
		return 0, err
	}
	return 1, resp.Body.Close()
}

// What is logged here is not tried again.
func refusing(ctx context.Context, addr string) error {
	return retry.Do(ctx, 3, func() error {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			slog.Error("dial failed", "err", err)
			return retry.Permanent(err)
		}
		return conn.Close()
	})
}

func again(f func() (more bool, err error)) (err error) {
	for range 3 {
		var more bool
		if more, err = f(); !more {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func declining(url string) error {
	return again(func() (bool, error) {
		resp, err := http.Get(url)
		if err != nil {
			slog.Error("request failed", "err", err)
			return false, err
		}
		return resp.StatusCode >= 500, resp.Body.Close()
	})
}
