package helpers

import (
	"fmt"
	"log/slog"
)

// Failed logs and does nothing else.
func Failed(err error, format string, args ...any) { // want Failed:"logs at error"
	slog.Error(fmt.Sprintf(format, args...), "err", err)
}

// FailedOnce does so on one of its ways.
func FailedOnce(err error, first bool) {
	if first {
		slog.Error("failed", "err", err)
	}
}
