// Package odd holds what is not right yet. The want comments say what would be, and
// the comment of a function what is wrong.
package odd

import "net"

type dialer interface {
	Dial(network, addr string) (net.Conn, error)
}

// The method expression of an interface is not taken for an operation.
func interfaceMethodExpression(d dialer) (c net.Conn, err error) {
	f := dialer.Dial
	for range 3 { // want "loop .*Dial x3 none"
		if c, err = f(d, "tcp", "x:1"); err == nil {
			return c, nil
		}
	}
	return nil, err
}
