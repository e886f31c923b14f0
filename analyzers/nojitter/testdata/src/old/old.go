//go:build go1.21

// Package old is for releases of Go that had no math/rand/v2.
package old

import (
	"net"
	"time"
)

func dial(addr string) (err error) {
	for i := 0; i < 3; i++ { // want `no jitter`
		if _, err = net.Dial("tcp", addr); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
