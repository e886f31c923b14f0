// Package errorlog reports failed attempts that are logged as errors although another one follows.
//
// It flags calls that log at error level or above on the way from a failure to
// the next attempt: in the loop, in the operation, in the helper that waits,
// or in a callback that is told of each failure. The log line after the last
// attempt is left alone, and so are the workers that log an item which they
// have lost.
//
// # Why it hurts
//
// An error is what somebody is woken up for. When each of five attempts writes
// one, a request that succeeded in the end has left four, and after a week of
// false alarms the page for the day on which nothing succeeds is muted. Retries
// deserve a number of their own, apart from the first attempts: that they rise
// is the early warning.
//
// # Bad
//
//	for i := range 3 {
//		if err = call(ctx); err == nil {
//			return nil
//		}
//		slog.Error("call failed", "attempt", i, "err", err)
//		pause(ctx, i)
//	}
//	return err
//
// # Good
//
//	for i := range 3 {
//		if err = call(ctx); err == nil {
//			return nil
//		}
//		slog.Warn("call failed, trying again", "attempt", i, "err", err)
//		pause(ctx, i)
//	}
//	slog.Error("call failed for good", "err", err)
//	return err
//
// # What the fix does
//
// It logs at warning level, with the function, method or level constant that the
// logger has for that: Warn for Error, Warningf for Errorf, LevelWarn for
// LevelError. It is offered where that takes and returns the same, and is there in
// all builds. There is none
// where a helper writes the line, for loggers without warnings, or for the
// standard log with a level in its text.
//
// # When the rule is wrong
//
// A reconnect that only ever fails when something is badly broken may say so at
// error level each time. The loggers that many use are known one by one, others by
// their names and by their methods' names: what is called Error on something called
// a log, but writes to a user's terminal, is taken for one.
//
// # How to silence it
//
//	//lint:ignore errorlog the operators want each lost connection on their screen
//	logger.Error("connection lost", "err", err)
package errorlog
