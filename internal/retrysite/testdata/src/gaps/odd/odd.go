// Package odd holds what is not yet right; the want comments say what would be.
package odd

import "net"

type dialer interface {
	Dial(network, addr string) (net.Conn, error)
}

func interfaceMethodExpression(d dialer) (c net.Conn, err error) {
	f := dialer.Dial
	for range 3 { // want "loop .*Dial x3 none"
		if c, err = f(d, "tcp", "x:1"); err == nil {
			return c, nil
		}
	}
	return nil, err
}
