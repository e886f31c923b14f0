// Package nojitter reports retries of remote operations that wait the same time in every client.
//
// It flags loops, recursion, calls of retry helpers and reconnects whose wait
// is computed by the analysed code, fixed or growing, with no randomness that
// reaches the duration. Waits that a library computes are the library's, and
// waits for a local disk or process meet no crowd: neither is flagged.
//
// # Why it hurts
//
// When a dependency fails for a moment, all its clients fail in the same
// moment, and with the same delay they all come back together: a hundred
// requests in one tenth of a second, silence, a hundred again. Each wave
// knocks down what had just got up; spread by full jitter, the same requests
// are about five in each tenth of a second.
//
// # Bad
//
//	for i := range 5 {
//		if err = call(ctx); err == nil {
//			return nil
//		}
//		time.Sleep(time.Second << i)
//	}
//
// # Good
//
//	for i := range 5 {
//		if err = call(ctx); err == nil {
//			return nil
//		}
//		time.Sleep(rand.N(time.Second << i)) // anything from 0 to the backoff
//	}
//
// # What the fix does
//
// It makes a wait last anything from half of what it lasts now to all of it, so
// that no wait gets longer and a cap stays a cap: time.Second becomes
//
//	time.Second/2 + rand.N(time.Second/2)
//
// and a delay that is not constant
//
//	time.Duration((0.5 + rand.Float64()/2) * float64(delay))
//
// which evaluates it once and does not panic where it is zero, as rand.N does. It is
// offered for what time.Sleep, time.After and a timer in the loop are given, with
// math/rand/v2 where Go is 1.22 or newer, or the math/rand that the file has
// imported.
//
// # When the rule is wrong
//
// A single client, such as a command that one person runs or a job that runs
// once, has nobody to collide with. Randomness that enters far away, in a
// duration that a caller passes in, is not always seen.
//
// With strict in the configuration, the waits of libraries are judged too, which
// to spread may take another library.
//
// # How to silence it
//
//	//lint:ignore nojitter there is one instance of this job
//	for i := range 5 {
package nojitter
