// Package logx wraps a logger.
package logx

import (
	"fmt"
	"log/slog"
)

// Failed logs at error level.
func Failed(err error, format string, args ...any) {
	slog.Error(fmt.Sprintf(format, args...), "err", err)
}

// Note logs at warning level.
func Note(err error, format string, args ...any) {
	slog.Warn(fmt.Sprintf(format, args...), "err", err)
}
