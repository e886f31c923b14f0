package helpers

import (
	"log/slog"
	"net"
	"time"
)

func jump(l *slog.Logger, addr string) (net.Conn, error) {
	left := 3
again:
	conn, err := net.Dial("tcp", addr)
	if err != nil && left > 0 {
		left--
		l.Error("dial failed", "left", left) // want `logs a failed attempt of net\.Dial at error level`
		time.Sleep(time.Second)
		goto again
	}
	return conn, err
}

// Only the last line is right.
func both(addr string) (conn net.Conn, err error) {
	for i := 1; ; i++ {
		conn, err = net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		if i == 3 {
			slog.Error("giving up", "err", err)
			return nil, err
		}
		slog.Error("dial failed", "err", err) // want `logs a failed attempt of net\.Dial at error level`
		time.Sleep(time.Second)
	}
}

func recursive(addr string, attempt int) (net.Conn, error) {
	conn, err := net.Dial("tcp", addr)
	if err == nil || attempt == 3 {
		return conn, err
	}
	slog.Error("dial failed", "attempt", attempt, "err", err) // want `logs a failed attempt of net\.Dial at error level`
	time.Sleep(time.Second)
	return recursive(addr, attempt+1)
}
