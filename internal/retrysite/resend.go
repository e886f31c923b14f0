package retrysite

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A resend is a call that may send a request, in an operation that a site runs again.
type resend struct {
	site  *Site
	call  *ssa.Call
	again func() bool // whether it comes round again when it has failed, under what is given
	// anew reports whether an instruction runs again for each attempt.
	anew func(ssa.Instruction) bool
	// keeps reports whether a parameter of the function around the site is the same
	// in each attempt.
	keeps func(*ssa.Parameter) bool
	at    token.Pos // where it is reported, if not at the call
	// mended reports whether the request is another one in the next attempt.
	mended bool
	outer  *resend // of the call of the function that sends, where that is called by the site
}

// madeAnew reports whether an instruction runs again for each attempt: one in the site,
// or in the function that the site calls.
func (r *resend) madeAnew(instr ssa.Instruction) bool {
	return r.outer != nil && instr.Parent() == r.call.Parent() || r.anew(instr)
}

func (r *resend) depth() int {
	n := 0
	for ; r.outer != nil; r = r.outer {
		n++
	}
	return n
}

// loopResend describes a call that a loop makes again.
func (p *pkgInfo) loopResend(s *Site, l *loop, vs []*verdict, call *ssa.Call) *resend {
	return &resend{
		site: s,
		call: call,
		again: func() bool {
			return slices.ContainsFunc(vs, func(v *verdict) bool {
				if v.probe.call != call || v.probe.status == 429 {
					return false
				}
				outs, _ := p.walkStatus(l, call, v.probe.fails, v.probe.status)
				return leavesOpen(outs)
			})
		},
		anew:  l.contains,
		keeps: func(*ssa.Parameter) bool { return true },
	}
}

// callbackResend describes a call in a callback that a helper runs again.
func (p *pkgInfo) callbackResend(s *Site, fn *ssa.Function, call *ssa.Call, u *helperUse) *resend {
	again := func() bool {
		return p.failureComesBack(call, func(a assumption) bool { return p.asksAgain(u, call, a) })
	}
	told := again() // if not, something else tells the helper
	return &resend{
		site:  s,
		call:  call,
		again: func() bool { return !told || again() },
		anew:  func(instr ssa.Instruction) bool { return instr.Parent() == fn },
		keeps: func(prm *ssa.Parameter) bool { return prm.Parent() != fn },
	}
}

// recursionResend describes a call that a function makes again by calling itself.
func (p *pkgInfo) recursionResend(s *Site, fn *ssa.Function, c graphCall, op *ssa.Call) *resend {
	return &resend{
		site: s,
		call: op,
		again: func() bool {
			return slices.ContainsFunc(p.probes(op, nil), func(pr probe) bool {
				return len(p.reach(fn, op, pr.fails, c.instr).outs) > 0
			})
		},
		anew: func(instr ssa.Instruction) bool { return instr.Parent() == fn },
		keeps: func(prm *ssa.Parameter) bool {
			call, ok := c.instr.(*ssa.Call)
			i := slices.Index(fn.Params, prm)
			return ok && c.callee == fn && i >= 0 && i < len(call.Call.Args) && stripConversions(call.Call.Args[i]) == ssa.Value(prm)
		},
		at:     s.Pos, // that is where it is sent again
		mended: passesOther(fn, c),
	}
}

// passesOther reports whether a function that calls itself passes a constant for one of
// its parameters, and not just a flag: it asks for something else then.
func passesOther(fn *ssa.Function, c graphCall) bool {
	call, ok := c.instr.(*ssa.Call)
	if !ok || c.callee != fn {
		return false
	}
	for i, a := range call.Call.Args {
		if k, isConst := stripConversions(a).(*ssa.Const); isConst && i < len(fn.Params) && !isBool(k.Type()) {
			return true
		}
	}
	return false
}
