package fix

import (
	"math/rand/v2"
	"net"
	"time"
)

func draw3() int { return rand.Int() }

func hidden(addr string, rand int) (err error) {
	for range 3 { // want `no jitter`
		if _, err = net.Dial("tcp", addr); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
