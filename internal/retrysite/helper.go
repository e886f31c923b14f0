package retrysite

import (
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// helperOf describes fn as a retry helper: a function that runs one of its
// parameters again, in a loop of its own or through another helper. It gives
// nil for others.
func (p *pkgInfo) helperOf(fn *ssa.Function) *Helper {
	if h, ok := p.helpers[fn]; ok {
		return h
	}
	p.helpers[fn] = nil // for a helper that calls itself
	h := p.findHelper(fn)
	p.helpers[fn] = h
	return h
}

func (p *pkgInfo) findHelper(fn *ssa.Function) *Helper {
	if !hasFuncParam(fn) {
		return nil
	}
	for _, f := range runLiterals(fn) {
		for _, s := range p.loopSitesOf(f) {
			if s.Kind != Loop && s.Kind != Reconnect {
				continue
			}
			for _, v := range s.chosen {
				if i := p.paramRun(fn, &v.probe.call.Call); i >= 0 {
					return p.helperFromLoop(fn, i, s, v)
				}
			}
		}
		if h := p.helperTwice(fn, f); h != nil {
			return h
		}
		for _, b := range f.Blocks {
			for _, instr := range b.Instrs {
				if call, ok := instr.(*ssa.Call); ok {
					if h := p.helperThrough(fn, call); h != nil {
						return h
					}
				}
			}
		}
	}
	return nil
}

// helperTwice describes fn as a helper where it runs its parameter once more
// after a failure, in a straight line.
func (p *pkgInfo) helperTwice(fn, body *ssa.Function) *Helper {
	runs := map[int][]*ssa.Call{}
	for _, b := range body.Blocks {
		for _, instr := range b.Instrs {
			if c, ok := instr.(*ssa.Call); ok && !c.Call.IsInvoke() && fallible(c.Call.Signature()) {
				i := p.paramIndex(fn, c.Call.Value, 0)
				if i < 0 {
					i = p.handsOn(fn, &c.Call)
				}
				if i >= 0 {
					runs[i] = append(runs[i], c)
				}
			}
		}
	}
	for _, i := range slices.Sorted(maps.Keys(runs)) {
		calls := runs[i]
		if len(calls) < 2 {
			continue
		}
		first, second := calls[0], calls[1]
		for _, pr := range p.probes(first, nil) {
			fails := p.reach(body, first, pr.fails, second)
			if len(fails.outs) == 0 || len(p.reach(body, first, pr.oks, second).outs) > 0 {
				continue
			}
			h := &Helper{Callback: i, Attempts: Bound{Kind: Const, N: len(calls), Why: "runs it once more", Pos: second.Pos()}, Param: -1, DelayParam: -1,
				Delay: Delay{Kind: NoDelay}, Jitter: No, TakesEnd: takesContext(fn.Signature), Unwaited: true}
			return h
		}
	}
	return nil
}

func hasFuncParam(fn *ssa.Function) bool {
	for _, prm := range fn.Params {
		if _, ok := prm.Type().Underlying().(*types.Signature); ok {
			return true
		}
	}
	return false
}

// runLiterals lists a function and the function literals that it calls or hands
// to a call, but not those that it returns or keeps.
func runLiterals(fn *ssa.Function) []*ssa.Function {
	out := []*ssa.Function{fn}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			mc, ok := instr.(*ssa.MakeClosure)
			if !ok {
				continue
			}
			for _, ref := range *mc.Referrers() {
				if _, ok := ref.(ssa.CallInstruction); ok {
					out = append(out, runLiterals(mc.Fn.(*ssa.Function))...)
					break
				}
			}
		}
	}
	return out
}

// withLiterals lists a function and the function literals in it.
func withLiterals(fn *ssa.Function) []*ssa.Function {
	out := []*ssa.Function{fn}
	for _, a := range fn.AnonFuncs {
		out = append(out, withLiterals(a)...)
	}
	return out
}

// paramRun gives the index, without the receiver, of the parameter of fn that a
// call runs, or -1: directly, or in a function literal that it calls.
func (p *pkgInfo) paramRun(fn *ssa.Function, c *ssa.CallCommon) int {
	if c.IsInvoke() {
		return -1
	}
	if i := p.paramIndex(fn, c.Value, 0); i >= 0 {
		return i
	}
	if i := p.handsOn(fn, c); i >= 0 {
		return i
	}
	for _, callee := range p.funcsOf(c.Value, 0) {
		if callee.Parent() == nil {
			continue
		}
		for _, b := range callee.Blocks {
			for _, instr := range b.Instrs {
				if inner, ok := instr.(*ssa.Call); ok {
					if i := p.paramIndex(fn, inner.Call.Value, 0); i >= 0 {
						return i
					}
				}
			}
		}
	}
	return -1
}

// handsOn gives the parameter of fn that a call hands to a function of the package
// which does nothing but run it once, under a lock, say.
func (p *pkgInfo) handsOn(fn *ssa.Function, c *ssa.CallCommon) int {
	callee := c.StaticCallee()
	if callee == nil || callee.Pkg != p.ssa || callee == fn || len(naturalLoops(callee)) > 0 {
		return -1
	}
	for k, a := range c.Args {
		if _, ok := a.Type().Underlying().(*types.Signature); !ok || k >= len(callee.Params) {
			continue
		}
		i := p.paramIndex(fn, a, 0)
		if i < 0 {
			continue
		}
		for _, b := range callee.Blocks {
			for _, instr := range b.Instrs {
				if inner, ok := instr.(*ssa.Call); ok && inner.Call.Value == ssa.Value(callee.Params[k]) {
					return i
				}
			}
		}
	}
	return -1
}

// paramIndex gives which parameter of fn, the receiver not counted, a value is.
func (p *pkgInfo) paramIndex(fn *ssa.Function, v ssa.Value, depth int) int {
	if depth > 5 {
		return -1
	}
	switch v := stripConversions(v).(type) {
	case *ssa.Parameter:
		for i, q := range fn.Params {
			if q == v {
				if fn.Signature.Recv() != nil {
					i--
				}
				return i
			}
		}
	case *ssa.UnOp:
		if v.Op == token.MUL {
			switch a := v.X.(type) {
			case *ssa.Alloc, *ssa.FreeVar:
				for _, s := range p.valuesAt(a) {
					if i := p.paramIndex(fn, s, depth+1); i >= 0 {
						return i
					}
				}
			}
		}
	case *ssa.FreeVar:
		if b := bindingOf(v); b != nil {
			return p.paramIndex(fn, b, depth+1)
		}
	}
	return -1
}

// helperFromLoop describes a helper by its loop.
func (p *pkgInfo) helperFromLoop(fn *ssa.Function, callback int, s *Site, v *verdict) *Helper {
	h := &Helper{
		Callback:   callback,
		Attempts:   s.Attempts,
		Param:      -1,
		DelayParam: -1,
		Delay:      s.Delay,
		Jitter:     s.Jitter,
		Context:    s.Context,
		Unwaited:   len(s.Unwaited) > 0,
		TakesEnd:   takesContext(fn.Signature),
		Reply:      p.replyTo(s.loop, v.probe.call),
	}
	if s.Attempts.Kind == Symbol {
		h.Param, h.Plus = p.attemptsParam(fn, s.loop, v)
		if h.Param < 0 {
			h.Param, h.Field = p.budgetParam(fn, s.Attempts.limit)
		}
	}
	return h
}

// attemptsParam finds out whether one integer parameter of fn decides how often
// the loop runs, by playing it through with two numbers.
func (p *pkgInfo) attemptsParam(fn *ssa.Function, l *loop, v *verdict) (param, plus int) {
	for i, prm := range fn.Params {
		if !isInteger(prm.Type()) || isDuration(prm.Type()) {
			continue
		}
		a := p.playWith(l, v, prm, 4)
		b := p.playWith(l, v, prm, 7)
		if a > 0 && b-a == 3 {
			if fn.Signature.Recv() != nil {
				i--
			}
			return i, a - 4
		}
	}
	return -1, 0
}

// budgetParam finds the struct parameter whose field bounds the loop.
func (p *pkgInfo) budgetParam(fn *ssa.Function, limit ssa.Value) (param int, field string) {
	ld, ok := limit.(*ssa.UnOp)
	if !ok {
		return -1, ""
	}
	fa, ok := ld.X.(*ssa.FieldAddr)
	if !ok || fieldOf(fa) == nil {
		return -1, ""
	}
	name := fieldOf(fa).Name()
	switch x := fa.X.(type) {
	case *ssa.Parameter:
		return p.paramIndex(fn, x, 0), name
	case *ssa.Alloc:
		for _, v := range directStores(x) {
			if i := p.paramIndex(fn, v, 0); i >= 0 {
				return i, name
			}
		}
	}
	return -1, ""
}

func (p *pkgInfo) playWith(l *loop, v *verdict, prm *ssa.Parameter, n int64) int {
	if prm.Parent() != l.header.Parent() {
		return 0
	}
	p.given = assumption{prm: number(n)}
	defer func() { p.given = nil }()
	k, _ := p.play(l, v)
	return k
}

// helperThrough describes fn as a helper where it hands its own parameter to
// another one.
func (p *pkgInfo) helperThrough(fn *ssa.Function, call *ssa.Call) *Helper {
	u := p.helperUse(call)
	if u == nil || u.callback == nil {
		return nil
	}
	i := p.paramIndex(fn, u.callback, 0)
	if i < 0 {
		for _, f := range p.funcsOf(u.callback, 0) {
			if f.Parent() != nil {
				i = p.wraps(fn, f)
			}
		}
	}
	if i < 0 {
		return nil
	}
	h := &Helper{Callback: i, Attempts: u.attempts, Param: -1, DelayParam: -1, Delay: u.delay, Jitter: u.jitter, Context: u.context, Unwaited: u.unwaited,
		TakesEnd: u.unsaid || takesContext(fn.Signature), Selective: u.selective || givenPredicate(&call.Call), Reply: u.reply}
	if u.attempts.Kind == Symbol && u.param != nil {
		if k := p.paramIndex(fn, u.param, 0); k >= 0 {
			h.Param, h.Plus, h.Field = k, u.plus, u.field
		}
	}
	return h
}

// wraps gives the parameter of fn that a function literal runs, where that is
// all it does that could fail; else -1.
func (p *pkgInfo) wraps(fn, lit *ssa.Function) int {
	param := -1
	for _, b := range lit.Blocks {
		for _, instr := range b.Instrs {
			c, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			if i := p.paramIndex(fn, c.Call.Value, 0); i >= 0 && !c.Call.IsInvoke() {
				if param < 0 || fallible(c.Call.Signature()) {
					param = i
				}
			} else if p.isOperation(c) {
				return -1
			}
		}
	}
	return param
}
