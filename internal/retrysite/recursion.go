package retrysite

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// recursionSites finds the calls by which a function comes round to itself on
// its failure path.
func (p *pkgInfo) recursionSites() []*Site {
	var out []*Site
	for _, fn := range p.funcs {
		if !generated(p.pass, fn.Pos()) {
			out = append(out, p.recursionsOf(fn)...)
		}
	}
	return out
}

// recursionsOf lists the calls in fn by which it comes round to itself on its
// failure path.
func (p *pkgInfo) recursionsOf(fn *ssa.Function) []*Site {
	if s, ok := p.recursions[fn]; ok {
		return s
	}
	p.recursions[fn] = nil // while it is being looked into
	if p.graph == nil {
		p.graph = p.callGraph()
	}
	g := p.graph
	var out []*Site
	for _, c := range g.calls[fn] {
		if g.component[fn] == g.component[c.callee] && (fn == c.callee || g.size[g.component[fn]] > 1) {
			if s := p.recursionSite(fn, c, g); s != nil {
				out = append(out, s)
			}
		}
	}
	p.recursions[fn] = out
	return out
}

// recursionSite judges one call that may come round to its own function: a
// retry, if it is reached after an operation failed and not after it succeeded.
func (p *pkgInfo) recursionSite(fn *ssa.Function, c graphCall, g *callGraph) *Site {
	if !g.comesBack(c.callee, fn) || handlesFailure(c) || tellsOfSuccess(c) {
		return nil
	}
	walksTree := false
	for _, l := range naturalLoops(fn) {
		walksTree = walksTree || l.contains(c.instr) && l.iterates()
	}
	way := p.wayRound(fn, c)
	if len(way.ops) == 0 {
		if !p.toldOfFailure(fn, c.instr) {
			return nil
		}
		way.ops = []Operation{{Name: "the operation that " + siteFunc(fn) + " is told of", Pos: fn.Pos(), Effect: Dynamic}}
		way.waits = p.waitsBefore(fn, c.instr)
	}
	if len(way.waits) == 0 && (walksTree || !sameRequest(fn, c) || way.ops[0].Pos == fn.Pos()) {
		return nil // a walk over a tree, or a way to report errors
	}
	s := &Site{Kind: Recursion, Func: siteFunc(fn), Operations: way.ops, Waits: way.waits, bodies: []*ssa.Function{fn}}
	s.call, _ = c.instr.(*ssa.Call)
	s.Pos, s.End = p.recursionExtent(fn, c)
	s.Delay, s.Jitter = overall(way.waits)
	if way.unwaited {
		s.Unwaited = []Path{{Op: way.ops[0], From: way.last.from, To: c.instr.Pos()}}
	}
	s.Attempts = p.recursionBound(fn, c)
	for _, op := range way.calls {
		p.addRequest(p.recursionResend(s, fn, c, op))
		p.addStatuses(s, op, blocksOf(fn), func(a assumption) bool {
			return len(p.reach(fn, op, []assumption{a}, c.instr).outs) > 0
		}, nil)
	}
	for _, l := range way.logs {
		s.ErrorLogs = append(s.ErrorLogs, LogCall{Name: callName(&l.(*ssa.Call).Call), Op: way.ops[0].Name, Pos: l.Pos()})
	}
	s.CtxInScope = p.contextAt(fn, &loop{})
	for _, w := range way.waits {
		s.Context = s.Context || w.Watches
	}
	if s.CtxInScope != "" && !s.Context {
		s.Context = len(way.waits) == 0
	}
	return s
}

// wayRound is what leads from failures in a function to the call that comes
// round to it.
type wayRound struct {
	ops      []Operation // whose failure leads there, and whose success does not
	calls    []*ssa.Call // the calls of ops
	logs     []ssa.Instruction
	waits    []Wait
	unwaited bool    // some way has no wait
	last     outcome // the last way found
}

// wayRound plays the failures of fn's operations, and collects those that reach c.
func (p *pkgInfo) wayRound(fn *ssa.Function, c graphCall) wayRound {
	var w wayRound
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			op, ok := instr.(*ssa.Call)
			if !ok || ssa.Instruction(op) == c.instr || neverRetried(&op.Call) || p.opEffect(fn, op) == 0 || otherArm(fn, c, op) {
				continue
			}
			for _, pr := range p.probes(op, nil) {
				fails := p.reach(fn, op, pr.fails, c.instr)
				if len(fails.outs) == 0 || len(p.reach(fn, op, pr.oks, c.instr).outs) > 0 {
					continue
				}
				w.calls = append(w.calls, op)
				w.ops = append(w.ops, Operation{Name: callName(&op.Call), Pos: op.Pos(), Effect: p.opEffect(fn, op)})
				w.add(p, fails, p.waitsComingRound(fn, c, op))
			}
		}
	}
	return w
}

// add collects the waits and the logs on the ways of one failure, which all pass the
// waits at the start of the next round, if there are any.
func (w *wayRound) add(p *pkgInfo, fails reached, next []Wait) {
	w.waits = append(w.waits, next...)
	for _, o := range fails.outs {
		w.last = o
		for _, instr := range fails.walker.marked(o.passed) {
			if call, ok := instr.(*ssa.Call); ok && p.logsError(&call.Call) && !containsInstr(w.logs, instr) {
				w.logs = append(w.logs, instr)
			}
		}
		if o.waited == 0 {
			w.unwaited = w.unwaited || len(next) == 0
			continue
		}
		for _, in := range fails.walker.marked(o.waited) {
			if wt := p.waitAt(in); wt != nil {
				w.waits = append(w.waits, waitOf(wt, in))
			}
		}
	}
}

// recursionExtent gives the place of a call that comes round to its function.
func (p *pkgInfo) recursionExtent(fn *ssa.Function, c graphCall) (pos, end token.Pos) {
	if call, ok := c.instr.(*ssa.Call); ok {
		return p.callExtent(call)
	}
	if c.instr.Pos().IsValid() {
		return c.instr.Pos(), c.instr.Pos()
	}
	if mc, ok := c.instr.(*ssa.MakeClosure); ok {
		for _, ref := range *mc.Referrers() {
			if user, ok := ref.(ssa.CallInstruction); ok && user.Pos().IsValid() {
				return user.Pos(), user.Pos() // a method value has no place of its own
			}
		}
	}
	return fn.Pos(), fn.Pos()
}

// handlesFailure reports whether a call hands a failure to the function that deals
// with it: what that one does is the site.
func handlesFailure(c graphCall) bool {
	call, ok := c.instr.(*ssa.Call)
	if !ok || call.Call.StaticCallee() != c.callee {
		return false
	}
	for _, prm := range c.callee.Params {
		if isErrorish(prm.Type()) {
			return true
		}
	}
	return false
}

// tellsOfSuccess reports whether a call hands on nil where it could hand on an error:
// it tells that something is over, and does not ask for it again.
func tellsOfSuccess(c graphCall) bool {
	call, ok := c.instr.(ssa.CallInstruction)
	return ok && slices.ContainsFunc(call.Common().Args, func(a ssa.Value) bool {
		k, ok := a.(*ssa.Const)
		return ok && k.IsNil() && isError(k.Type())
	})
}

// toldOfFailure reports whether fn is given a failure to deal with, and reaches
// the instruction with it.
func (p *pkgInfo) toldOfFailure(fn *ssa.Function, to ssa.Instruction) bool {
	for _, prm := range fn.Params {
		if isErrorish(prm.Type()) {
			return len(p.waysTo(fn, prm, to).outs) > 0
		}
	}
	return false
}

// waysTo gives the ways from the entry of fn, with a failure in prm, to an instruction.
func (p *pkgInfo) waysTo(fn *ssa.Function, prm *ssa.Parameter, to ssa.Instruction) reached {
	w := &walker{pkg: p, target: to}
	w.runFrom(fn, newEnv(assumption{prm: nonNilV}))
	r := reached{walker: w}
	for _, o := range w.outcomes {
		if o.again {
			r.outs = append(r.outs, o)
		}
	}
	return r
}

func (p *pkgInfo) waitsBefore(fn *ssa.Function, to ssa.Instruction) []Wait {
	var out []Wait
	for _, prm := range fn.Params {
		if !isErrorish(prm.Type()) {
			continue
		}
		r := p.waysTo(fn, prm, to)
		for _, o := range r.outs {
			for _, in := range r.walker.marked(o.waited) {
				if wt := p.waitAt(in); wt != nil {
					out = append(out, waitOf(wt, in))
				}
			}
		}
	}
	return out
}

func blocksOf(fn *ssa.Function) map[*ssa.BasicBlock]bool {
	out := map[*ssa.BasicBlock]bool{}
	for _, b := range fn.Blocks {
		out[b] = true
	}
	return out
}

// opEffect is the effect of an operation in fn: its own, or that of the call
// whose result it looks at.
func (p *pkgInfo) opEffect(fn *ssa.Function, op *ssa.Call) Effect {
	if e := p.effectOf(&op.Call); e != 0 {
		return e
	}
	if !fallible(op.Call.Signature()) {
		return 0
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if c, ok := instr.(*ssa.Call); ok && c != op && p.isOperation(c) && p.derives(op, c, 0) {
				return p.effectOf(&c.Call)
			}
		}
	}
	return 0
}

type reached struct {
	outs   []outcome
	walker *walker
}

// reach gives the ways from op with the given outcomes to the instruction to.
func (p *pkgInfo) reach(fn *ssa.Function, op *ssa.Call, outcomes []assumption, to ssa.Instruction) reached {
	logs := p.errorLogs(fn.Blocks, nil)
	w := &walker{pkg: p, target: to, marks: logs[:min(len(logs), 12)], probed: op, status: p.status}
	r := reached{walker: w}
	for _, a := range outcomes {
		w.assume, w.steps, w.outcomes = a, 0, nil
		w.run(op, newEnv(assumedOf(op, a)))
		for _, o := range w.outcomes {
			if o.again {
				r.outs = append(r.outs, o)
			}
		}
	}
	return r
}

// recursionBound reads how often the function can come round: a flag that the
// call passes as a constant, a counter that it raises.
func (p *pkgInfo) recursionBound(fn *ssa.Function, c graphCall) Bound {
	call, ok := c.instr.(*ssa.Call)
	if !ok || c.callee != fn || call.Call.IsInvoke() || len(call.Call.Args) != len(fn.Params) {
		return Bound{Kind: Deadline, Why: "until its waits give up", Pos: c.instr.Pos()}
	}
	for i, a := range call.Call.Args {
		if i >= len(fn.Params) {
			break
		}
		prm := fn.Params[i]
		if k, ok := a.(*ssa.Const); ok && p.guardedBy(fn, call, prm, constValue(k)) {
			return Bound{Kind: Const, N: 2, Why: "the second call passes " + prm.Name() + " = " + valueName(a), Pos: call.Pos()}
		}
		if n, ok := p.countsTo(fn, call, prm, a); ok {
			return n
		}
	}
	if takesContext(fn.Signature) {
		return Bound{Kind: Deadline, Why: "until the context ends", Pos: call.Pos()}
	}
	return Bound{Kind: Unbounded, Pos: call.Pos()}
}

// guardedBy reports whether the call cannot be reached again once the
// parameter has the value that the call passes.
func (p *pkgInfo) guardedBy(fn *ssa.Function, call *ssa.Call, prm *ssa.Parameter, v value) bool {
	if v.kind == anything {
		return false
	}
	w := &walker{pkg: p, target: call}
	w.runFrom(fn, newEnv(assumption{prm: v}))
	if w.steps > maxSteps {
		return false
	}
	for _, o := range w.outcomes {
		if o.again {
			return false
		}
	}
	return true
}

// countsTo reads a counter that the recursive call raises or lowers by one.
func (p *pkgInfo) countsTo(fn *ssa.Function, call *ssa.Call, prm *ssa.Parameter, a ssa.Value) (Bound, bool) {
	b, ok := stripConversions(a).(*ssa.BinOp)
	if !ok || stripConversions(b.X) != ssa.Value(prm) {
		return Bound{}, false
	}
	step, ok := intConst(b.Y)
	if !ok || step == 0 {
		return Bound{}, false
	}
	if b.Op.String() == "-" {
		step = -step
	}
	start := int64(0)
	if first, ok := p.passedFirst(fn, prm); ok {
		start = first
	} else if step < 0 {
		return Bound{Kind: Symbol, Symbol: prm.Name(), Why: prm.Name() + " counts down", Pos: call.Pos()}, true
	}
	kept := p.passedOn(fn, call)
	reached := func(n int64) bool {
		kept[prm] = number(n)
		w := &walker{pkg: p, target: call}
		w.runFrom(fn, newEnv(kept))
		for _, o := range w.outcomes {
			if o.again {
				return true
			}
		}
		return false
	}
	for k := range maxRounds {
		if !reached(start + int64(k)*step) {
			n := k + 1
			if !p.runsOperation(fn, kept) {
				n-- // the last call gives up at once
			}
			return Bound{Kind: Const, N: n, Why: prm.Name() + " counts the calls", Pos: call.Pos()}, true
		}
	}
	return Bound{Kind: Symbol, Symbol: prm.Name(), Why: prm.Name() + " counts the calls", Pos: call.Pos()}, true
}

// passedOn gives the numbers that all calls of fn are given, because the recursive
// call passes them on.
func (p *pkgInfo) passedOn(fn *ssa.Function, call *ssa.Call) assumption {
	out := assumption{}
	for i, prm := range fn.Params {
		if call.Call.Args[i] != ssa.Value(prm) || !isInteger(prm.Type()) {
			continue
		}
		if n, ok := p.passedFirst(fn, prm); ok {
			out[prm] = number(n)
		}
	}
	return out
}

// passedFirst gives the constant that the package's other functions pass for a
// parameter, if they all pass the same.
func (p *pkgInfo) passedFirst(fn *ssa.Function, prm *ssa.Parameter) (int64, bool) {
	if n, ok := p.first[prm]; ok {
		return n, true
	}
	index := slices.Index(fn.Params, prm)
	var out int64
	found := false
	for _, c := range p.callsOf(fn) {
		n, ok := intConst(c.Common().Args[index])
		if !ok || found && n != out {
			return 0, false
		}
		out, found = n, true
	}
	return out, found
}

// runsOperation reports whether fn, called with what is given, runs any operation at
// all.
func (p *pkgInfo) runsOperation(fn *ssa.Function, given assumption) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			op, ok := instr.(*ssa.Call)
			if !ok || !p.isOperation(op) || op.Call.StaticCallee() == fn {
				continue
			}
			w := &walker{pkg: p, target: op}
			w.runFrom(fn, newEnv(given))
			for _, o := range w.outcomes {
				if o.again {
					return true
				}
			}
		}
	}
	return false
}

// sameRequest reports whether a recursive call is about what the function was
// asked for: it hands on one of its own parameters, or constants. A walk over
// a tree hands on something else.
func sameRequest(fn *ssa.Function, c graphCall) bool {
	call, ok := c.instr.(ssa.CallInstruction)
	if !ok {
		return true
	}
	args := call.Common().Args
	skip := 0
	if fn.Signature.Recv() != nil && !call.Common().IsInvoke() && len(args) > 0 {
		skip = 1
	}
	if len(args) == skip {
		return true
	}
	for i, a := range args[skip:] {
		if isContext(a.Type()) {
			continue
		}
		if c.callee == fn && i+skip < len(fn.Params) && stepOf(a, fn.Params[i+skip]) {
			return false // the parent, the rest
		}
		if fromParameter(a, 0) {
			return true
		}
	}
	return false
}

// stepOf reports whether an argument is made from the parameter in its place: a
// part of it, or what a function makes of it.
func stepOf(a ssa.Value, prm *ssa.Parameter) bool {
	switch a := a.(type) {
	case *ssa.Slice:
		return a.X == ssa.Value(prm)
	case *ssa.Call:
		for _, x := range a.Call.Args {
			if x == ssa.Value(prm) && !fallible(a.Call.Signature()) && !isContext(prm.Type()) {
				return types.Identical(a.Type(), prm.Type())
			}
		}
	}
	return false
}

func fromParameter(v ssa.Value, depth int) bool {
	if depth > 4 {
		return false
	}
	switch v := stripConversions(v).(type) {
	case *ssa.Parameter, *ssa.FreeVar, *ssa.Const:
		return true
	case *ssa.BinOp:
		return fromParameter(v.X, depth+1)
	case *ssa.UnOp:
		return fromParameter(v.X, depth+1)
	case *ssa.FieldAddr:
		return fromParameter(v.X, depth+1)
	case *ssa.Field:
		return fromParameter(v.X, depth+1)
	case *ssa.Alloc:
		for _, s := range storedIn(v, 0) {
			if _, ok := s.(*ssa.Parameter); ok {
				return true
			}
		}
	}
	return false
}
