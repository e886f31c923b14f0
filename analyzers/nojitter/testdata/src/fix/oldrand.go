package fix

import (
	"math/rand"
	"net"
	"time"
)

func draw() int { return rand.Int() }

func oldrand(addr string) (err error) {
	for range 3 { // want `no jitter`
		if _, err = net.Dial("tcp", addr); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
