// Package tagged has a variable in a file that other builds have.
package tagged

import (
	"net"
	"time"
)

func dial(addr string) (err error) {
	for range 3 { // want `no jitter`
		if _, err = net.Dial("tcp", addr); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
