package retrysite

import (
	"go/constant"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// addLoopRequests finds out which failures a loop retries, and what it sends again.
func (p *pkgInfo) addLoopRequests(s *Site, l *loop, vs []*verdict) {
	if !s.Kind.SameTarget() {
		return
	}
	done := map[*ssa.Call]bool{}
	for _, v := range vs {
		call := v.probe.call
		if done[call] {
			continue
		}
		done[call] = true
		comesBack := func(a assumption) bool {
			outs, _ := p.walkLoop(l, call, []assumption{a})
			some, _ := again(outs)
			return some
		}
		p.addStatuses(s, call, l.blocks, comesBack, p.waitsIn(l, call))
		if v.probe.what == "an error" && p.retriesAll(l, v) {
			p.addInnerStatuses(s, call)
			if !p.givenAnew(l, call) {
				p.addInnerPreparations(s, call, 0)
			}
		}
		if mayHaveArrived(vs, call) {
			p.addRequest(p.loopResend(s, l, vs, call))
		}
		if in := p.innerRetry(call); in != nil {
			s.Inner = append(s.Inner, *in)
		}
	}
	p.addPreparations(s, l.inOrder(), func(c *ssa.Call, a assumption) bool {
		outs, _ := p.walkLoop(l, c, []assumption{a})
		some, _ := again(outs)
		return some
	}, func(c *ssa.Call) bool {
		outs, _ := p.walkLoop(l, c, []assumption{p.othersFine(nil, l.blocks)})
		some, _ := again(outs)
		return some
	})
}

// givenAnew reports whether what a call in a loop is given comes from another operation
// in it: that may bring something else next time.
func (p *pkgInfo) givenAnew(l *loop, call *ssa.Call) bool {
	return slices.ContainsFunc(call.Call.Args, func(a ssa.Value) bool {
		a = stripConversions(a)
		if x, ok := a.(*ssa.Extract); ok {
			a = x.Tuple
		}
		from, ok := a.(*ssa.Call)
		return ok && l.contains(from) && p.isOperation(from)
	})
}

// mayHaveArrived reports whether a call is run again after a failure that leaves
// open whether the request was carried out: any error, or a 503. One specific
// error or a 429 says that it was not.
func mayHaveArrived(vs []*verdict, call *ssa.Call) bool {
	for _, v := range vs {
		if v.probe.call != call || v.probe.status == 429 {
			continue
		}
		if leavesOpen(v.fail) {
			return true
		}
	}
	return false
}

// leavesOpen reports whether a way comes back after a failure that is not one specific
// error.
func leavesOpen(outs []outcome) bool {
	return slices.ContainsFunc(outs, func(o outcome) bool { return o.again && !o.spec })
}

// addCallRequests does the same for a helper's callback: what it returns as an
// ordinary error is run again.
func (p *pkgInfo) addCallRequests(s *Site, bodies []*ssa.Function, u *helperUse) {
	for _, fn := range bodies {
		blocks := blocksOf(fn)
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(*ssa.Call)
				if !ok || !p.isOperation(call) || neverRetried(&call.Call) {
					continue
				}
				if u.repeats == "" {
					p.addStatuses(s, call, blocks, func(a assumption) bool { return p.asksAgain(u, call, a) }, nil)
					if !u.selective && p.failureComesBack(call, func(a assumption) bool { return p.asksAgain(u, call, a) }) {
						p.addInnerStatuses(s, call)
						p.addInnerPreparations(s, call, 0)
					}
				}
				p.addRequest(p.callbackResend(s, fn, call, u))
				if in := p.innerRetry(call); in != nil {
					s.Inner = append(s.Inner, *in)
				}
			}
		}
		if u.repeats == "" && !u.selective {
			p.addPreparations(s, fn.Blocks, func(c *ssa.Call, a assumption) bool { return p.asksAgain(u, c, a) }, nil)
		}
	}
}

// retriesAll reports whether nothing but a limit ends the loop while the call fails:
// the error is not looked at.
func (p *pkgInfo) retriesAll(l *loop, v *verdict) bool {
	for _, o := range v.fail {
		if !o.again && p.limit(l, v, o).Kind == "" || o.again && o.spec {
			return false
		}
	}
	return true
}

// returnsFailure reports whether every failure of a call is returned by the function
// around it as an ordinary error.
func (p *pkgInfo) returnsFailure(call *ssa.Call) bool {
	return p.failureComesBack(call, func(a assumption) bool { return p.retriedError(call, a) })
}

// failureComesBack reports whether a call comes round again, as comesBack tells it, when
// it gives an error.
func (p *pkgInfo) failureComesBack(call *ssa.Call, comesBack func(assumption) bool) bool {
	res := call.Call.Signature().Results()
	for i := range res.Len() {
		if v := resultValue(call, i); v != nil && isErrorish(res.At(i).Type()) {
			return comesBack(assumption{v: nonNilV})
		}
	}
	return false
}

// addInnerStatuses looks into the functions of the package behind a call for the
// answers that it turns into errors: all of them come round again.
func (p *pkgInfo) addInnerStatuses(s *Site, call *ssa.Call) {
	inner := &Site{Delay: s.Delay}
	for _, fn := range p.bodiesOf(&call.Call) {
		blocks := blocksOf(fn)
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				c, ok := instr.(*ssa.Call)
				if ok && p.isOperation(c) && !neverRetried(&c.Call) {
					p.addStatuses(inner, c, blocks, func(a assumption) bool { return p.retriedError(c, a) }, nil)
				}
			}
		}
	}
	s.Permanent = append(s.Permanent, inner.Permanent...)
	if len(inner.Throttled) > 0 && !readsRetryAfter(call.Parent(), 0) {
		s.Throttled = append(s.Throttled, inner.Throttled...)
	}
}

// retriedError reports whether the function around call returns an error that is
// not marked as permanent when call has the assumed outcome.
func (p *pkgInfo) retriedError(call *ssa.Call, a assumption) bool {
	res := call.Parent().Signature.Results()
	for _, o := range p.outcomesOf(call, a) {
		if o.exitFrom == nil {
			continue
		}
		ret, ok := o.exitFrom.Instrs[len(o.exitFrom.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		for i := range res.Len() {
			if isErrorish(res.At(i).Type()) && o.ret[i].kind == notNil && !marksPermanent(ret.Results[i], 0) {
				return true
			}
		}
	}
	return false
}

// outcomesOf gives the ways on from call, through the function around it, when call has
// the assumed outcome.
func (p *pkgInfo) outcomesOf(call *ssa.Call, a assumption) []outcome {
	w := &walker{pkg: p, assume: a, depth: 1, ended: p.afterEnd, probed: call, status: p.status}
	w.run(call, newEnv(assumedOf(call, a)))
	return w.outcomes
}

// marksPermanent reports whether an error is made by a function that marks it as
// one not to retry.
func marksPermanent(v ssa.Value, depth int) bool {
	if depth > 3 {
		return false
	}
	switch v := stripConversions(v).(type) {
	case *ssa.Call:
		return hasWord(calleeName(&v.Call), "Permanent", "Unrecoverable", "NonRetry", "Unretry", "NotRetry", "Abort", "Halt", "Fatal", "StopRetry", "NoRetry")
	case *ssa.Phi:
		for _, e := range v.Edges {
			if !isNilConst(e) && !marksPermanent(e, depth+1) {
				return false
			}
		}
		return true
	case *ssa.Alloc:
		return hasWord(typeName(v.Type()), "Permanent", "Unrecoverable", "NonRetry")
	}
	return false
}

// permanentCodes are answers that will be the same next time.
var permanentCodes = []int64{400, 403, 404, 422}

// permanentStatuses gives the permanent codes that come round again, as in
// "HTTP 400, 403". They are retried unseen if a bad request is among them and is
// not the only one: a single code that comes round was chosen, a 404 because the
// object may still appear, a 400 because the request is mended.
func permanentStatuses(comesBack func(code int64) bool) string {
	var codes []string
	for _, code := range permanentCodes {
		if comesBack(code) {
			codes = append(codes, strconv.FormatInt(code, 10))
		}
	}
	if len(codes) < 2 || codes[0] != "400" {
		return ""
	}
	return "HTTP " + strings.Join(codes, ", ")
}

// waitsIn gives, for a loop that goes on after a success too, a function that names
// the waits before it does so: where they differ, it is because of the answer.
func (p *pkgInfo) waitsIn(l *loop, call *ssa.Call) func(assumption) string {
	return func(a assumption) string {
		outs, w := p.walkLoop(l, call, []assumption{a})
		var at []string
		for _, o := range outs {
			for _, instr := range w.marked(o.waited) {
				if name := itoa(int(instr.Pos())); o.again && !slices.Contains(at, name) {
					at = append(at, name)
				}
			}
		}
		slices.Sort(at)
		return strings.Join(at, " ")
	}
}

// addStatuses notes the answers that come round again: those that are final, and
// those that say how long to wait. Where good answers come round too, waits tells
// whether they do so in another way; it may be nil.
func (p *pkgInfo) addStatuses(s *Site, call *ssa.Call, blocks map[*ssa.BasicBlock]bool, comesBack func(assumption) bool, waits func(assumption) string) {
	ok := p.othersFine(call, blocks)
	res := call.Call.Signature().Results()
	for i := range res.Len() {
		if v := resultValue(call, i); v != nil {
			if isErrorish(res.At(i).Type()) {
				ok[v] = nilV
			} else if _, isPtr := res.At(i).Type().Underlying().(*types.Pointer); isPtr {
				ok[v] = nonNilV
			}
		}
	}
	reads := p.statusReads(call, blocks)
	if len(reads) == 0 && !p.passesResponse(call, blocks) {
		p.addErrorCodes(s, call, blocks, comesBack)
		return
	}
	defer func(before int64) { p.status = before }(p.status)
	with := func(code int64) assumption {
		p.status = code // for the functions that are handed the answer
		return withStatus(ok, reads, code)
	}
	back := func(code int64) bool { return comesBack(with(code)) }
	if back(200) && (waits == nil || waits(with(200)) == waits(with(429))) {
		return // the status does not decide
	}
	if codes := permanentStatuses(back); codes != "" {
		s.Permanent = append(s.Permanent, Failure{What: codes, Op: callName(&call.Call), Pos: call.Pos()})
	}
	if (back(429) || back(503)) && !readsRetryAfter(call.Parent(), 0) && !p.handlersReadRetryAfter(call.Parent()) && s.Delay.Kind != Server {
		s.Throttled = append(s.Throttled, Failure{What: "HTTP 429 or 503", Op: callName(&call.Call), Pos: call.Pos()})
	}
}

// othersFine assumes that everything else in some blocks that can fail does not, what
// makes errors not counted.
func (p *pkgInfo) othersFine(call *ssa.Call, blocks map[*ssa.BasicBlock]bool) assumption {
	a := assumption{}
	for b := range blocks {
		for _, instr := range b.Instrs {
			c, ok := instr.(*ssa.Call)
			if !ok || c == call {
				continue
			}
			if fn := c.Call.StaticCallee(); fn != nil && wellKnownPackage(fn) {
				continue
			}
			res := c.Call.Signature().Results()
			for i := range res.Len() {
				if v := resultValue(c, i); v != nil && isErrorish(res.At(i).Type()) && !p.makesError(c, i) {
					a[v] = nilV
				}
			}
		}
	}
	return a
}

// makesError reports whether a call is of a function of the package that makes an error
// of what it is given.
func (p *pkgInfo) makesError(c *ssa.Call, index int) bool {
	fn := c.Call.StaticCallee()
	return fn != nil && fn.Pkg == p.ssa && len(fn.Blocks) > 0 && p.madeError(fn, index) == nonNilV
}

// codeResults lists the results of a call that are compared with HTTP codes.
func codeResults(call *ssa.Call) []ssa.Value {
	var out []ssa.Value
	res := call.Call.Signature().Results()
	for i := range res.Len() {
		v := resultValue(call, i)
		if v == nil || !isInteger(res.At(i).Type()) {
			continue
		}
		for _, ref := range *v.Referrers() {
			if b, ok := ref.(*ssa.BinOp); ok && isComparison(b.Op) {
				if n, ok := intConst(b.Y); ok && n >= 400 && n < 600 {
					out = append(out, v)
					break
				}
			}
		}
	}
	return out
}

func withStatus(ok assumption, reads []ssa.Value, code int64) assumption {
	a := assumption{}
	for k, v := range ok {
		a[k] = v
	}
	for _, c := range reads {
		a[c] = number(code)
	}
	return a
}

// readsRetryAfter reports whether a function looks at the Retry-After header, or any
// other of the package that may have kept it in an error.
func (p *pkgInfo) readsRetryAfter(fn *ssa.Function) bool {
	return readsRetryAfter(fn, 0) || slices.ContainsFunc(p.funcs, func(f *ssa.Function) bool { return readsRetryAfter(f, 3) })
}

// readsRetryAfter reports whether a function, or one of the package that it calls,
// names the Retry-After header.
func readsRetryAfter(fn *ssa.Function, depth int) bool {
	if fn == nil || depth > 3 {
		return false
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			for _, op := range instr.Operands(nil) {
				if k, ok := (*op).(*ssa.Const); ok && k.Value != nil && k.Value.Kind() == constant.String &&
					strings.EqualFold(constant.StringVal(k.Value), "Retry-After") {
					return true
				}
				if hasWord(valueNameOf(*op), "RetryAfter") {
					return true
				}
			}
			if c, ok := instr.(ssa.CallInstruction); ok {
				if callee := c.Common().StaticCallee(); callee != nil && (callee.Pkg == fn.Pkg || callee.Parent() != nil) && readsRetryAfter(callee, depth+1) {
					return true
				}
			}
		}
	}
	return false
}

// handlersReadRetryAfter reports whether a method that a function runs through an
// interface of this package looks at the Retry-After header, in whatever type has it.
func (p *pkgInfo) handlersReadRetryAfter(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			c, ok := instr.(ssa.CallInstruction)
			if ok && c.Common().IsInvoke() && slices.ContainsFunc(p.methodsBehind(c.Common()), func(m *ssa.Function) bool { return readsRetryAfter(m, 1) }) {
				return true
			}
		}
	}
	return false
}

func valueNameOf(v ssa.Value) string {
	switch v := v.(type) {
	case *ssa.Function, *ssa.Global, *ssa.FieldAddr:
		return valueName(v)
	}
	return ""
}
