package retrysite

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// loopSitesOf gives the sites among the loops of fn.
func (p *pkgInfo) loopSitesOf(fn *ssa.Function) []*Site {
	s, ok := p.loops[fn]
	if !ok {
		p.loops[fn] = nil // while it is being looked into
		s = p.loopSites(fn)
		p.loops[fn] = s
	}
	return s
}

// loopSites finds the sites among the loops of fn.
func (p *pkgInfo) loopSites(fn *ssa.Function) []*Site {
	loops := naturalLoops(fn)
	if len(loops) == 0 || fn.Syntax() == nil {
		return nil
	}
	mapSyntax(loops, loopStmts(fn.Syntax()))
	var out []*Site
	for _, l := range loops {
		if l.stmt == nil {
			continue
		}
		if s := p.loopSite(l); s != nil {
			out = append(out, s)
		}
	}
	for _, s := range out {
		addInnerLoop(s, out)
	}
	return out
}

// addInnerLoop notes a retry of the same call in a loop within the one of s.
func addInnerLoop(s *Site, all []*Site) {
	for _, in := range all {
		if in == s || s.Kind != Loop || in.Kind != Loop || !more(s.Attempts) || !more(in.Attempts) || !s.loop.blocks[in.loop.header] || len(in.loop.blocks) >= len(s.loop.blocks) {
			continue
		}
		for _, v := range in.chosen {
			if slices.ContainsFunc(s.chosen, func(o *verdict) bool { return o.probe.call == v.probe.call }) {
				op := v.probe.call
				s.Inner = append(s.Inner, Inner{Op: Operation{Name: callName(&op.Call), Pos: op.Pos(), Effect: v.effect}, Name: s.Func, Attempts: in.Attempts, Pos: in.Pos})
				return
			}
		}
	}
}

// loopSite judges one loop, and describes the site that it is.
func (p *pkgInfo) loopSite(l *loop) *Site {
	s, verdicts := p.judged(l)
	if s == nil {
		return nil
	}
	p.addContext(s, l, s.chosen)
	if more(s.Attempts) {
		p.addErrorLogs(s, sameLoop(verdicts))
		p.addLoopRequests(s, l, s.chosen)
	}
	return s
}

// judged describes what a loop runs again, how often and after what wait, and gives
// the verdicts on its calls. The site is nil where it is none.
func (p *pkgInfo) judged(l *loop) (*Site, []*verdict) {
	verdicts := append(p.judge(l), p.sessions(l)...)
	kind, chosen := p.classify(l, verdicts)
	if kind == "" {
		return nil, nil
	}
	s := &Site{
		Kind: kind,
		Func: siteFunc(l.header.Parent()),
		Pos:  l.pos(),
		End:  l.end,

		loop:   l,
		chosen: chosen,
	}
	p.addOperations(s, chosen)
	p.addWaits(s, l, chosen)
	same := sameCalls(verdicts, chosen)
	s.Attempts = p.boundOf(l, same)
	if s.Specific && s.Attempts.Kind == Const && s.Attempts.N == 2 {
		s.Repair = true // once, after a failure that it knows what to do about
	}
	if kind == Failover {
		s.Attempts = lenBound(s.Attempts)
	}
	for _, v := range verdicts {
		if v.item != sameThing && !slices.Contains(same, v) {
			s.onItems = append(s.onItems, v.probe.call)
		}
	}
	return s, verdicts
}

// classify decides what a loop is from the verdicts on its calls, and which of
// them say so.
//
// Success that cannot come back to the call, or leaves where failure cannot,
// makes a retry. Success that comes back the same way as failure is a loop over
// something else, unless the failure waits where the success serves
// (reconnect) or spins (worker).
func (p *pkgInfo) classify(l *loop, verdicts []*verdict) (Kind, []*verdict) {
	byKind := map[Kind][]*verdict{}
	for _, v := range verdicts {
		if k := p.kindOf(l, v); k != "" {
			byKind[k] = append(byKind[k], v)
		}
	}
	for _, k := range []Kind{Loop, Reconnect, Failover, Worker} {
		if len(byKind[k]) > 0 {
			vs := byKind[k]
			if k == Loop {
				vs = append(vs, byKind[Reconnect]...)
			}
			return k, vs
		}
	}
	return "", nil
}

func (p *pkgInfo) kindOf(l *loop, v *verdict) Kind {
	if v.session {
		return Reconnect
	}
	name := p.innermostName(&v.probe.call.Call)
	sAgain, sUnwaited := again(v.succeed)
	_, fUnwaited := again(v.fail)
	if v.unsure || p.forced != nil && len(v.probe.oks) == 0 {
		return "" // what a success looks like is not known
	}
	if !sAgain && wantsFailure(v.succeed) {
		return "" // the next one is tried because this one failed as it should
	}
	if v.pending {
		return Loop
	}
	switch v.item {
	case element:
		if !sAgain || !l.iterates() && v.effect.Remote() && p.leavesOnSuccess(l, v) {
			return Failover
		}
		return ""
	case nextOne:
		if !sAgain && l.counts() && v.effect.Remote() && p.leaves(l, v) {
			return Failover // a few others, each chosen by the last one
		}
		return ""
	case received:
		return ""
	}
	if l.hasIterator() && !l.isTurnstile() {
		return ""
	}
	distinct := sAgain && p.leavesOnSuccess(l, v)
	fTimed, sTimed := p.timed(v.fail, v.walker), p.timed(v.succeed, v.walker)
	switch {
	case !sAgain:
		switch {
		case p.leaves(l, v):
			return Loop
		case fTimed:
			return Reconnect // success serves in a loop of its own
		}
		return "" // a repair that the next success makes unnecessary
	case l.worksOff():
		return ""
	case distinct && !sUnwaited && sTimed:
		return Loop
	case distinct && fTimed && !takesItems(name):
		return Reconnect
	case distinct && !takesItems(name) && v.effect.Remote():
		return Loop
	case l.iterates():
		return ""
	case p.waitsForFailure(v) && !hasWord(name, "accept"):
		return Reconnect
	case fTimed && establishes(name) && !takesItems(name) && !(sTimed && sweeps(name, v.probe.call.Call.Signature())):
		return Reconnect
	case v.probe.hidden && !establishes(name):
		return ""
	case fUnwaited && p.spins(v) && p.goesRoundEmpty(l, v):
		switch {
		case movesBytes(&v.probe.call.Call):
			return ""
		case establishes(name) && !takesItems(name):
			return Reconnect
		case p.reachesOut(v) && p.keepsOn(l, v):
			return Worker
		}
	}
	return ""
}

// waitsForFailure reports whether a way back from a failure has a timed wait that
// no way from a success has.
func (p *pkgInfo) waitsForFailure(v *verdict) bool {
	after := map[ssa.Instruction]bool{}
	for _, o := range v.succeed {
		if o.again {
			for _, instr := range v.okWalker.marked(o.waited) {
				after[instr] = true
			}
		}
	}
	for _, o := range v.fail {
		if !o.again {
			continue
		}
		for _, instr := range v.walker.marked(o.waited) {
			if wt := p.waitAt(instr); wt != nil && !wt.event && !after[instr] {
				return true
			}
		}
	}
	return false
}

// innermostName names what a call runs; for a function literal, the operation in it.
func (p *pkgInfo) innermostName(c *ssa.CallCommon) string {
	for _, fn := range p.callees(c) {
		if fn.Parent() == nil {
			continue
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if call, ok := instr.(*ssa.Call); ok && p.isOperation(call) && !neverRetried(&call.Call) {
					return callName(&call.Call)
				}
			}
		}
	}
	return callName(c)
}

// timed reports whether a way back to the call waits for a time, and not for an event.
func (p *pkgInfo) timed(os []outcome, w *walker) bool {
	for _, o := range os {
		if !o.again {
			continue
		}
		for _, instr := range w.marked(o.waited) {
			if wt := p.waitAt(instr); wt != nil && !wt.event {
				return true
			}
		}
	}
	return false
}

// spins reports whether a failure leads straight back to the call: nothing
// waits, and nothing else that could block or fail runs in between.
func (p *pkgInfo) spins(v *verdict) bool {
	for _, o := range v.fail {
		if o.again && o.waited == 0 && !o.io && !o.spec && v.effect.Remote() && !p.blocks(v.probe.call) {
			return true
		}
	}
	return false
}

// sameLoop keeps the verdicts on calls that are about the same thing in each round.
func sameLoop(vs []*verdict) []*verdict {
	var out []*verdict
	for _, v := range vs {
		if v.item == sameThing {
			out = append(out, v)
		}
	}
	return out
}

// sameCalls adds to the chosen verdicts those on the same calls with other
// outcomes: an answer of 429 may go round more often than an error.
func sameCalls(all, chosen []*verdict) []*verdict {
	out := slices.Clone(chosen)
	for _, v := range all {
		same := func(c *verdict) bool { return c.probe.call == v.probe.call }
		if !slices.Contains(chosen, v) && slices.ContainsFunc(chosen, same) {
			out = append(out, v)
		}
	}
	return out
}

// reachesOut reports whether a call leaves the machine, as far as it can be told: by
// a known client, or through an interface or a func value at the call itself. A
// function that reads from some reader further down does not say so.
func (p *pkgInfo) reachesOut(v *verdict) bool {
	return v.effect&Net != 0 || v.effect&Dynamic != 0 && v.probe.call.Call.StaticCallee() == nil
}

func (p *pkgInfo) addOperations(s *Site, vs []*verdict) {
	for _, v := range vs {
		op := p.operation(v)
		if !slices.ContainsFunc(s.Operations, func(o Operation) bool { return o.Pos == op.Pos }) {
			s.Operations = append(s.Operations, op)
		}
	}
}

func (p *pkgInfo) operation(v *verdict) Operation {
	return Operation{Name: callName(&v.probe.call.Call), Pos: v.probe.call.Pos(), Effect: v.effect}
}

// addWaits collects the pauses between a failure and the next attempt, and the
// ways without one.
func (p *pkgInfo) addWaits(s *Site, l *loop, vs []*verdict) {
	seen := map[ssa.Instruction]bool{}
	specific, general := 0, 0
	s.Specific = len(vs) > 0
	for _, v := range vs {
		told := p.waitsTold(l, v.probe.call)
		s.Waits = append(s.Waits, told...)
		for _, o := range v.fail {
			if !o.again {
				continue
			}
			s.Specific = s.Specific && o.spec
			if o.waited == 0 && len(told) == 0 && (s.Kind != Reconnect && s.Kind != Worker || !o.io) && v.effect&^Files != 0 && !p.blocks(v.probe.call) && !p.onlyFirst(l, v, o) {
				if o.known {
					specific++
				} else {
					general++
				}
				s.Unwaited = append(s.Unwaited, Path{Op: p.operation(v), From: o.from, To: o.last})
			}
			for _, instr := range v.walker.marked(o.waited) {
				if seen[instr] {
					continue
				}
				seen[instr] = true
				wt := p.waitAt(instr)
				if wt != nil && wt.mayStop {
					general++
					s.Unwaited = append(s.Unwaited, Path{Op: p.operation(v), From: o.from, To: o.last,
						Note: wt.name + " is given the policy's stop value, which is negative, once the policy has ended: that is no wait"})
				}
				if wt != nil {
					s.Waits = append(s.Waits, waitOf(wt, instr))
				}
			}
		}
	}
	s.Repair = specific > 0 && general == 0
	s.Waits = append(s.Waits, p.partialWaits(l)...)
	slices.SortFunc(s.Waits, func(a, b Wait) int { return int(a.Pos - b.Pos) })
	slices.SortFunc(s.Unwaited, func(a, b Path) int { return int(a.Op.Pos - b.Op.Pos) })
	s.Unwaited = slices.CompactFunc(s.Unwaited, func(a, b Path) bool { return a.Op.Pos == b.Op.Pos })
	s.Delay, s.Jitter = overall(s.Waits)
}

// blocks reports whether a call by itself blocks on a channel until there is
// something to return.
func (p *pkgInfo) blocks(call *ssa.Call) bool {
	for _, fn := range p.callees(&call.Call) {
		if fn.Pkg != p.ssa && fn.Parent() == nil {
			continue
		}
		if s := p.summarizeWaits(fn); s != nil && s.always && s.event || p.waitsOnFailure(fn) {
			return true
		}
	}
	return false
}

// waitsOnFailure reports whether a function waits before it returns a failure.
func (p *pkgInfo) waitsOnFailure(fn *ssa.Function) bool {
	if blocks, _ := p.waitBlocks(fn); len(blocks) == 0 || len(fn.Blocks) > 60 || !fallible(fn.Signature) {
		return false
	}
	w := &walker{pkg: p, depth: 1, steps: maxSteps - 600}
	w.runFrom(fn, &env{})
	some := false
	for _, o := range w.outcomes {
		if failed(fn, o.ret) {
			if o.waited == 0 {
				return false
			}
			some = true
		}
	}
	return some && !w.cut
}

// partialWaits lists the calls in the loop of helpers that wait on some of their
// ways only: they are no wait to rely on, but they say how it is done.
func (p *pkgInfo) partialWaits(l *loop) []Wait {
	var out []Wait
	for _, b := range l.inOrder() {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			fn := call.Call.StaticCallee()
			if fn == nil || fn.Pkg != p.ssa || !waitName(fn.Name()) || p.waitAt(call) != nil {
				continue
			}
			if w := p.sometimes(fn, &call.Call); w != nil {
				out = append(out, waitOf(w, call))
			}
		}
	}
	return out
}

// overall sums up the waits of a site: the strongest kind of growth counts.
func overall(ws []Wait) (Delay, Tri) {
	if len(ws) == 0 {
		return Delay{Kind: NoDelay}, No
	}
	rank := []DelayKind{Event, Server, Fixed, Linear, Custom, Exponential}
	d, j := ws[0].Delay, ws[0].Jitter
	for _, w := range ws[1:] {
		if slices.Index(rank, w.Delay.Kind) > slices.Index(rank, d.Kind) {
			d, j = w.Delay, w.Jitter
		}
	}
	return d, j
}

func lenBound(b Bound) Bound {
	if b.Kind == Const {
		return b
	}
	return Bound{Kind: Symbol, Symbol: "number of targets", Why: "one attempt for each target", Pos: b.Pos}
}

func nonEmpty(s, otherwise string) string {
	if s != "" {
		return s
	}
	return otherwise
}
