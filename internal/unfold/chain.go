package unfold

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/catalog"
)

// chained is a handler with middleware before it that says when it is its turn: by
// the method Next of the context, or by calling the handler that it is given.
type chained struct {
	before closure
	next   value
}

// turn is what comes after a middleware, while that runs.
type turn struct {
	next    value
	weak    int32 // how uncertain it was that the middleware runs at all
	called  bool  // it ran what comes next
	aborted bool  // it may have said that nothing comes next
	ends    bool  // it said so whatever happens
}

// runChained runs a middleware that calls the rest by itself, or after which the rest
// runs.
func (in *interp) runChained(c chained, from ssa.Instruction) *activation {
	args := make([]value, len(c.before.fn.Params))
	t := &turn{next: c.next, weak: in.weak}
	switch {
	case len(args) == 4: // a gRPC interceptor
		args[3] = c.next
	case len(args) == 1:
		typ := c.before.fn.Params[0].Type()
		if p, ok := typ.Underlying().(*types.Pointer); ok {
			typ = p.Elem()
		}
		context := in.newObject(typ, false)
		in.found.turns[context] = t
		args[0] = context
	}
	a := in.call(c.before.fn, args, c.before.bind, from)
	if len(args) != 1 || t.called || t.ends || !goesOn(c.before.fn.Params[0].Type()) {
		return a
	}
	return in.inTurn(a, in.runRest(c.next, from), t.aborted)
}

// goesOn reports whether a framework runs what comes after a handler by itself, by the
// type of the context that it gives the handler.
func goesOn(context types.Type) bool {
	m, _, _ := types.LookupFieldOrMethod(context, true, nil, "Next")
	obj, ok := m.(*types.Func)
	if !ok {
		return false
	}
	pkg, symbol := catalog.SymbolOf(obj)
	row, ok := catalog.RegistrationOf(pkg, symbol)
	return ok && row.Does == catalog.Proceed && row.Implied
}

// runRest runs what comes after a middleware.
func (in *interp) runRest(h value, from ssa.Instruction) *activation {
	switch h := unboxed(h).(type) {
	case chained:
		return in.runChained(h, from)
	case closure:
		return in.call(h.fn, make([]value, len(h.fn.Params)), h.bind, from)
	}
	return nil
}

// inTurn gives an activation that runs two others, one after the other; the second may
// be left out where the first one failed.
func (in *interp) inTurn(first, second *activation, mayEnd bool) *activation {
	switch {
	case first == nil:
		return second
	case second == nil:
		return first
	}
	a := newActivation(second.fn, nil, nil)
	a.turns, a.mayEnd = []*activation{first, second}, mayEnd
	a.requests, a.done = first.requests || second.requests, true
	in.order = append(in.order, a)
	return a
}

// leadsTo lists the activations that an activation runs.
func (a *activation) leadsTo() []*activation {
	out := slices.Clip(a.turns)
	for _, instr := range a.order {
		out = append(out, a.calls[instr].targets...)
	}
	return out
}

// next runs what is left when a middleware calls the method of its context for that.
func (c *registering) next() {
	t := c.r.in.found.turns[c.recv]
	if t == nil {
		return
	}
	t.called = true
	c.r.handle(c.instr, t.next)
}

// abort notes that a middleware says that nothing comes after it.
func (c *registering) abort() {
	if t := c.r.in.found.turns[c.recv]; t != nil {
		t.aborted = true
		t.ends = t.ends || c.r.in.weak <= t.weak
	}
}

// handle calls a handler that stands behind a middleware.
func (r *runner) handle(instr ssa.CallInstruction, h value) {
	switch h := unboxed(h).(type) {
	case chained:
		r.a.add(r.a.record(instr), r.in.runChained(h, instr))
	case rpc:
		if a, _ := r.in.runMethod(h.impl, h.method); a != nil {
			r.a.add(r.a.record(instr), a)
		}
	case closure:
		r.static(instr, h.fn, make([]value, len(h.fn.Params)), h.bind)
	}
}

// rpc is a method of a service, as the handler that an interceptor is given.
type rpc struct {
	impl   boxed
	method string
}
