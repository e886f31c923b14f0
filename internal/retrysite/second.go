package retrysite

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// secondSends lists the calls by which a transport, or a function of its signature,
// sends the request that it is given once more in a straight line, with the body that
// the first call has read: after a challenge, say, with a token.
func (p *pkgInfo) secondSends(fn *ssa.Function) []Request {
	req := requestParam(fn)
	if req == nil || looksAtMethod(fn, 0) {
		return nil
	}
	all := p.sendsOf(fn, req, 0)
	var out []Request
	for _, first := range all {
		for _, second := range all {
			if first.in == second.in || resetsAny(first.fns) || resetsAny(second.fns) || !p.follows(fn, first.in, second.in) {
				continue
			}
			if !slices.ContainsFunc(out, func(r Request) bool { return r.Pos == second.send.Pos() }) {
				out = append(out, Request{Op: callName(&second.send.Call), Pos: second.send.Pos(), Made: first.send.Pos()})
			}
		}
	}
	return out
}

// sent is a call that sends a request, by itself or in functions of the package.
type sent struct {
	in   *ssa.Call       // in the function that is given the request
	send *ssa.Call       // of net/http
	fns  []*ssa.Function // on the way, that function included
}

// requestParam gives the parameter that holds the request of a function with the
// signature of a transport, or nil.
func requestParam(fn *ssa.Function) *ssa.Parameter {
	sig := fn.Signature
	if fn.Parent() != nil || sig.Params().Len() != 1 || sig.Results().Len() != 2 || !isErrorish(sig.Results().At(1).Type()) ||
		!isRequest(sig.Params().At(0).Type()) || !namedType(sig.Results().At(0).Type(), "net/http", "Response") {
		return nil
	}
	if len(fn.Params) == 0 {
		return nil
	}
	return fn.Params[len(fn.Params)-1]
}

// sendsOf lists the calls in fn that send the request in a parameter.
func (p *pkgInfo) sendsOf(fn *ssa.Function, req *ssa.Parameter, depth int) []sent {
	var out []sent
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			c, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			i := slices.IndexFunc(c.Call.Args, func(a ssa.Value) bool { return p.isParam(a, req) })
			if i < 0 {
				continue
			}
			if n := calleeName(&c.Call); (n == "RoundTrip" || n == "Do") && ofHTTP(&c.Call) {
				out = append(out, sent{c, c, []*ssa.Function{fn}})
				continue
			}
			callee := c.Call.StaticCallee()
			if callee == nil || callee.Pkg != p.ssa || depth > 2 || callee == fn || i >= len(callee.Params) {
				continue
			}
			for _, s := range p.sendsOf(callee, callee.Params[i], depth+1) {
				out = append(out, sent{c, s.send, append([]*ssa.Function{fn}, s.fns...)})
			}
		}
	}
	return out
}

// isParam reports whether a value is a parameter, in a variable perhaps.
func (p *pkgInfo) isParam(v ssa.Value, prm *ssa.Parameter) bool {
	switch v := stripConversions(v).(type) {
	case *ssa.Parameter:
		return v == prm
	case *ssa.UnOp:
		if a, ok := v.X.(*ssa.Alloc); ok {
			vals := storedIn(a, 0)
			return len(vals) == 1 && vals[0] == ssa.Value(prm)
		}
	}
	return false
}

func ofHTTP(c *ssa.CallCommon) bool {
	obj := calleeObject(c)
	return obj != nil && obj.Pkg() != nil && obj.Pkg().Path() == "net/http"
}

// resetsAny reports whether one of some functions gives the request a new body, or
// looks whether there is one.
func resetsAny(fns []*ssa.Function) bool {
	return slices.ContainsFunc(fns, func(fn *ssa.Function) bool { return resetsBody(fn, 0, nil) || asksForBody(fn) })
}

// asksForBody reports whether a function reads the body field of a request.
func asksForBody(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			fa, ok := instr.(*ssa.FieldAddr)
			if ok && fieldOf(fa) != nil && (fieldOf(fa).Name() == "Body" || fieldOf(fa).Name() == "ContentLength") && isRequest(fa.X.Type()) {
				return true
			}
		}
	}
	return false
}

func isRequest(t types.Type) bool { return namedType(t, "net/http", "Request") }

// follows reports whether one call of fn can be reached from another, not because of
// one specific error, after which nothing may have been read, and not the other way
// round: they are in no loop together, which would be a site.
func (p *pkgInfo) follows(fn *ssa.Function, first, second *ssa.Call) bool {
	to := func(from, to *ssa.Call) []outcome { return p.reach(fn, from, []assumption{{}}, to).outs }
	return leavesOpen(to(first, second)) && len(to(second, first)) == 0
}
