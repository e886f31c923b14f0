package nearmiss

import (
	"fmt"
	"net"
	"net/http"
	"strconv"
	"time"
)

func freePort(port int) (net.Listener, error) {
	for {
		l, err := net.Listen("tcp", ":"+strconv.Itoa(port))
		if err == nil {
			return l, nil
		}
		port++
		if port > 65535 {
			return nil, err
		}
	}
}

type listening struct{ config struct{ Port int } }

func (s *listening) run() error {
	for {
		err := http.ListenAndServe(fmt.Sprintf(":%d", s.config.Port), nil)
		if err == nil {
			return nil
		}
		s.config.Port++
		if s.config.Port > 9000 {
			return err
		}
	}
}

// The number tells which attempt it is; the port is the same.
func onePort(port int) (net.Listener, error) {
	attempt := 0
	for { // want "loop nearmiss.ListenAt .* fixed/1s jitter=no ctx=no unwaited=0"
		l, err := ListenAt(port, attempt)
		if err == nil {
			return l, nil
		}
		attempt++
		if attempt > 5 {
			return nil, err
		}
		time.Sleep(time.Second)
	}
}

func ListenAt(port, attempt int) (net.Listener, error) {
	return net.Listen("tcp", fmt.Sprintf("127.0.0.%d:%d", attempt, port))
}
