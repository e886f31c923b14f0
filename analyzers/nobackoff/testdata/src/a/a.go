// Package a retries at once.
package a

import (
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"retry"
	"time"
)

var errBusy = errors.New("busy")

func textbook(c *http.Client, req *http.Request) (resp *http.Response, err error) {
	for i := 0; i < 3; i++ { // want `calls \(\*net/http\.Client\)\.Do again after an error without waiting \(3 attempts.*\); the error path is line \d+ -> \d+`
		if resp, err = c.Do(req); err == nil {
			return resp, nil
		}
	}
	return nil, err
}

func jump(addr string) (net.Conn, error) {
	left := 3
again: // want `calls net\.Dial again after an error without waiting`
	conn, err := net.Dial("tcp", addr)
	if err != nil && left > 1 {
		left--
		goto again
	}
	return conn, err
}

func recursive(addr string, attempt int) (net.Conn, error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil && attempt < 3 {
		return recursive(addr, attempt+1) // want `calls net\.Dial again after an error without waiting`
	}
	return conn, err
}

// The wait is five nanoseconds long.
func fiveNanoseconds(addr string) (conn net.Conn, err error) {
	for range 10 { // want `calls net\.Dial again after an error without waiting`
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(5)
	}
	return nil, err
}

// One kind of failure goes round without the wait.
func oneWay(addr string) (conn net.Conn, err error) {
	for range 10 { // want `calls net\.Dial again after an error without waiting`
		conn, err = net.Dial("tcp", addr)
		if errors.Is(err, errBusy) {
			continue
		}
		if err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// A status is a failure too.
func status(url string) (*http.Response, error) {
	for range 3 { // want `calls net/http\.Get again after an error without waiting`
		resp, err := http.Get(url)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode < 500 {
			return resp, nil
		}
		resp.Body.Close()
	}
	return nil, errBusy
}

// The select does not wait.
func polite(ctx context.Context, d *net.Dialer, addr string) net.Conn {
	for { // want `calls \(\*net\.Dialer\)\.DialContext again after an error without waiting`
		select {
		case <-ctx.Done():
			return nil
		default:
		}
		conn, err := d.DialContext(ctx, "tcp", addr)
		if err != nil {
			log.Print(err)
			continue
		}
		return conn
	}
}

func helper(addr string) (conn net.Conn, err error) {
	err = retry.Now(3, func() error { // want `has net\.Dial called again after an error without waiting`
		conn, err = net.Dial("tcp", addr)
		return err
	})
	return conn, err
}

// An accept loop is no retry, but it spins when accepting keeps failing.
func serve(l net.Listener, handle func(io.ReadWriteCloser)) {
	for { // want `goes on at once after .*Accept failed, so an error that lasts makes it spin`
		conn, err := l.Accept()
		if err != nil {
			log.Print(err)
			continue
		}
		go handle(conn)
	}
}
