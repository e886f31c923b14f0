// Package zap is as much of the logger as is needed here.
package zap

import "go.uber.org/zap/zapcore"

const (
	WarnLevel  = zapcore.WarnLevel
	ErrorLevel = zapcore.ErrorLevel
)

type Field struct{}

func Error(err error) Field { return Field{} }

type Logger struct{}

func (l *Logger) Sugar() *SugaredLogger                                     { return nil }
func (l *Logger) Warn(msg string, fields ...Field)                          {}
func (l *Logger) Error(msg string, fields ...Field)                         {}
func (l *Logger) Check(lvl zapcore.Level, msg string) *zapcore.CheckedEntry { return nil }
func (l *Logger) Log(lvl zapcore.Level, msg string, fields ...Field)        {}
func (l *Logger) DPanic(msg string, fields ...Field)                        {}

type SugaredLogger struct{}

func (s *SugaredLogger) Warn(args ...any)                              {}
func (s *SugaredLogger) Warnf(template string, args ...any)            {}
func (s *SugaredLogger) Warnw(msg string, kv ...any)                   {}
func (s *SugaredLogger) Error(args ...any)                             {}
func (s *SugaredLogger) Errorf(template string, arg ...any)            {}
func (s *SugaredLogger) Errorw(msg string, kv ...any)                  {}
func (s *SugaredLogger) Logw(lvl zapcore.Level, msg string, kv ...any) {}
