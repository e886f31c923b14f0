// Package log15 is as much of the logger as is needed here.
package log15

type Logger interface {
	Crit(msg string, ctx ...any)
	Warn(msg string, ctx ...any)
}
