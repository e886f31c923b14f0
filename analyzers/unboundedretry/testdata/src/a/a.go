// Package a never gives up.
package a

import (
	"net"
	"retry"
	"time"
)

func forever(addr string) net.Conn {
	for { // want `calls net\.Dial again for as long as it fails: no number of attempts, deadline, context or done channel ends it`
		if conn, err := net.Dial("tcp", addr); err == nil {
			return conn
		}
		time.Sleep(time.Second)
	}
}

func condition(addr string) net.Conn {
	conn, err := net.Dial("tcp", addr)
	for err != nil { // want `calls net\.Dial again for as long as it fails`
		time.Sleep(time.Second)
		conn, err = net.Dial("tcp", addr)
	}
	return conn
}

func jump(addr string) net.Conn {
again: // want `calls net\.Dial again for as long as it fails`
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		time.Sleep(time.Second)
		goto again
	}
	return conn
}

func recursive(addr string) net.Conn {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		time.Sleep(time.Second)
		return recursive(addr) // want `calls net\.Dial again for as long as it fails`
	}
	return conn
}

// The counter starts anew in each round.
func counter(addr string) net.Conn {
	for { // want `calls net\.Dial again for as long as it fails`
		attempts := 0
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		attempts++
		if attempts > 5 {
			return nil
		}
		time.Sleep(time.Second)
	}
}

func helper(addr string) (conn net.Conn) {
	retry.Forever(time.Second, func() (err error) { // want `calls net\.Dial again for as long as it fails`
		conn, err = net.Dial("tcp", addr)
		return err
	})
	return conn
}
