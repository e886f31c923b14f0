// Package klog is as much of the logger as is needed here.
package klog

func Errorf(format string, args ...any)       {}
func Warningf(format string, args ...any)     {}
func ErrorS(err error, msg string, kv ...any) {}
func InfoS(msg string, kv ...any)             {}
func Error(args ...any)                       {}
func Warning(args ...any)                     {}
