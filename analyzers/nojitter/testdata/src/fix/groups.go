package fix

// What is needed.
import (
	"fmt"
	"math"

	// The network.
	"net"
	"time"
)

import "os"

var _, _, _ = fmt.Sprint, math.Pi, os.Exit

func groups(addr string) (err error) {
	for range 3 { // want `no jitter`
		if _, err = net.Dial("tcp", addr); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
