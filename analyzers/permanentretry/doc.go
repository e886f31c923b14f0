// Package permanentretry reports retries of failures that can never succeed.
//
// It flags retries on which an answer comes round again that will be the same
// next time, such as HTTP 400, 403 or 404, or an error that only the program's
// own input can cause: of building the request, of parsing a URL, of encoding
// what is sent, of decoding what was received, in the retry itself or in functions
// of the package that it calls. It assumes each outcome in turn and looks whether the next
// attempt can be reached with it. A bad request (400) has to be among the answers,
// and not be the only one: a code that comes round alone was chosen, a 404 where
// the object may still appear, a 400 where the request is mended. A retry of every
// error of some call, with nothing known about what these errors are, is not
// flagged.
//
// # Why it hurts
//
// A customer is deleted, and every request for that customer is now answered
// 404. Five attempts with exponential waits from one second turn an answer
// that was there after ten milliseconds into one that takes fifteen seconds,
// and a page that links to such customers into an outage of its own.
//
// # Bad
//
//	for i := range 5 {
//		resp, err := client.Do(req)
//		if err == nil && resp.StatusCode == http.StatusOK {
//			return resp, nil
//		}
//		pause(ctx, i)
//	}
//
// # Good
//
//	for i := range 5 {
//		resp, err := client.Do(req)
//		switch {
//		case err == nil && resp.StatusCode == http.StatusOK:
//			return resp, nil
//		case err == nil && !temporary(resp.StatusCode): // 408, 425, 429 and 5xx are
//			return nil, fmt.Errorf("GET %s: %s", req.URL, resp.Status)
//		}
//		pause(ctx, i)
//	}
//
// # When the rule is wrong
//
// What was written a moment ago may not be found yet where a store is only
// eventually consistent, and a new permission may take a while to arrive: there
// a 404 or a 403 does change. An input that somebody else replaces between two
// attempts, such as a token read from a file, may be valid the next time.
//
// # How to silence it
//
//	//lint:ignore permanentretry the bucket shows up seconds after it was made
//	for i := range 5 {
package permanentretry
