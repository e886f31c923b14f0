// Package retryafter reports retries that ignore the Retry-After header, and servers that set it alike for all.
//
// It flags loops, recursion, calls of retry helpers and reconnects on which an
// answer of 429 (too many requests) or 503 (service unavailable) comes round
// again while neither they nor a function that they call looks at the
// Retry-After header, and the retry count of an HTTP client library that repeats
// such answers by a condition and is given no function that reads the header. A
// list of codes that the caller gives is taken for one that names these. On the
// other side, it flags a server that sets the header
// to the same constant for everybody.
//
// # Why it hurts
//
// A rate limiter counts the refused requests too. A client that is told to
// come back in thirty seconds and is there again after one, two and four has
// used up its patience and its next quota, and gives up shortly before it
// would have been let in. The header is the least time to wait; a random part
// on top keeps those who were told the same from coming back together, and a
// server that draws the time from a range spreads even those that add nothing.
//
// # Bad
//
//	for i := range 4 {
//		resp, err := client.Do(req)
//		if err != nil || resp.StatusCode != http.StatusTooManyRequests {
//			return resp, err
//		}
//		time.Sleep(backoff(i))
//	}
//
// # Good
//
//	for i := range 4 {
//		resp, err := client.Do(req)
//		if err != nil || resp.StatusCode != http.StatusTooManyRequests {
//			return resp, err
//		}
//		wait := backoff(i)
//		if s, err := strconv.Atoi(resp.Header.Get("Retry-After")); err == nil {
//			wait = max(wait, time.Duration(s)*time.Second) // it may be a date as well
//		}
//		time.Sleep(wait + rand.N(wait/2))
//	}
//
// and, in a server,
//
//	w.Header().Set("Retry-After", strconv.Itoa(5+rand.IntN(25)))
//	w.WriteHeader(http.StatusTooManyRequests)
//
// # When the rule is wrong
//
// Some servers never send the header, or send the time in the body or under a
// name of their own, such as X-RateLimit-Reset: reading that is as good. The
// rule does not see a transport under the client that waits by itself. A server
// with a handful of clients has no crowd to spread.
//
// # How to silence it
//
//	//lint:ignore retryafter this server has no Retry-After, its documents say
//	for i := range 4 {
package retryafter
