package catalog

import (
	_ "embed"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
)

// LogLevel is the level of a log line.
type LogLevel string

const (
	// LogPrint: no level, as the standard log has none.
	LogPrint LogLevel = "print"
	LogTrace LogLevel = "trace"
	LogDebug LogLevel = "debug"
	LogInfo  LogLevel = "info"
	LogWarn  LogLevel = "warn"
	// LogError: error or above, as critical is, and the caller goes on.
	LogError LogLevel = "error"
	// LogFatal writes the line and ends the process, LogPanic panics.
	LogFatal LogLevel = "fatal"
	LogPanic LogLevel = "panic"
)

var logLevels = []LogLevel{LogPrint, LogTrace, LogDebug, LogInfo, LogWarn, LogError, LogFatal, LogPanic}

// Logger is what the functions of a package, or the methods of a type, do with log
// lines. Of names that are in none of the lists nothing is said.
type Logger struct {
	// Package is an import path.
	Package string `json:"package"`
	// Receiver is the type whose methods log, "" for functions; as in a Sink.
	Receiver string `json:"receiver,omitempty"`
	// Levels are the names that log, by the level at which they do.
	Levels map[LogLevel][]string `json:"levels,omitempty"`
	// Failing are the names that log at error level where the error that they are
	// given is not nil, and below otherwise.
	Failing []string `json:"failing,omitempty"`
	// Given are the names that log at the level in their argument Arg, counted from
	// 0 without the receiver.
	Given []string `json:"given,omitempty"`
	Arg   int      `json:"arg,omitempty"`
	// Makes are the names that return a logger all of whose lines have the level; With
	// those that return the logger which is their first argument, with more in it;
	// Made those that log at the level of the logger they are called on.
	Makes map[LogLevel][]string `json:"makes,omitempty"`
	With  []string              `json:"with,omitempty"`
	Made  []string              `json:"made,omitempty"`
	// Event is the type that the names in Levels, Failing and Given return where they
	// only begin the line, and a method of that type writes it: "Event" of the same
	// package, or "import/path.Event".
	Event string `json:"event,omitempty"`

	origin
}

// LogAct is what a function of a logger does.
type LogAct string

const (
	// LogsAt logs at a level of its own.
	LogsAt LogAct = "levels"
	// LogsFailing logs at error level if it is given an error.
	LogsFailing LogAct = "failing"
	// LogsGiven logs at the level that it is given.
	LogsGiven LogAct = "given"
	// LogsMade logs at the level of the logger.
	LogsMade LogAct = "made"
	// MakesLogger returns a logger of one level.
	MakesLogger LogAct = "makes"
	// HandsLogger returns the logger that it is given.
	HandsLogger LogAct = "with"
)

// Log says what one function or method does with log lines.
type Log struct {
	Does LogAct
	// Level is the one that it logs at, or that the logger it returns does; "" where
	// that is for the arguments to say.
	Level LogLevel
	// Arg is the index of the argument that holds the level, for LogsGiven.
	Arg int
	// Begins reports whether the line is only written by what it returns.
	Begins bool
}

//go:embed loggers.json
var loggerData []byte

// Loggers returns all loggers; they are not to be changed.
func Loggers() []Logger { return loggerTable().rows }

type loggers struct {
	rows []Logger
	logs map[symbol]Log
}

var loggerTable = sync.OnceValue(func() loggers {
	rows, err := parseLoggers("loggers.json", loggerData)
	if err != nil {
		panic(err) // the data is part of the program, and tested
	}
	x := loggers{rows, make(map[symbol]Log)}
	for i := range rows {
		maps.Copy(x.logs, rows[i].logs())
	}
	return x
})

// LogOf says what a function or method of a known logger does, by its name and that of
// the type of its receiver, "" for a function.
func LogOf(pkgPath, receiver, name string) (Log, bool) {
	log, ok := loggerTable().logs[symbol{pkgPath, receiver, name}]
	return log, ok
}

// logs lists what a row says of each function and method.
func (l *Logger) logs() map[symbol]Log {
	out := make(map[symbol]Log)
	for receiver := range strings.SplitSeq(l.Receiver, "|") {
		add := func(log Log, names []string) {
			for _, name := range names {
				out[symbol{l.Package, receiver, name}] = log
			}
		}
		begins := l.Event != ""
		for level, names := range l.Levels {
			add(Log{Does: LogsAt, Level: level, Begins: begins}, names)
		}
		for level, names := range l.Makes {
			add(Log{Does: MakesLogger, Level: level}, names)
		}
		add(Log{Does: LogsFailing, Begins: begins}, l.Failing)
		add(Log{Does: LogsGiven, Arg: l.Arg, Begins: begins}, l.Given)
		add(Log{Does: LogsMade}, l.Made)
		add(Log{Does: HandsLogger}, l.With)
	}
	return out
}

// Names lists the functions or methods that the row is about, sorted.
func (l *Logger) Names() []string { return slices.Sorted(slices.Values(slices.Concat(l.lists()...))) }

func (l *Logger) lists() [][]string {
	lists := [][]string{l.Failing, l.Given, l.Made, l.With}
	for _, m := range []map[LogLevel][]string{l.Levels, l.Makes} {
		for _, level := range slices.Sorted(maps.Keys(m)) {
			lists = append(lists, m[level])
		}
	}
	return lists
}

func parseLoggers(name string, data []byte) ([]Logger, error) {
	first := make(map[symbol]string)
	return readRows(name, data, func(l *Logger, pos string) error {
		l.Pos = pos
		if err := l.check(); err != nil {
			return err
		}
		for receiver := range strings.SplitSeq(l.Receiver, "|") {
			for _, name := range l.Names() {
				if err := (symbol{l.Package, receiver, name}).note(first, pos); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// check reports the first thing that is wrong with l.
func (l *Logger) check() error {
	if err := errors.Join(l.origin.check(l.Package), checkReceiver(l.Receiver), checkNames(l.lists()...)); err != nil {
		return err
	}
	if strings.Contains(l.Receiver, "*") {
		return fmt.Errorf("bad receiver %q: spell the types of loggers out", l.Receiver)
	}
	for _, m := range []map[LogLevel][]string{l.Levels, l.Makes} {
		for _, level := range slices.Sorted(maps.Keys(m)) {
			if err := checkWord("level", level, logLevels); err != nil {
				return err
			}
		}
	}
	switch {
	case len(l.Names()) == 0:
		return errors.New("row says nothing: want levels, failing, given, makes, with or made")
	case l.Arg < 0:
		return fmt.Errorf("bad arg %d: arguments count from 0", l.Arg)
	case l.Arg != 0 && len(l.Given) == 0:
		return errors.New("arg is for rows with given")
	case l.Event != "" && len(l.Made)+len(l.With)+len(l.Makes) > 0:
		return errors.New("event is for levels, failing and given")
	}
	return nil
}
