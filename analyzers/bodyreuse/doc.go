// Package bodyreuse reports HTTP requests that are sent again with a body that has been read.
//
// It flags a request with a body that is made once and sent by several
// attempts, a reader that is made once and goes into the requests of all of
// them, and a RoundTripper that passes the request it was given on again, in a
// loop or once more after a challenge, where nothing gives the request a new body
// in between, by its GetBody, by a seek to the start, or by a copy that was kept.
//
// # Why it hurts
//
// The first attempt has read the body to its end, or to where the connection
// broke. The second one sends what is left: nothing, which fails with a
// mismatch of lengths, or, where the length was not known, a short upload that
// the server takes for a whole one. So the retry fails exactly when it is
// needed, and a test with a server that is up never shows it.
//
// # Bad
//
//	req, err := http.NewRequestWithContext(ctx, "PUT", url, body)
//	if err != nil {
//		return err
//	}
//	for i := range 3 {
//		if resp, err = client.Do(req); err == nil {
//			break
//		}
//		pause(ctx, i)
//	}
//
// # Good
//
//	for i := range 3 {
//		req, err := http.NewRequestWithContext(ctx, "PUT", url, bytes.NewReader(data))
//		if err != nil {
//			return err
//		}
//		if resp, err = client.Do(req); err == nil {
//			break
//		}
//		pause(ctx, i)
//	}
//
// or, where the request is somebody else's,
//
//	if req.GetBody != nil {
//		if req.Body, err = req.GetBody(); err != nil {
//			return nil, err
//		}
//	}
//
// # What the fix does
//
// It calls GetBody before the request is sent, as above, and returns its error. It
// is offered where the function returns an error last and has made the request
// itself, with a bytes.Reader, bytes.Buffer or strings.Reader, for which
// http.NewRequest sets GetBody, and where no lock or the like is held then that is
// given up later on. With any other body the request has to be made anew.
//
// # When the rule is wrong
//
// An attempt that failed before it sent a byte has left the body as it was.
// net/http itself rewinds a body in a few cases, those of a reused connection
// that turned out to be closed, which a test may well meet and an outage does
// not. A reader that starts over by itself after its end is not recognised.
//
// # How to silence it
//
//	//lint:ignore bodyreuse the reader starts over when it is closed
//	resp, err := client.Do(req)
package bodyreuse
