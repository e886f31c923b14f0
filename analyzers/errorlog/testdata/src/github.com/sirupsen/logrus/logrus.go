// Package logrus is as much of the logger as is needed here.
package logrus

type Level uint32

const (
	PanicLevel Level = iota
	FatalLevel
	ErrorLevel
	WarnLevel
)

type Entry struct{}

func (e *Entry) Error(args ...any)                   {}
func (e *Entry) Warn(args ...any)                    {}
func (e *Entry) Warning(args ...any)                 {}
func (e *Entry) Errorln(args ...any)                 {}
func (e *Entry) Warnln(args ...any)                  {}
func (e *Entry) Logf(l Level, f string, args ...any) {}

func WithError(err error) *Entry                  { return nil }
func Errorf(format string, args ...any)           {}
func Warnf(format string, args ...any)            {}
func (e *Entry) Log(l Level, args ...any)         {}
func (e *Entry) WithField(k string, v any) *Entry { return e }
