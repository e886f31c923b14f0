package tested

func (logger) Warnf(format string, args ...any) {}
