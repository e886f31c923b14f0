// Package unboundedretry reports retries that nothing ends but success.
//
// It flags loops, recursion and calls of retry helpers that have no cap on the
// number of attempts and no deadline, and that neither a context nor a done
// channel ends. Long-lived loops that reconnect are left alone: they are meant
// to go on.
//
// # Why it hurts
//
// While a dependency is down, every request that arrives starts a retry and
// none of them gives up, so goroutines, memory and connections pile up for as
// long as the outage lasts. When it is over, the whole pile arrives at once,
// most of it for callers who gave up long ago.
//
// # Bad
//
//	for {
//		if err := publish(msg); err == nil {
//			return
//		}
//		time.Sleep(time.Second)
//	}
//
// # Good
//
//	for i := range maxAttempts {
//		if err = publish(ctx, msg); err == nil {
//			return nil
//		}
//		if err := sleep(ctx, rand.N(base<<i)); err != nil {
//			return err
//		}
//	}
//	return fmt.Errorf("publish: giving up after %d attempts: %w", maxAttempts, err)
//
// # When the rule is wrong
//
// A program that is of no use until the other side is there, such as an agent
// that registers at start, may well try for ever; slow waits and a log line
// make that a decision. A bound that lies in the operation itself, such as an
// error that ends the process, is not seen.
//
// With strict in the configuration, a retry that only a deadline or a context
// ends is reported too: some contexts never end.
//
// # How to silence it
//
//	//lint:ignore unboundedretry nothing works before the agent is registered
//	for {
package unboundedretry
