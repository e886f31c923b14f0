package tested

func (plainLog) Warnf(format string, args ...any) {}
