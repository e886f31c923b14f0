package unfold

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// wrapped lists the routers that a handler is around, which is being registered: those
// that it can reach, if it hands requests on at all. The router that it is registered
// with, and those above, are none of them: a handler that is a method of the server has
// them in a field of that.
func (c *registering) wrapped(h value) []*object {
	subs := slices.DeleteFunc(routersIn(h, map[*object]bool{}), c.isBelow)
	if len(subs) > 0 && !c.r.in.handsOn(h) {
		return nil
	}
	return subs
}

// isBelow reports whether what is registered comes to be below a router.
func (c *registering) isBelow(router *object) bool {
	for at, depth := c.recv, 0; at != nil && depth < 20; at, depth = c.r.in.found.below[at].router, depth+1 {
		if at == router {
			return true
		}
	}
	return false
}

// handsOn reports whether a handler of the program hands requests on to another one.
func (in *interp) handsOn(h value) bool {
	for _, a := range alternatives(h) {
		switch a := a.(type) {
		case closure:
			if in.passes(a.fn, a.fn.Signature, 0) {
				return true
			}
		case boxed:
			if f, ok := unboxed(a).(closure); ok {
				if in.passes(f.fn, f.fn.Signature, 0) {
					return true
				}
				continue
			}
			m, _, _ := types.LookupFieldOrMethod(a.typ, true, nil, "ServeHTTP")
			obj, ok := m.(*types.Func)
			if !ok {
				return true
			}
			sel := in.selection(a.typ, obj)
			if sel == nil || !in.hasBody(sel) || in.passes(in.prog.MethodValue(sel), obj.Signature(), 0) {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// passes reports whether a function, or one that it calls, calls a handler: ServeHTTP, or
// a func value of the signature of the handler that it is about.
func (in *interp) passes(fn *ssa.Function, handler *types.Signature, depth int) bool {
	if fn == nil || depth > 3 {
		return false
	}
	if o := fn.Origin(); o != nil {
		fn = o
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			c := call.Common()
			switch callee := c.StaticCallee(); {
			case c.IsInvoke():
				if passesOn(c.Method) {
					return true
				}
			case callee == nil:
				if sameForm(c.Signature(), handler) {
					return true
				}
			case callee.Name() == "ServeHTTP" || in.passes(callee, handler, depth+1):
				return true
			}
		}
	}
	return false
}

// sameForm reports whether functions take and give the same, whatever they are called on.
func sameForm(x, y *types.Signature) bool {
	return types.Identical(x.Params(), y.Params()) && types.Identical(x.Results(), y.Results())
}
