// Package nestedretry reports retries of operations that retry inside, so that the attempts multiply.
//
// It flags loops, recursion and calls of retry helpers around an operation
// which runs a retry of its own: in the same function, in another one, in
// another package or module. The message has the attempts of both layers and
// their product, or their names where they are no constants.
//
// # Why it hurts
//
// Each layer looks prudent by itself, and nobody adds them up, because they do
// not add: they multiply. Three attempts at the edge, three in the service and
// three in the database client are 27 for each request, so a hundred requests
// become 2,700 at the one place that cannot take a hundred; a fourth layer
// makes it 8,100. The waits multiply as well, and the caller is long gone.
//
// # Bad
//
//	for i := range 3 {
//		if err = users.Load(ctx, id); err == nil { // which tries five times
//			return nil
//		}
//		pause(ctx, i)
//	}
//
// # Good
//
//	return users.Load(ctx, id) // tries five times: the one layer that retries
//
// The layer to keep is the one next to the call that fails, where failures can
// be told apart; the others hand the error up at once.
//
// # When the rule is wrong
//
// The inner retry may be for another failure than the outer one: a lock that
// is taken for a moment, within a transaction that is run again. Two layers
// that draw on one budget do not multiply; where the budget is not an object
// that both are seen to use, the rule cannot tell.
//
// # How to silence it
//
//	//lint:ignore nestedretry the inner one is for lost leases, this one for conflicts
//	for i := range 3 {
package nestedretry
