package unfold

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// deferral is a deferred call, and how uncertain it is.
type deferral struct {
	instr *ssa.Defer
	weak  int32
}

// putOff notes a call for the end of the function.
func (r *runner) putOff(instr *ssa.Defer) {
	if len(r.deferred) == 0 {
		r.in.pending++
		r.verdicts = len(r.in.verdicts)
	}
	r.deferred = append(r.deferred, deferral{instr, r.in.weak})
}

// runDeferred runs the deferred calls, the last one first: they see what the function has
// made of its variables. How it went is left open: what the calls are for is mostly that it
// went wrong, as in "if !committed { rollback() }".
func (r *runner) runDeferred() {
	if len(r.deferred) == 0 {
		return
	}
	for _, o := range r.in.verdicts[r.verdicts:] {
		o.val, o.set = nil, true
	}
	if r.in.pending--; r.in.pending == 0 {
		r.in.verdicts = nil
	}
	weak := r.in.weak
	defer func() { r.in.weak = weak }()
	for _, d := range slices.Backward(r.deferred) {
		r.in.weak = max(weak, d.weak)
		r.call(d.instr)
	}
}

// noteVerdict notes what is stored while calls are deferred, if it says how something
// went: a truth value, or that there is no error.
func (in *interp) noteVerdict(o *object, v value) {
	if in.pending == 0 {
		return
	}
	_, isFlag := holds(v)
	if _, none := v.(null); isFlag || none && isErrorType(o.typ) {
		in.verdicts = append(in.verdicts, o)
	}
}
