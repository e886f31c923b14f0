// Package tested has loggers whose warnings are not in all of its builds.
package tested

import (
	"net"
	"time"
)

type logger struct{}

func (logger) Errorf(format string, args ...any) {}

func onlyTested(l logger, addr string) {
	for range 3 {
		_, err := net.Dial("tcp", addr)
		if err == nil {
			return
		}
		l.Errorf("dial: %v", err) // want `at error level`
		time.Sleep(time.Second)
	}
}

type taggedLog struct{}

func (taggedLog) Errorf(format string, args ...any) {}

func tagged(l taggedLog, addr string) {
	for range 3 {
		_, err := net.Dial("tcp", addr)
		if err == nil {
			return
		}
		l.Errorf("dial: %v", err) // want `at error level`
		time.Sleep(time.Second)
	}
}

type plainLog struct{}

func (plainLog) Errorf(format string, args ...any) {}

func plain(l plainLog, addr string) {
	for range 3 {
		_, err := net.Dial("tcp", addr)
		if err == nil {
			return
		}
		l.Errorf("dial: %v", err) // want `at error level`
		time.Sleep(time.Second)
	}
}
