// Package nontimeout reports HTTP requests that may take for ever.
//
// It flags an http.Client that is built without a Timeout, the uses of
// http.DefaultClient, and calls of http.Get, Head, Post and PostForm, where the
// requests made with them carry no deadline either. A Timeout that is set
// later counts, wherever in the package that is: on the variable or field, in
// a constructor or option, from a setting, or on http.DefaultClient itself. So
// does a context with a deadline, in the function that makes the request or
// in its callers. A transport with limits for dialing, the TLS handshake or
// the response header does not bound the whole request.
//
// # Why it hurts
//
// A mirror's firewall drops packets without a word one night. The download
// job's request is neither refused nor answered, its retry loop never gets an
// error to retry, and the job is found in the morning where it stood at 02:10.
//
// # Bad
//
//	client := &http.Client{Transport: transport}
//	resp, err := client.Get(url)
//
// # Good
//
//	client := &http.Client{Transport: transport, Timeout: 30 * time.Second}
//	resp, err := client.Get(url)
//
// or, where each request needs its own limit,
//
//	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
//	defer cancel()
//	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
//
// # What the fix does
//
// It sets the Timeout of a client that is built by a literal to 30 seconds. The limit
// includes the bodies, both ways: adapt it to what the client is for. There is none
// where some requests made with the client are seen to be meant to last, or where
// there is a Timeout of 0 already that has a name or a comment.
//
// # When the rule is wrong
//
// A request that is meant to last has no sensible limit. The rule stays silent
// where it sees that: the body is copied or handed on, values are decoded one
// after another, events are asked for, or the function is named for it. It
// is silent too where a request carries the caller's context, which may well
// have a deadline, where a client is only returned, and where it is an exported field
// of options that other packages fill in. It cannot see a RoundTripper that gives up by
// itself, nor what other packages do with a client that they are given, beyond the calls
// of functions that it has analysed.
//
// # How to silence it
//
//	//lint:ignore nontimeout the supervisor kills the whole process after a minute
//	resp, err := http.Get(url)
package nontimeout
