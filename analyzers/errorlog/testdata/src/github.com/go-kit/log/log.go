// Package log is as much of the logger as is needed here.
package log

type Logger interface {
	Log(keyvals ...any) error
}

func With(l Logger, keyvals ...any) Logger { return l }
