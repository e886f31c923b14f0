package fix

import (
	"crypto/rand"
	"net"
	"time"
)

var reader = rand.Reader

func cryptorand(addr string) (err error) {
	for range 3 { // want `no jitter`
		if _, err = net.Dial("tcp", addr); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
