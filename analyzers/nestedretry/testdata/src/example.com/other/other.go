// Package other is a client that retries by itself.
package other

import (
	"net"
	"time"
)

// Dialer dials until it works.
type Dialer struct{}

// Dial tries six times.
func (d *Dialer) Dial(addr string) (conn net.Conn, err error) {
	for range 6 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}
