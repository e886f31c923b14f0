// Package breakers has circuit breakers around retries and within them.
package breakers

import (
	"net"
	"time"

	"github.com/sony/gobreaker/v2"
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

// The breaker lets the inner retry through as often as the outer one asks.
func within(cb *gobreaker.CircuitBreaker[net.Conn], addr string) (conn net.Conn, err error) {
	for range 3 { // want `retries .*Execute, which retries inside: 3 attempts here times 5 in breakers\.dial make 15 calls`
		conn, err = cb.Execute(func() (net.Conn, error) { return dial(addr) })
		if err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func guarded(cb *gobreaker.CircuitBreaker[net.Conn], addr string) (net.Conn, error) {
	return cb.Execute(func() (net.Conn, error) { return dial(addr) })
}

func below(cb *gobreaker.CircuitBreaker[net.Conn], addr string) (conn net.Conn, err error) {
	for range 3 { // want `retries breakers\.guarded, which retries inside: 3 attempts here times 5 in breakers\.dial make 15 calls`
		if conn, err = guarded(cb, addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// A breaker itself does not try anything twice.
func once(cb *gobreaker.CircuitBreaker[net.Conn], addr string) (conn net.Conn, err error) {
	for range 3 {
		conn, err = cb.Execute(func() (net.Conn, error) { return net.Dial("tcp", addr) })
		if err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}
