package catalog

import (
	"strings"
	"testing"
)

func TestLogOf(t *testing.T) {
	const (
		zap, zerolog, logrus = "go.uber.org/zap", "github.com/rs/zerolog", "github.com/sirupsen/logrus"
		kit                  = "github.com/go-kit/log"
	)
	for _, tt := range []struct {
		pkgPath, receiver, name string
		want                    Log
	}{
		{"log/slog", "", "Error", Log{Does: LogsAt, Level: LogError}},
		{"log/slog", "Logger", "WarnContext", Log{Does: LogsAt, Level: LogWarn}},
		{"log/slog", "Logger", "LogAttrs", Log{Does: LogsGiven, Arg: 1}},
		{"log", "Logger", "Printf", Log{Does: LogsAt, Level: LogPrint}},
		{"log", "", "Fatalf", Log{Does: LogsAt, Level: LogFatal}},
		{zap, "Logger", "DPanic", Log{Does: LogsAt, Level: LogError}},
		{zap, "Logger", "Check", Log{Does: LogsGiven, Begins: true}},
		{zap, "SugaredLogger", "Infow", Log{Does: LogsAt, Level: LogInfo}},
		{zerolog, "Logger", "Error", Log{Does: LogsAt, Level: LogError, Begins: true}},
		{zerolog, "Logger", "Err", Log{Does: LogsFailing, Begins: true}},
		{zerolog, "Logger", "Printf", Log{Does: LogsAt, Level: LogDebug}},
		{zerolog + "/log", "", "WithLevel", Log{Does: LogsGiven, Begins: true}},
		{logrus, "Entry", "Warningln", Log{Does: LogsAt, Level: LogWarn}},
		{logrus, "Logger", "LogFn", Log{Does: LogsGiven}},
		{kit + "/level", "", "Error", Log{Does: MakesLogger, Level: LogError}},
		{kit, "", "With", Log{Does: HandsLogger}},
		{kit, "Logger", "Log", Log{Does: LogsMade}},
		{"k8s.io/klog/v2", "", "ErrorS", Log{Does: LogsAt, Level: LogError}},
		{"github.com/inconshreveable/log15", "Logger", "Crit", Log{Does: LogsAt, Level: LogError}},
	} {
		if got, ok := LogOf(tt.pkgPath, tt.receiver, tt.name); !ok || got != tt.want {
			t.Errorf("LogOf(%q, %q, %q) is %+v, %v; want %+v", tt.pkgPath, tt.receiver, tt.name, got, ok, tt.want)
		}
	}
	for _, s := range []symbol{{zap, "", "Error"}, {zap, "Logger", "With"}, {logrus, "", "WithError"}, {"log", "", "New"}, {"example.com/log", "", "Error"}} {
		if got, ok := LogOf(s.pkgPath, s.receiver, s.name); ok {
			t.Errorf("LogOf(%q, %q, %q) is %+v, want none", s.pkgPath, s.receiver, s.name, got)
		}
	}
	if n := len(Loggers()); n < 45 {
		t.Errorf("%d rows of loggers", n)
	}
}

func TestErrorLevel(t *testing.T) {
	for _, tt := range []struct {
		pkgPath   string
		n         int64
		is, known bool
	}{
		{"log/slog", 8, true, true},
		{"log/slog", 12, true, true},
		{"log/slog", 4, false, true},
		{"github.com/sirupsen/logrus", 2, true, true},
		{"github.com/sirupsen/logrus", 0, true, true},
		{"github.com/sirupsen/logrus", 3, false, true},
		{"github.com/rs/zerolog", 2, false, true},
		{"github.com/rs/zerolog", 6, false, true}, // no level
		{"go.uber.org/zap/zapcore", 2, true, true},
		{"github.com/hashicorp/go-hclog", 6, false, true}, // off
		{"example.com/log", 8, false, false},
	} {
		if is, known := ErrorLevel(tt.pkgPath, "Level", tt.n); is != tt.is || known != tt.known {
			t.Errorf("ErrorLevel(%q, %d) is %v, %v", tt.pkgPath, tt.n, is, known)
		}
	}
}

func TestParseLoggersRejects(t *testing.T) {
	const origin = `,"module":"p","version":"v1.0.0","verified":"a.go:1"}`
	const good = `{"package":"p","receiver":"L","levels":{"error":["Error"]},"given":["Log"],"arg":1` + origin
	if _, err := parseLoggers("l", []byte(good)); err != nil {
		t.Fatal(err)
	}
	row := func(fields string) string { return `{"package":"p",` + fields + origin }
	rejects(t, good, []reject{
		{row(`"level":{}`), `json: unknown field "level"`},
		{row(`"levels":{"loud":["Error"]}`), `bad level "loud": want one of print, trace,`},
		{row(`"makes":{"loud":["Error"]}`), `bad level "loud"`},
		{row(`"receiver":"L|M","made":["Log"]`), `duplicate row for "Log" of "L" in p: first at l:1`},
		{row(`"levels":{"error":["Error"],"warn":["Error"]}`), `duplicate row for "Error" of "" in p: first at l:2`},
		{row(`"receiver":"*L","made":["Log"]`), `bad receiver "*L": spell`},
		{row(`"receiver":"L"`), "row says nothing"},
		{row(`"levels":{"error":["Error"]},"arg":1`), "arg is for rows with given"},
		{row(`"given":["Log"],"arg":-1`), "bad arg -1"},
		{row(`"with":["With"],"event":"Event"`), "event is for levels, failing and given"},
		{row(`"failing":["L.Err"]`), `bad name "L.Err"`},
		{`{"package":"q","made":["Log"]` + origin, "package q is not in module p"},
	}, func(data []byte) error {
		_, err := parseLoggers("l", data)
		return err
	})
}

func TestParseLevelTypesRejects(t *testing.T) {
	const origin = `,"module":"p","version":"v1.0.0","verified":"a.go:1"}`
	const good = `{"package":"p","type":"Level","from":2,"to":3,"errors":["Error"],"below":"Warn"` + origin
	rejects(t, good, []reject{
		{good, `duplicate row for "" of "Level" in p: first at l:1`},
		{`{"package":"p","type":"Other","from":3,"to":2,"errors":["Error"],"below":"Warn"` + origin, "no level from 3 to 2"},
		{`{"package":"p","type":"Other","from":2,"to":3,"below":"Warn"` + origin, "no level from 2 to 3"},
		{`{"package":"p","type":"Other","from":2,"to":3,"errors":["Error"]` + origin, `bad name ""`},
	}, func(data []byte) error {
		_, err := parseLevelTypes("l", data)
		return err
	})
}

type reject struct{ line, want string }

// rejects parses each line behind a good one, in a file "l".
func rejects(t *testing.T, good string, lines []reject, parse func(data []byte) error) {
	t.Helper()
	for _, tt := range lines {
		if err := parse([]byte(good + "\n" + tt.line + "\n")); err == nil || !strings.HasPrefix(err.Error(), "l:2: "+tt.want) {
			t.Errorf("%s:\ngot  %v\nwant l:2: %s", tt.line, err, tt.want)
		}
	}
}
