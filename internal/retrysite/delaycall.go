package retrysite

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// foreign judges a call whose body is elsewhere.
func (t *tracer) foreign(c *ssa.CallCommon, name string, index int, fr *frame, depth int) {
	fn := c.StaticCallee()
	if fn == nil {
		if q, ok := t.p.nextPolicy(c); ok {
			t.f.policy(q, t.stopChecked(c))
			return
		}
		t.f.opaque = true
		return
	}
	obj, _ := fn.Object().(*types.Func)
	if obj == nil || obj.Pkg() == nil {
		t.f.opaque = true
		return
	}
	switch path := obj.Pkg().Path(); {
	case path == "math" && name == "Pow":
		t.f.grows = true
	case path == "math" && (name == "Exp" || name == "Exp2" || name == "Ldexp"):
		t.f.grows = true
	case path == "math", path == "time" && receiverName(obj) == "Duration", path == "cmp":
		for _, a := range c.Args {
			t.value(a, fr, depth+1)
		}
	case path == "net/http" && name == "Get":
		t.f.server = true
	case path == "time" && retryAfterArg(c) && (name == "Until" || name == "Since" || name == "ParseDuration" || name == "Sub"):
		t.f.server = true
	case path == "time" && (name == "Until" || name == "Sub"):
		t.moment(c.Args[0], fr, depth+1)
	case path == "time" && (name == "Since" || name == "ParseDuration"):
	case path == "strconv" || path == "net/http" || path == "time":
		for _, a := range c.Args {
			t.value(a, fr, depth+1)
		}
	default:
		fact := new(DelayFact)
		if t.p.pass.ImportObjectFact(obj.Origin(), fact) {
			if k := t.p.chosen(fact.Chosen, obj, c, fr); k != nil {
				fact = &DelayFact{Kind: k.Delay.Kind, Jitter: No}
			}
			t.fact(fact, c, fr, depth)
			return
		}
		if q, ok := t.p.nextPolicy(c); ok {
			t.f.policy(q, t.stopChecked(c))
			return
		}
		t.f.opaque = true
		t.f.library = true
	}
}

// stopChecked reports whether the delay that a policy gives is compared with
// something before it is slept on.
func (t *tracer) stopChecked(c *ssa.CallCommon) bool {
	for _, fn := range t.p.funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(*ssa.Call)
				if !ok || &call.Call != c {
					continue
				}
				for _, ref := range *call.Referrers() {
					if bo, ok := ref.(*ssa.BinOp); ok && isComparison(bo.Op) {
						return true
					}
				}
				return false
			}
		}
	}
	return true
}

func (t *tracer) fact(d *DelayFact, c *ssa.CallCommon, fr *frame, depth int) {
	switch d.Kind {
	case Exponential:
		t.f.grows = true
	case Linear:
		t.f.steps = true
	case Custom:
		t.f.table = true
	}
	if d.Jitter == Yes {
		t.f.random = true
	}
	if d.Jitter == Unknown {
		t.f.opaque = true
	}
	for _, a := range c.Args {
		if isDuration(a.Type()) {
			t.value(a, fr, depth+1)
		}
	}
}

// toldByServer reports whether a field of a type holds the time that a server asked to
// wait: an error has it from the answer that it stands for.
func toldByServer(t types.Type, field string) bool {
	if !hasWord(field, "RetryAfter") {
		return false
	}
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	return isError(t) || isError(types.NewPointer(t))
}

func retryAfterArg(c *ssa.CallCommon) bool {
	for _, a := range c.Args {
		if e, ok := a.(*ssa.Extract); ok {
			if call, ok := e.Tuple.(*ssa.Call); ok && strings.Contains(calleeName(&call.Call), "Parse") {
				return true
			}
		}
	}
	return false
}

// randomName reports whether a call draws a random number, or lays one over a
// duration.
func randomName(c *ssa.CallCommon, name string) bool {
	if fn := c.StaticCallee(); fn != nil {
		obj, _ := fn.Object().(*types.Func)
		if obj != nil && obj.Pkg() != nil {
			switch obj.Pkg().Path() {
			case "math/rand", "math/rand/v2", "crypto/rand":
				return true
			}
			n := strings.ToLower(name)
			return fn.Blocks == nil && (strings.Contains(n, "jitter") || strings.Contains(n, "rand"))
		}
		return false
	}
	n := strings.ToLower(name)
	return strings.Contains(n, "jitter") || strings.Contains(n, "rand") || strings.HasPrefix(name, "Int63") || strings.HasPrefix(name, "Float64")
}

// drawsNothing reports whether a random number is drawn from a range of one.
func (t *tracer) drawsNothing(c *ssa.CallCommon, fr *frame) bool {
	if c.IsInvoke() || len(c.Args) == 0 || !isInteger(c.Args[len(c.Args)-1].Type()) {
		return false
	}
	n := t.d.known(c.Args[len(c.Args)-1], fr, 0)
	return n != nil && n.Kind() == constant.Int && constant.Compare(n, token.LEQ, constant.MakeInt64(1))
}
