package retrysite

import (
	"golang.org/x/tools/go/ssa"
)

// moment looks into a point in time that is waited for. What the package adds to the
// clock for it is the length of the wait; of one that somebody else gives, such as a
// server, nothing is known. One that the package keeps in a list or a field of which
// that cannot be told is taken for its own.
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
		}
	case *ssa.Phi:
		for _, e := range v.Edges {
			t.moment(e, fr, depth+1)
		}
	case *ssa.UnOp:
		for _, val := range t.p.valuesAt(v.X) {
			t.moment(val, t.frameOf(val, fr), depth+1)
		}
	case *ssa.Extract:
		if c, ok := v.Tuple.(*ssa.Call); ok {
			t.givenMoment(&c.Call, fr, depth)
		}
	case *ssa.Call:
		t.givenMoment(&v.Call, fr, depth)
	}
}

// givenMoment looks into a moment that a call gives.
func (t *tracer) givenMoment(c *ssa.CallCommon, fr *frame, depth int) {
	fn := c.StaticCallee()
	if fn != nil && fn.Pkg == t.p.ssa {
		return
	}
	if fn != nil && fn.Pkg != nil && fn.Pkg.Pkg.Path() == "time" {
		switch fn.Name() {
		case "Now":
			return
		case "Add":
			t.moment(c.Args[0], fr, depth+1)
			t.value(c.Args[1], fr, depth+1)
			return
		}
	}
	t.f.opaque = true
}
