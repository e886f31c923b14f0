// Package hclog is as much of the logger as is needed here.
package hclog

type Logger interface {
	Warn(msg string, args ...any)
	Error(msg string, args ...any)
	Log(level Level, msg string, args ...any)
}

type Level int32

const (
	Warn  Level = 4
	Error Level = 5
	Off   Level = 6
)
