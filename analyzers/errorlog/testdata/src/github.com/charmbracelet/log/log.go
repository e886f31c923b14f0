// Package log is as much of the logger as is needed here.
package log

type Level int

const (
	WarnLevel  Level = 4
	ErrorLevel Level = 8
)

func Log(level Level, msg any, keyvals ...any) {}
