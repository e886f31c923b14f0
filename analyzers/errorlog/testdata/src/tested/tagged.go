//go:build !quiet

package tested

func (taggedLog) Warnf(format string, args ...any) {}
