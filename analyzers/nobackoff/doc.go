// Package nobackoff reports operations that are run again after a failure without a wait.
//
// It flags loops, recursion, calls of retry helpers, reconnects and workers
// that can reach the next attempt from a failure without sleeping, waiting for
// a timer, a tick or a channel, on at least one path that a lasting failure
// takes again and again. A wait of no length is no wait: time.Sleep(5) is five
// nanoseconds, and a helper may return 0 on the very path that matters.
//
// # Why it hurts
//
// A payment gateway answers 503 for ninety seconds, and three layers that each
// try three times without a pause make 27 calls out of every request. The
// gateway is back after five minutes; the database behind the callers stays at
// 100 % for 47, because the retries outlive their cause.
//
// # Bad
//
//	for i := 0; i < 3; i++ {
//		if resp, err = client.Do(req); err == nil {
//			return resp, nil
//		}
//	}
//
// # Good
//
//	for i := range 3 {
//		if resp, err = client.Do(req); err == nil {
//			return resp, nil
//		}
//		backoff := base << i
//		select {
//		case <-time.After(rand.N(backoff)): // full jitter
//		case <-ctx.Done():
//			return nil, ctx.Err()
//		}
//	}
//
// # When the rule is wrong
//
// One more try straight after a step that repairs the cause, such as a fresh
// token or a reopened connection, needs no wait, and the rule stays silent
// where it sees that step. It cannot see that a failure is harmless to repeat,
// or that a function out of sight (called through an interface or a func
// value) does the waiting.
//
// # How to silence it
//
//	//lint:ignore nobackoff the pool below hands out another connection
//	for i := 0; i < 3; i++ {
package nobackoff
