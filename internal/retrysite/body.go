package retrysite

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// stale reports whether a reader that is sent in one attempt is the one that was
// sent in the attempt before.
func (p *pkgInfo) stale(v ssa.Value, r *resend, depth int) bool {
	if v == nil || depth > 8 || isNoBody(v) {
		return false
	}
	switch v := stripConversions(v).(type) {
	case *ssa.Parameter:
		if r.outer == nil || v.Parent() != r.call.Parent() {
			return isReader(v.Type()) && r.keeps(v) && p.someReader(v) && !p.refilled(v, r)
		}
		args := r.outer.call.Call.Args
		if i := slices.Index(v.Parent().Params, v); i < len(args) {
			return p.stale(args[i], r.outer, depth+1)
		}
	case *ssa.Call:
		if !r.madeAnew(v) {
			return isReader(v.Type()) && !p.refilled(v, r)
		}
		return p.wrapsStale(v, r, depth)
	case *ssa.Extract:
		if c, ok := v.Tuple.(*ssa.Call); ok && !r.madeAnew(c) {
			return isReader(v.Type()) && !p.refilled(v, r) // a file that was opened before
		}
	case *ssa.Alloc:
		return isReader(v.Type()) && !r.madeAnew(v) && !p.refilled(v, r)
	case *ssa.Phi:
		return p.allStale(v.Edges, r, depth)
	case *ssa.UnOp:
		return p.staleLoad(v, r, depth)
	}
	return false
}

// staleLoad judges a reader that is kept in a variable or in a field.
func (p *pkgInfo) staleLoad(v *ssa.UnOp, r *resend, depth int) bool {
	switch x := v.X.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
		vals := p.valuesAt(x)
		return p.allStale(vals, r, depth)
	case *ssa.FieldAddr:
		f := fieldOf(x)
		if f == nil || !isReader(f.Type()) || instrAnew(x.X, r) {
			return false
		}
		return isRequest(x.X.Type()) || !p.setLater(f)
	}
	return false
}

// allStale reports whether all of some readers are stale, those that are nil not
// counted.
func (p *pkgInfo) allStale(vals []ssa.Value, r *resend, depth int) bool {
	some := false
	for _, v := range vals {
		if isNilConst(v) {
			continue
		}
		if !p.stale(v, r, depth+1) {
			return false
		}
		some = true
	}
	return some
}

// wrapsStale reports whether a call makes a reader from one that is stale: a limited
// one, one that counts, one that copies what it reads.
func (p *pkgInfo) wrapsStale(c *ssa.Call, r *resend, depth int) bool {
	if !isReader(c.Type()) {
		return false
	}
	for _, a := range c.Call.Args {
		if isReader(a.Type()) && p.stale(a, r, depth+1) {
			return true
		}
	}
	return false
}

// setLater reports whether a field is set after its struct was made.
func (p *pkgInfo) setLater(f *types.Var) bool {
	p.index()
	return p.changed[f]
}

// instrAnew reports whether a value is computed anew for each attempt.
func instrAnew(v ssa.Value, r *resend) bool {
	instr, ok := v.(ssa.Instruction)
	return ok && r.madeAnew(instr)
}

// refilled reports whether a reader that is made once is written to, or set back, in
// each attempt.
func (p *pkgInfo) refilled(v ssa.Value, r *resend) bool {
	for _, ref := range *v.Referrers() {
		if mi, ok := ref.(*ssa.MakeInterface); ok && p.refilled(mi, r) {
			return true
		}
		c, ok := ref.(*ssa.Call)
		if !ok || !r.anew(c) {
			continue
		}
		if hasWord(calleeName(&c.Call), "Write", "Encode", "Reset", "Seek", "Copy", "Fprint", "ReadFrom", "Rewind", "Execute", "NewWriter") {
			return true
		}
	}
	return false
}

// someReader reports whether some function passes a reader for a parameter, and not
// nil. What other packages pass is not known.
func (p *pkgInfo) someReader(prm *ssa.Parameter) bool {
	fn := prm.Parent()
	calls := p.callsOf(fn)
	i := slices.Index(fn.Params, prm)
	for _, c := range calls {
		if !isNilConst(stripConversions(c.Common().Args[i])) {
			return true
		}
	}
	return len(calls) == 0 || fn.Object() != nil && fn.Object().Exported()
}

// isReader reports whether t has the method Read of an io.Reader.
func isReader(t types.Type) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "Read")
	fn, ok := obj.(*types.Func)
	if !ok {
		return false
	}
	sig := fn.Signature()
	return sig.Params().Len() == 1 && sig.Results().Len() == 2 && isInteger(sig.Results().At(0).Type())
}

func isNoBody(v ssa.Value) bool { return strings.HasSuffix(valueName(v), "NoBody") }

// resets reports whether a function around a resend gives each attempt a body of its
// own.
func (p *pkgInfo) resets(r *resend) bool {
	for ; r != nil; r = r.outer {
		if resetsBody(r.call.Parent(), 0, r.madeAnew) {
			return true
		}
	}
	return false
}

// rewinds reports whether what is read of a GetBody may give attempts bodies: it is
// called in each of them, or kept for later.
func rewinds(of *ssa.FieldAddr, repeated func(ssa.Instruction) bool) bool {
	if repeated == nil || repeated(of) {
		return true
	}
	for _, ref := range *of.Referrers() {
		load, ok := ref.(*ssa.UnOp)
		if !ok {
			continue
		}
		for _, use := range *load.Referrers() {
			switch use := use.(type) {
			case *ssa.BinOp, *ssa.DebugRef:
			case *ssa.Call:
				if use.Call.Value != ssa.Value(load) || repeated(use) {
					return true
				}
			default:
				return true
			}
		}
	}
	return false
}

// ofResponse reports whether a reader is, or is made from, the body of a response.
func ofResponse(v ssa.Value, depth int) bool {
	if depth > 6 {
		return false
	}
	switch v := stripConversions(v).(type) {
	case *ssa.UnOp:
		if fa, ok := v.X.(*ssa.FieldAddr); ok {
			return namedType(fa.X.Type(), "net/http", "Response")
		}
	case *ssa.Extract:
		return ofResponse(v.Tuple, depth+1)
	case *ssa.Call:
		for _, a := range v.Call.Args {
			if ofResponse(a, depth+1) {
				return true
			}
		}
	}
	return false
}

// ofGetBody reports whether a body is what a GetBody has made.
func ofGetBody(v ssa.Value) bool {
	x, ok := v.(*ssa.Extract)
	if !ok {
		return false
	}
	c, ok := x.Tuple.(*ssa.Call)
	if !ok {
		return false
	}
	load, ok := c.Call.Value.(*ssa.UnOp)
	if !ok {
		return false
	}
	fa, ok := load.X.(*ssa.FieldAddr)
	return ok && fieldOf(fa) != nil && fieldOf(fa).Name() == "GetBody"
}

// resetsBody reports whether a function gives a request a new body, or a copy of it. A
// GetBody that is called outside of what is repeated in the function gives the
// first attempt one only; repeated is nil where all of the function is.
func resetsBody(fn *ssa.Function, depth int, repeated func(ssa.Instruction) bool) bool {
	if fn == nil || depth > 2 {
		return false
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.FieldAddr:
				if f := fieldOf(instr); f != nil && f.Name() == "GetBody" && rewinds(instr, repeated) {
					return true
				}
			case *ssa.Store:
				if fa, ok := instr.Addr.(*ssa.FieldAddr); ok && fieldOf(fa) != nil && fieldOf(fa).Name() == "Body" {
					once := repeated != nil && !repeated(instr) && ofGetBody(instr.Val)
					if !once && isRequest(fa.X.Type()) {
						return true
					}
				}
			case *ssa.Call:
				switch calleeName(&instr.Call) {
				case "Clone":
					return true
				case "Seek", "ReadAll":
					if len(instr.Call.Args) > 0 && !ofResponse(instr.Call.Args[0], 0) {
						return true
					}
				}
				if callee := instr.Call.StaticCallee(); callee != nil && callee.Pkg == fn.Pkg && resetsBody(callee, depth+1, nil) {
					return true
				}
			}
		}
	}
	return false
}
