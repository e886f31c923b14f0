// Package logr is as much of the logger as is needed here. It knows no warnings.
package logr

type Logger struct{}

func (l Logger) Error(err error, msg string, kv ...any) {}
func (l Logger) Info(msg string, kv ...any)             {}
