// Package loggers logs failed attempts with loggers that say error in ways of their own.
package loggers

import (
	"context"
	"errors"
	"net"
	"net/http"
	"time"

	charm "github.com/charmbracelet/log"
	kitlog "github.com/go-kit/log"
	"github.com/go-kit/log/level"
	"github.com/golang/glog"
	"github.com/hashicorp/go-hclog"
	"github.com/inconshreveable/log15"
	"github.com/rs/zerolog"
	"github.com/sirupsen/logrus"
	"github.com/sony/gobreaker/v2"
	"go.uber.org/zap"
)

// The level is an argument.
func given(ctx context.Context, z *zap.Logger, s *zap.SugaredLogger, h hclog.Logger, addr string) {
	for range 3 {
		_, err := net.Dial("tcp", addr)
		if err == nil {
			return
		}
		z.Log(zap.ErrorLevel, "dial failed")                                                // want `at error level`
		s.Logw(zap.ErrorLevel, "dial failed", "err", err)                                   // want `at error level`
		logrus.WithError(err).WithField("addr", addr).Log(logrus.ErrorLevel, "dial failed") // want `at error level`
		h.Log(hclog.Error, "dial failed", "err", err)                                       // want `at error level`
		charm.Log(charm.ErrorLevel, "dial failed", "err", err)                              // want `at error level`
		z.Log(zap.WarnLevel, "dial failed")
		s.Logw(zap.WarnLevel, "dial failed", "err", err)
		logrus.WithError(err).Log(logrus.WarnLevel, "dial failed")
		h.Log(hclog.Warn, "dial failed", "err", err)
		h.Log(hclog.Off, "dial failed", "err", err)
		charm.Log(charm.WarnLevel, "dial failed", "err", err)
		time.Sleep(time.Second)
	}
}

// The line is asked for first.
func checked(z *zap.Logger, addr string) {
	for range 3 {
		_, err := net.Dial("tcp", addr)
		if err == nil {
			return
		}
		if ce := z.Check(zap.ErrorLevel, "dial failed"); ce != nil { // want `at error level`
			ce.Write(zap.Error(err))
		}
		if ce := z.Check(zap.WarnLevel, "dial failed"); ce != nil {
			ce.Write(zap.Error(err))
		}
		time.Sleep(time.Second)
	}
}

// The level follows from the error.
func byError(z *zerolog.Logger, addr string) {
	for range 3 {
		_, err := net.Dial("tcp", addr)
		if err == nil {
			return
		}
		z.Err(err).Msg("dial failed") // want `at error level`
		z.Err(nil).Msg("and so on")
		time.Sleep(time.Second)
	}
}

func names(ctx context.Context, l log15.Logger, addr string) {
	for range 3 {
		_, err := net.Dial("tcp", addr)
		if err == nil {
			return
		}
		l.Crit("dial failed", "err", err)                 // want `at error level`
		glog.ErrorContextf(ctx, "dial %s: %v", addr, err) // want `at error level`
		l.Warn("dial failed", "err", err)
		glog.WarningContextf(ctx, "dial %s: %v", addr, err)
		time.Sleep(time.Second)
	}
}

// The logger has the level, and more.
func with(l kitlog.Logger, addr string) {
	for range 3 {
		_, err := net.Dial("tcp", addr)
		if err == nil {
			return
		}
		kitlog.With(level.Error(l), "addr", addr).Log("err", err) // want `at error level`
		level.Error(kitlog.With(l, "addr", addr)).Log("err", err) // want `at error level`
		kitlog.With(level.Warn(l), "addr", addr).Log("err", err)
		kitlog.With(l, "addr", addr).Log("err", err)
		time.Sleep(time.Second)
	}
}

// A logger's own error is no failure to try again for, and one that wraps a logger
// which returns one logs all the same.
type voice struct{ l kitlog.Logger }

func (v voice) shout(text string) { level.Error(v.l).Log("msg", text) }

func wrapped(v voice, addr string) {
	for range 3 {
		_, err := net.Dial("tcp", addr)
		if err == nil {
			return
		}
		v.shout("dial failed") // want `at error level`
		time.Sleep(time.Second)
	}
}

func quiet(l kitlog.Logger, words []string) {
	for range words {
		if err := l.Log("msg", "again"); err != nil {
			level.Error(l).Log("err", err)
			continue
		}
		return
	}
}

// What a breaker runs logs its own failures.
func guarded(cb *gobreaker.CircuitBreaker[*http.Response], z *zap.Logger, url string) (resp *http.Response, err error) {
	for range 3 {
		resp, err = cb.Execute(func() (*http.Response, error) { // want `logs a failed attempt of .*Execute at error level`
			resp, err := http.Get(url)
			if err != nil {
				z.Error("get failed", zap.Error(err))
				return nil, err
			}
			if resp.StatusCode != 200 {
				return nil, errors.New(resp.Status)
			}
			return resp, nil
		})
		if err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}
