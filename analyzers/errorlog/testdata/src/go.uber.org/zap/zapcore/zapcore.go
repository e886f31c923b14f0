// Package zapcore is as much of the logger as is needed here.
package zapcore

type Level int8

const (
	InfoLevel Level = iota
	WarnLevel
	ErrorLevel
)

type CheckedEntry struct{}

func (*CheckedEntry) Write(fields ...any) {}
