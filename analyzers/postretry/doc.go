// Package postretry reports requests that are sent again although doing it twice is not doing it once.
//
// It flags POST and PATCH requests that are sent inside a retry and carry no
// idempotency key: a header, named like Idempotency-Key or X-Request-Id, by
// which the server knows the second copy of a request for what it is. A key that
// is drawn anew for each attempt is none. Where the code tells the methods apart,
// by a list, a map, a switch or a function, the rule asks what it lets pass. It
// flags what is sent through clients of libraries that repeat requests by
// themselves, too, such as resty with a retry count and no condition on the method.
//
// # Why it hurts
//
// The payment was booked, but its answer came a moment after the timeout. The
// client saw a failure and sent the payment again, and the customer paid
// twice. Nothing in the logs looks wrong: the first attempt failed, the second
// went through.
//
// # Bad
//
//	for i := range 3 {
//		resp, err := http.Post(url, "application/json", bytes.NewReader(payment))
//		if err == nil {
//			return resp, nil
//		}
//		pause(ctx, i)
//	}
//
// # Good
//
//	key := rand.Text() // one key for all attempts
//	for i := range 3 {
//		req, err := http.NewRequestWithContext(ctx, "POST", url, bytes.NewReader(payment))
//		if err != nil {
//			return nil, err
//		}
//		req.Header.Set("Idempotency-Key", key)
//		resp, err := client.Do(req)
//		if err == nil {
//			return resp, nil
//		}
//		pause(ctx, i)
//	}
//
// # When the rule is wrong
//
// Many a POST only asks: a search, a GraphQL query, a call of a function that
// computes. Others write what can be written twice, or carry the number of an
// order by which the server tells copies apart in the body. And a request whose
// connection was refused has never arrived; sending that again is safe, but the
// rule does not always see that nothing else is retried.
//
// # How to silence it
//
// Say that the request may be sent twice, and why: above the call, or above the
// function that sends or makes it, for all who call that.
//
//	//retrylint:idempotent a search changes nothing
//	resp, err := client.Do(req)
//
// Or leave the finding alone:
//
//	//lint:ignore postretry the load test pays nobody
//	resp, err := client.Do(req)
package postretry
