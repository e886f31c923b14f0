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
