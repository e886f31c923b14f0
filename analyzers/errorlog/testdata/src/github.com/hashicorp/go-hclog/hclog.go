// Package hclog is as much of the logger as is needed here.
package hclog

type Logger interface {
	Warn(msg string, args ...any)
	Error(msg string, args ...any)
}
