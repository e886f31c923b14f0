package fix

import (
	"net"
	"time"
)

// logger is one that the module has made for itself.
type logger interface {
	Errorf(format string, args ...any)
	Warnf(format string, args ...any)
}

func own(l logger, addr string) {
	for range 3 {
		_, err := net.Dial("tcp", addr)
		if err == nil {
			return
		}
		l.Errorf("dial: %v", err) // want `at error level`
		time.Sleep(time.Second)
	}
}

type baseLog struct{}

func (baseLog) Error(msg string, kv ...any) {}
func (baseLog) Warn(msg string, kv ...any)  {}

type embeddedLog struct{ baseLog }

func embedded(l embeddedLog, addr string) {
	for range 3 {
		_, err := net.Dial("tcp", addr)
		if err == nil {
			return
		}
		l.Error("dial failed", "err", err) // want `at error level`
		time.Sleep(time.Second)
	}
}

// otherLog has warnings that take something else.
type otherLog struct{}

func (otherLog) Error(err error)                  {}
func (otherLog) Warn(err error, hint string)      {}
func (otherLog) Errorf(f string, args ...any)     {}
func (*otherLog) Warnf(f string, args ...any)     {}
func (otherLog) Errorw(msg string, kv ...any)     {}
func (otherLog) Warnw(msg string, kv ...any) bool { return true }

func newLog() otherLog { return otherLog{} }

func others(l otherLog, addr string) {
	for range 3 {
		_, err := net.Dial("tcp", addr)
		if err == nil {
			return
		}
		l.Error(err)                     // want `at error level`
		newLog().Errorf("dial: %v", err) // want `at error level`
		l.Errorf("dial: %v", err)        // want `at error level`
		l.Errorw("dial", "err", err)     // want `at error level`
		time.Sleep(time.Second)
	}
}
