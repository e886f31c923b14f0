// Package fix has loggers with a level below error, and some without.
package fix

import (
	"context"
	"log"
	"log/slog"
	"net"
	"time"

	kitlog "github.com/go-kit/log"
	"github.com/go-kit/log/level"
	"github.com/go-logr/logr"
	"github.com/hashicorp/go-hclog"
	"github.com/rs/zerolog"
	"github.com/sirupsen/logrus"
	"go.uber.org/zap"
	"k8s.io/klog"
)

func standard(addr string) {
	for range 3 {
		_, err := net.Dial("tcp", addr)
		if err == nil {
			return
		}
		slog.Error("dial failed", "err", err) // want `at error level`
		time.Sleep(time.Second)
	}
}

func contexts(ctx context.Context, l *slog.Logger, addr string) {
	for range 3 {
		_, err := net.Dial("tcp", addr)
		if err == nil {
			return
		}
		// The next line names the address.
		l.With("addr", addr).ErrorContext( // want `at error level`
			ctx, "dial failed", // why
			"err", err,
		)
		time.Sleep(time.Second)
	}
}

func levels(ctx context.Context, addr string) {
	for range 3 {
		_, err := net.Dial("tcp", addr)
		if err == nil {
			return
		}
		slog.Log(ctx, slog.LevelError, "dial failed", "err", err) // want `at error level`
		time.Sleep(time.Second)
	}
}

func attrs(ctx context.Context, l *slog.Logger, addr string) {
	for range 3 {
		_, err := net.Dial("tcp", addr)
		if err == nil {
			return
		}
		l.LogAttrs(ctx, slog.LevelError, "dial failed", slog.Any("err", err)) // want `at error level`
		time.Sleep(time.Second)
	}
}

// A level with a name of its own may be meant for more than this line.
const failure = slog.LevelError

func namedLevel(ctx context.Context, addr string) {
	for range 3 {
		_, err := net.Dial("tcp", addr)
		if err == nil {
			return
		}
		slog.Log(ctx, failure, "dial failed", "err", err)           // want `at error level`
		slog.Log(ctx, slog.LevelError+1, "dial failed", "err", err) // want `at error level`
		time.Sleep(time.Second)
	}
}

func zaps(l *zap.Logger, addr string) {
	for range 3 {
		_, err := net.Dial("tcp", addr)
		if err == nil {
			return
		}
		l.Error("dial failed", zap.Error(err))                       // want `at error level`
		l.DPanic("dial failed", zap.Error(err))                      // want `at error level`
		if ce := l.Check(zap.ErrorLevel, "dial failed"); ce != nil { // want `at error level`
			ce.Write(zap.Error(err))
		}
		time.Sleep(time.Second)
	}
}

func sugared(l *zap.SugaredLogger, addr string) {
	for range 3 {
		_, err := net.Dial("tcp", addr)
		if err == nil {
			return
		}
		l.Errorw("dial failed", "err", err) // want `at error level`
		time.Sleep(time.Second)
	}
}

func entries(addr string) {
	for range 3 {
		_, err := net.Dial("tcp", addr)
		if err == nil {
			return
		}
		logrus.WithError(err).Error("dial failed")                     // want `at error level`
		logrus.WithError(err).Errorln("dial failed")                   // want `at error level`
		logrus.WithError(err).Logf(logrus.ErrorLevel, "dial %s", addr) // want `at error level`
		time.Sleep(time.Second)
	}
}

func package_(addr string) {
	for range 3 {
		_, err := net.Dial("tcp", addr)
		if err == nil {
			return
		}
		logrus.Errorf("dial: %v", err) // want `at error level`
		time.Sleep(time.Second)
	}
}

func events(l *zerolog.Logger, addr string) {
	for range 3 {
		_, err := net.Dial("tcp", addr)
		if err == nil {
			return
		}
		l.Error().Err(err).Msg("dial failed")              // want `at error level`
		l.WithLevel(zerolog.ErrorLevel).Msg("dial failed") // want `at error level`
		time.Sleep(time.Second)
	}
}

// Klog says Warning, and has none with keys and values.
func klogs(addr string) {
	for range 3 {
		_, err := net.Dial("tcp", addr)
		if err == nil {
			return
		}
		klog.Errorf("dial: %v", err)                  // want `at error level`
		klog.ErrorS(err, "dial failed", "addr", addr) // want `at error level`
		time.Sleep(time.Second)
	}
}

func kit(l kitlog.Logger, addr string) {
	for range 3 {
		_, err := net.Dial("tcp", addr)
		if err == nil {
			return
		}
		level.Error(l).Log("msg", "dial failed", "err", err) // want `at error level`
		time.Sleep(time.Second)
	}
}

func hashi(l hclog.Logger, addr string) {
	for range 3 {
		_, err := net.Dial("tcp", addr)
		if err == nil {
			return
		}
		l.Error("dial failed", "err", err)            // want `at error level`
		l.Log(hclog.Error, "dial failed", "err", err) // want `at error level`
		time.Sleep(time.Second)
	}
}

func noWarnings(l logr.Logger, addr string) {
	for range 3 {
		_, err := net.Dial("tcp", addr)
		if err == nil {
			return
		}
		l.Error(err, "dial failed") // want `at error level`
		time.Sleep(time.Second)
	}
}

func prefixed(addr string) {
	for range 3 {
		_, err := net.Dial("tcp", addr)
		if err == nil {
			return
		}
		log.Printf("[ERROR] dial: %v", err) // want `at error level`
		time.Sleep(time.Second)
	}
}
