//go:build go1.21

// Package old has loop variables that live as long as their loop.
package old

import "net"

func captured(addr string) (err error) {
	var fs []func() int
	for i := 0; i < 3; i++ { // want "loop net.Dial x3 none"
		fs = append(fs, func() int { return i })
		if _, err = net.Dial("tcp", addr); err == nil {
			return nil
		}
	}
	return err
}

// One variable holds all of them in turn.
func addresses(ifaces []net.Interface) ([]net.Addr, error) {
	for _, i := range ifaces { // want "failover net.Interface.Addrs .*"
		if addrs, err := i.Addrs(); err == nil {
			return addrs, nil
		}
	}
	return nil, net.UnknownNetworkError("any")
}
