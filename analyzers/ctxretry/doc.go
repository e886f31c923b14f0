// Package ctxretry reports retries that go on, or sleep on, after their context has ended.
//
// It flags loops, recursion, calls of retry helpers and reconnects that have a
// context or a done channel at hand and whose wait between two attempts does
// not watch it, as time.Sleep does not, or that try again after it has ended,
// when every attempt fails at once.
//
// # Why it hurts
//
// The edge gives up after 900 milliseconds, but the services below sleep, wake
// and call on for nobody: in an outage that is most of their load. At shutdown
// the same loops hold the process until it is killed, with work half done.
//
// # Bad
//
//	for i := range 5 {
//		if err = call(ctx); err == nil {
//			return nil
//		}
//		time.Sleep(backoff(i))
//	}
//
// # Good
//
//	for i := range 5 {
//		if err = call(ctx); err == nil {
//			return nil
//		}
//		select {
//		case <-time.After(backoff(i)):
//		case <-ctx.Done():
//			return ctx.Err()
//		}
//	}
//
// # What the fix does
//
// It puts each time.Sleep and receive from time.After between two attempts into a
// select with the context's Done, as above, and returns the context's error, with
// zeros for the other results, when that comes first. It is offered where the
// function returns an error last, and the context is known by the same name for
// all attempts and is the only one that is passed on. Nothing is offered where the
// way on from the wait, or from the loop, does more than to return, to log and to
// look at local variables and at what the attempts have made, where a lock or a
// place is taken again after the wait, where an error from before is still to be
// returned, or where the function has never failed for want of success.
//
// # When the rule is wrong
//
// A wait of a few milliseconds may not be worth a select. Work that must be
// finished once it is begun, such as releasing a lock or flushing a journal,
// rightly outlives its caller; context.WithoutCancel says so to the reader too.
//
// # How to silence it
//
//	//lint:ignore ctxretry the lock has to be released whatever happens
//	for i := range 5 {
package ctxretry
