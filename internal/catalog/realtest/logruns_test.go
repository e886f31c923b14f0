package realtest

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"math"
	"reflect"
	"regexp"
	"strings"
	"testing"

	kitlog "github.com/go-kit/log"
	"github.com/go-kit/log/level"
	"github.com/hashicorp/go-hclog"
	"github.com/inconshreveable/log15"
	"github.com/rs/zerolog"
	"github.com/sirupsen/logrus"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	. "github.com/retrylint/retrylint/internal/catalog"
)

// logRuns are real loggers that write all levels, and their name in the output.
var logRuns = []struct {
	pkgPath, receiver string
	logger            func(w io.Writer) any
}{
	{"log/slog", "Logger", func(w io.Writer) any {
		return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: slog.Level(math.MinInt)}))
	}},
	{"go.uber.org/zap", "Logger", func(w io.Writer) any { return zapLogger(w) }},
	{"go.uber.org/zap", "SugaredLogger", func(w io.Writer) any { return zapLogger(w).Sugar() }},
	{"github.com/sirupsen/logrus", "Logger", func(w io.Writer) any { return logrusLogger(w) }},
	{"github.com/sirupsen/logrus", "Entry", func(w io.Writer) any { return logrusLogger(w).WithError(io.EOF) }},
	{"github.com/rs/zerolog", "Logger", func(w io.Writer) any {
		l := zerolog.New(w).Level(zerolog.TraceLevel)
		return &l
	}},
	{"github.com/hashicorp/go-hclog", "Logger", func(w io.Writer) any {
		return hclog.New(&hclog.LoggerOptions{Level: hclog.Trace, Output: w})
	}},
	{"github.com/inconshreveable/log15", "Logger", func(w io.Writer) any {
		l := log15.New()
		l.SetHandler(log15.StreamHandler(w, log15.JsonFormat()))
		return l
	}},
}

func zapLogger(w io.Writer) *zap.Logger {
	return zap.New(zapcore.NewCore(zapcore.NewJSONEncoder(zap.NewProductionEncoderConfig()), zapcore.AddSync(w), zapcore.DebugLevel))
}

func logrusLogger(w io.Writer) *logrus.Logger {
	l := logrus.New()
	l.Out, l.Level = w, logrus.TraceLevel
	return l
}

// TestLogging calls the methods of real loggers and reads the level of what they write.
// Those that end the process are left out.
func TestLogging(t *testing.T) {
	for _, run := range logRuns {
		for _, l := range Loggers() {
			if l.Package != run.pkgPath || l.Receiver != run.receiver {
				continue
			}
			for _, name := range l.Names() {
				log, _ := LogOf(l.Package, l.Receiver, name)
				if log.Level == LogFatal {
					continue
				}
				var out bytes.Buffer
				logger := reflect.ValueOf(run.logger(&out))
				for _, is := range callLog(logger.MethodByName(name), log, &out) {
					if is.got != is.want {
						t.Errorf("%s.%s of %s logs at level %q, want %q", l.Receiver, name, l.Package, is.got, is.want)
					}
				}
			}
		}
	}
}

// TestMadeLevels lets the functions that make loggers of one level log.
func TestMadeLevels(t *testing.T) {
	makers := map[string]func(kitlog.Logger) kitlog.Logger{"Error": level.Error, "Warn": level.Warn, "Info": level.Info, "Debug": level.Debug}
	for name, with := range makers {
		log, ok := LogOf("github.com/go-kit/log/level", "", name)
		var out bytes.Buffer
		kitlog.With(with(kitlog.NewLogfmtLogger(&out)), "addr", "a").Log("msg", "x")
		if got := levelIn(&out); !ok || got != log.Level {
			t.Errorf("level.%s logs at level %q, want %q", name, got, log.Level)
		}
	}
}

type loggedAs struct{ got, want LogLevel }

// callLog calls a method once, or with each of several levels or errors.
func callLog(method reflect.Value, log Log, out *bytes.Buffer) []loggedAs {
	var all []loggedAs
	try := func(want LogLevel, n int64, err error) {
		out.Reset()
		writeLog(method, log, n, err)
		all = append(all, loggedAs{levelIn(out), want})
	}
	switch log.Does {
	case LogsFailing:
		try(LogError, 0, errors.New("failed"))
		try(LogInfo, 0, nil)
	case LogsGiven:
		t := method.Type().In(log.Arg)
		for _, lt := range LevelTypes() {
			if lt.Package != t.PkgPath() {
				continue
			}
			below, least := lt.From-1, lt.From
			if lt.Package == "github.com/sirupsen/logrus" { // counts downwards
				below, least = lt.To+1, lt.To
			}
			try(LogError, least, nil)
			try(LogWarn, below, nil)
		}
	default:
		try(log.Level, 0, nil)
	}
	return all
}

// writeLog calls a method with a level, an error and otherwise simple arguments, and
// writes the line where that is only begun. It lets the method panic.
func writeLog(method reflect.Value, log Log, n int64, err error) {
	defer func() {
		if log.Level == LogPanic && recover() == nil {
			panic("no panic")
		}
	}()
	var args []reflect.Value
	t := method.Type()
	for i := range t.NumIn() {
		if t.IsVariadic() && i == t.NumIn()-1 {
			continue
		}
		arg := reflect.New(t.In(i)).Elem()
		switch {
		case t.In(i) == reflect.TypeFor[context.Context]():
			arg.Set(reflect.ValueOf(context.Background()))
		case t.In(i) == reflect.TypeFor[error]() && err != nil:
			arg.Set(reflect.ValueOf(err))
		case log.Does == LogsGiven && i == log.Arg && arg.CanInt():
			arg.SetInt(n)
		case log.Does == LogsGiven && i == log.Arg && arg.CanUint():
			arg.SetUint(uint64(n))
		case t.In(i).Kind() == reflect.Func:
			arg.Set(reflect.MakeFunc(t.In(i), func([]reflect.Value) []reflect.Value { return []reflect.Value{reflect.Zero(t.In(i).Out(0))} }))
		}
		args = append(args, arg)
	}
	results := method.Call(args)
	if !log.Begins {
		return
	}
	if m := results[0].MethodByName("Send"); m.IsValid() {
		m.Call(nil)
	} else {
		results[0].MethodByName("Write").Call(nil)
	}
}

var levelWord = regexp.MustCompile(`(?i)\b(trace|debug|dbug|info|warn|warning|error|eror|dpanic|panic|crit)\b`)

// levelIn gives the first level named in an output, or LogPrint where there is none.
func levelIn(out *bytes.Buffer) LogLevel {
	switch word := strings.ToLower(levelWord.FindString(out.String())); word {
	case "":
		return LogPrint
	case "dbug":
		return LogDebug
	case "warning":
		return LogWarn
	case "eror", "dpanic", "crit":
		return LogError
	default:
		return LogLevel(word)
	}
}
