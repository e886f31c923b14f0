// Package a multiplies.
package a

import (
	"context"
	"example.com/other"
	"github.com/hashicorp/go-retryablehttp"
	"net"
	"net/http"
	"retry"
	"time"
)

func dial(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func textbook(addr string) (conn net.Conn, err error) {
	for range 3 { // want `retries a\.dial, which retries inside: 3 attempts here times 5 in a\.dial make 15 calls`
		if conn, err = dial(addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// The retry is two calls away.
func login(addr string) (net.Conn, error) {
	conn, err := dial(addr)
	if err != nil {
		return nil, err
	}
	if _, err := conn.Write([]byte("HELLO\n")); err != nil {
		conn.Close()
		return nil, err
	}
	return conn, nil
}

func deep(addr string) (conn net.Conn, err error) {
	for i := 0; i < 4; i++ { // want `retries a\.login, which retries inside: 4 attempts here times 5 in a\.dial make 20 calls`
		if conn, err = login(addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second << i)
	}
	return nil, err
}

// How often is the caller's choice.
func symbol(addr string, tries int) (conn net.Conn, err error) {
	for range tries { // want `retries a\.dial, which retries inside: up to tries attempts here, and for each of them 5 attempts in a\.dial`
		if conn, err = dial(addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func forever(addr string) net.Conn {
	for { // want `retries a\.dial, which retries inside: attempts without a limit here, and for each of them 5 attempts in a\.dial`
		if conn, err := dial(addr); err == nil {
			return conn
		}
		time.Sleep(time.Second)
	}
}

func callback(ctx context.Context, addr string) (conn net.Conn, err error) {
	err = retry.Do(ctx, 3, func() error { // want `retries a\.dial, which retries inside: 3 attempts here times 5 in a\.dial make 15 calls`
		conn, err = dial(addr)
		return err
	})
	return conn, err
}

// The inner retry is a helper's.
func helped(ctx context.Context, addr string) (conn net.Conn, err error) {
	err = retry.Do(ctx, 4, func() error {
		conn, err = net.Dial("tcp", addr)
		return err
	})
	return conn, err
}

func overHelped(ctx context.Context, addr string) (conn net.Conn, err error) {
	for range 3 { // want `retries a\.helped, which retries inside: 3 attempts here times 4 in a\.helped make 12 calls`
		if conn, err = helped(ctx, addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// The inner retry is in another package.
func elsewhere(addr string) (conn net.Conn, err error) {
	for range 3 { // want `retries \(\*example\.com/other\.Dialer\)\.Dial, which retries inside: 3 attempts here times 6 in example\.com/other\.\(\*Dialer\)\.Dial make 18 calls`
		if conn, err = new(other.Dialer).Dial(addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// The client retries unless it is told not to.
func send(req *http.Request) (resp *http.Response, err error) {
	c := retryablehttp.NewClient()
	for range 3 { // want `retries \(\*github\.com/hashicorp/go-retryablehttp\.Client\)\.Do, which retries inside: 3 attempts here times 5 in github\.com/hashicorp/go-retryablehttp make 15 calls`
		if resp, err = c.Do(req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// The inner retry is a recursion.
func again(addr string, attempt int) (net.Conn, error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil && attempt < 3 {
		time.Sleep(time.Second)
		return again(addr, attempt+1)
	}
	return conn, err
}

func overRecursion(addr string) (conn net.Conn, err error) {
	for range 3 { // want `retries a\.again, which retries inside: 3 attempts here`
		if conn, err = again(addr, 0); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// A single type can be behind the interface.
type dialer interface {
	connect(addr string) (net.Conn, error)
}

type patient struct{}

func (patient) connect(addr string) (conn net.Conn, err error) {
	for range 2 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func throughInterface(d dialer, addr string) (conn net.Conn, err error) {
	for range 4 { // want `4 attempts here times 2 in a\.\(patient\)\.connect make 8 calls`
		if conn, err = d.connect(addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// A notice follows what was done; nothing is done again if it gets lost.
func announced(addr string) error {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	if other, err := dial("localhost:1"); err != nil {
		println(err.Error())
	} else {
		other.Close()
	}
	return nil
}

func announces(addr string) (err error) {
	for range 3 {
		if err = announced(addr); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Without the first there is not much of a second.
func both(addr string) (err error) {
	if _, err := dial("localhost:1"); err != nil {
		println(err.Error())
	}
	_, err = net.Dial("tcp", addr)
	return err
}

func triesBoth(addr string) (err error) {
	for range 3 { // want `retries a\.both, which retries inside: 3 attempts here times 5 in a\.dial make 15 calls`
		if err = both(addr); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
