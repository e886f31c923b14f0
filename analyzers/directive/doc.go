// Package directive reports comments to retrylint that are not obeyed, or that say nothing.
//
// It flags a //retrylint: directive that cannot be read (an unknown name, no
// reason, an argument that the function does not have), one that is on nothing it
// could be about, one that is there twice, and an idempotent directive on a call
// that sends no request or that no retry sends again.
//
// # Why it hurts
//
// A directive that has been misspelt, or that stayed behind when the code below
// it moved, looks as if it did its work. The helper that it described is no
// longer a retry to anybody, and the next reader trusts a comment that nothing
// reads.
//
// # Bad
//
//	//retrylint:helper attempts=arg2
//	func Do(n int, f func() error) error {
//		return current.run(n, f)
//	}
//
// # Good
//
//	//retrylint:helper attempts=arg0
//	func Do(n int, f func() error) error {
//		return current.run(n, f)
//	}
//
// # When the rule is wrong
//
// Whether a request is sent again is known of this package only. Where other
// packages do that, the directive belongs on the function that they call.
//
// # How to silence it
//
//	//lint:ignore directive the retry around it comes with the next change
//	//retrylint:idempotent a search changes nothing
package directive
