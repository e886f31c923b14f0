package retrysite

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// moment looks into a point in time that is waited for. What the package adds to the
// clock for it is the length of the wait; of one that comes from elsewhere, such as a
// server, nothing is known.
func (t *tracer) moment(v ssa.Value, fr *frame, depth int) {
	key := any([2]any{v, "moment"})
	if t.done[key] {
		return
	}
	t.done[key] = true
	if depth > 40 {
		t.f.opaque = true
		return
	}
	switch v := v.(type) {
	case *ssa.Parameter:
		if a := fr.arg(v); a != nil {
			t.moment(a, fr.up, depth+1)
			return
		}
	case *ssa.Phi:
		for _, e := range v.Edges {
			t.moment(e, fr, depth+1)
		}
		return
	case *ssa.UnOp:
		if vals := t.p.valuesAt(v.X); v.Op == token.MUL && len(vals) > 0 {
			for _, val := range vals {
				t.moment(val, t.frameOf(val, fr), depth+1)
			}
			return
		}
	case *ssa.Call:
		if t.onClock(v, fr, depth) {
			return
		}
	}
	t.f.opaque = true
}

// onClock looks into a moment that a function of package time gives, and reports
// whether it is one.
func (t *tracer) onClock(call *ssa.Call, fr *frame, depth int) bool {
	fn := call.Call.StaticCallee()
	if fn == nil {
		return false
	}
	obj, ok := fn.Object().(*types.Func)
	if !ok || obj.Pkg() == nil || obj.Pkg().Path() != "time" {
		return false
	}
	switch name := obj.Name(); {
	case name == "Now":
		return true
	case name == "Add" && receiverName(obj) == "Time":
		t.moment(call.Call.Args[0], fr, depth+1)
		t.value(call.Call.Args[1], fr, depth+1)
		return true
	}
	return false
}
