package fix

import (
	random "math/rand/v2"
	"net"
	"time"
)

func draw2() int { return random.Int() }

func renamed(addr string) (err error) {
	for range 3 { // want `no jitter`
		if _, err = net.Dial("tcp", addr); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
