package retrysite

import (
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// verdict is what a walk of a loop tells of one call in it.
type verdict struct {
	probe   probe
	effect  Effect
	item    itemKind  // whether it works on the loop's own item
	fail    []outcome // ways from a failure
	succeed []outcome // ways from a success
	walker  *walker   // of the failing walk, for the waits that it passed
	// okWalker is that of the succeeding walk.
	okWalker *walker
	unsure   bool // not all ways from a success were seen
	pending  bool // its failure comes round with the same work, its success with the next
	session  bool // a call that tells of no failure, and runs until it is over
}

// again reports whether some way comes back to the call, and whether one does
// so without a wait.
func again(os []outcome) (some, unwaited bool) {
	for _, o := range os {
		if o.again {
			some = true
			unwaited = unwaited || o.waited == 0
		}
	}
	return some, unwaited
}

type edge struct{ from, to *ssa.BasicBlock }

func exits(os []outcome) map[edge]bool {
	out := map[edge]bool{}
	for _, o := range os {
		if !o.again {
			out[edge{o.exitFrom, o.exitTo}] = true
		}
	}
	return out
}

// leavesOnSuccess reports whether success can leave the loop where failure
// cannot. That everything ends, by a context or a done channel, is no success.
func (p *pkgInfo) leavesOnSuccess(l *loop, v *verdict) bool {
	f := p.failingExits(l, v)
	for _, o := range v.succeed {
		if !o.again && !f[edge{o.exitFrom, o.exitTo}] && !p.endsAnyway(l, v, o) && !breaksDown(o.exitTo) {
			return true
		}
	}
	return false
}

// failingExits gives the ways out of the loop while the call fails from the
// first round on.
func (p *pkgInfo) failingExits(l *loop, v *verdict) map[edge]bool {
	var all []outcome
	for _, a := range v.probe.fails {
		n, _, outs := p.playOne(l, v.probe.call, a, p.forced != nil)
		if n < 0 {
			outs = append(outs, p.countedOut(l, v)...) // the way out comes later
		}
		if len(outs) == 0 {
			return exits(v.fail) // the call is not reached that way
		}
		all = append(all, outs...)
	}
	return exits(all)
}

// countedOut lists the ways from a failure that leave the loop because its rounds are
// counted.
func (p *pkgInfo) countedOut(l *loop, v *verdict) []outcome {
	var out []outcome
	for _, o := range v.fail {
		if o.again {
			continue
		}
		in, ok := o.exitFrom.Instrs[len(o.exitFrom.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		if c, ok := in.Cond.(*ssa.BinOp); ok && (countsRounds(l, c.X, 0) || countsRounds(l, c.Y, 0)) {
			out = append(out, o)
		}
	}
	return out
}

// leaves reports whether success can leave the loop at all, before its rounds are over.
func (p *pkgInfo) leaves(l *loop, v *verdict) bool {
	over := exits(p.countedOut(l, v))
	for _, o := range v.succeed {
		if !o.again && !over[edge{o.exitFrom, o.exitTo}] && !p.endsAnyway(l, v, o) && !breaksDown(o.exitTo) {
			return true
		}
	}
	return false
}

// breaksDown reports whether nothing but a panic, or the end of the process or of a
// test, comes of entering a block: that is no success, unless the exit status says so.
func breaksDown(b *ssa.BasicBlock) bool {
	for range 4 {
		if b == nil {
			return false
		}
		if _, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Panic); ok {
			return !slices.ContainsFunc(b.Instrs, exitsWell)
		}
		if len(b.Succs) != 1 {
			return false
		}
		b = b.Succs[0]
	}
	return false
}

// exitsWell reports whether an instruction ends the process with a status that is, or
// may be, that of a success.
func exitsWell(instr ssa.Instruction) bool {
	c, ok := instr.(*ssa.Call)
	if !ok || len(c.Call.Args) != 1 || !isInteger(c.Call.Args[0].Type()) {
		return false
	}
	status, known := c.Call.Args[0].(*ssa.Const)
	return !known || status.Int64() == 0
}

// endsAnyway reports whether a way leaves the loop because it was told to end.
func (p *pkgInfo) endsAnyway(l *loop, v *verdict, o outcome) bool {
	if p.again[v.probe.call] {
		return false // the body of the range has told it to
	}
	b := p.limit(l, v, o)
	return b.Kind == Deadline && b.Why != "elapsed time"
}

const (
	sameThing itemKind = iota // the same in each round
	element                   // an element of a list
	received                  // taken from a stream, a channel or a queue
	nextOne                   // computed from the last round's
)

// judge walks loop l from every call in it that can fail.
func (p *pkgInfo) judge(l *loop) []*verdict {
	var out []*verdict
	for _, b := range l.header.Parent().Blocks {
		if !l.blocks[b] {
			continue
		}
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			eff := p.loopEffect(l, call)
			if w := p.waitAt(call); eff == 0 || w != nil && !w.event && !p.again[call] || l.iterates() && unheeded(call) {
				continue
			}
			for _, pr := range p.probes(call, l.blocks) {
				v := &verdict{probe: pr, effect: eff, item: p.worksOnItem(l, call)}
				v.fail, v.walker = p.walkStatus(l, pr.call, pr.fails, pr.status)
				if some, _ := again(v.fail); !some {
					continue
				}
				v.succeed, v.okWalker = p.walkStatus(l, pr.call, p.allWell(l, pr), good(pr.status))
				v.unsure = v.okWalker.cut
				p.findPending(l, v)
				out = append(out, v)
			}
		}
	}
	return out
}

// unheeded reports whether nobody looks at what a call that can fail tells.
func unheeded(call *ssa.Call) bool {
	return fallible(call.Call.Signature()) && len(*call.Referrers()) == 0
}

// sessions finds the calls in an endless loop that tell of no failure because they
// serve until they are over: connect and receive, dial everybody, announce. The
// loop waits before it runs them again.
func (p *pkgInfo) sessions(l *loop) []*verdict {
	if l.iterates() {
		return nil
	}
	var out []*verdict
	for _, b := range l.header.Parent().Blocks {
		if !l.blocks[b] {
			continue
		}
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || fallible(call.Call.Signature()) || call.Call.Signature().Results().Len() > 0 {
				continue
			}
			fn := call.Call.StaticCallee()
			if fn == nil || fn.Pkg != p.ssa || !p.effectOf(&call.Call).Remote() || handles(fn.Name()) || !hasWord(fn.Name(), "connect", "dial", "subscribe", "session", "announce", "login") ||
				p.worksOnItem(l, call) != sameThing || p.followsUp(l, call) {
				continue
			}
			v := &verdict{probe: probe{call: call, what: "its end"}, effect: p.effectOf(&call.Call), session: true}
			v.fail, v.walker = p.walkLoop(l, call, []assumption{{}})
			v.succeed, v.okWalker = v.fail, v.walker
			some, unwaited := again(v.fail)
			if some && !unwaited && p.timed(v.fail, v.walker) {
				out = append(out, v)
			}
		}
	}
	return out
}

// followsUp reports whether a call in a loop is what comes of another operation, and is
// not run in every round: the loop is about the other one.
func (p *pkgInfo) followsUp(l *loop, call *ssa.Call) bool {
	always := true
	for _, b := range l.header.Preds {
		always = always && (!l.blocks[b] || call.Block().Dominates(b))
	}
	return !always && slices.ContainsFunc(l.inOrder(), func(b *ssa.BasicBlock) bool {
		return b != call.Block() && b.Dominates(call.Block()) && slices.ContainsFunc(b.Instrs, func(instr ssa.Instruction) bool {
			c, ok := instr.(*ssa.Call)
			return ok && p.isOperation(c) && p.effectOf(&c.Call).Remote()
		})
	})
}

// allWell gives the assumptions for a success of the probe's call under which
// the loop's other operations succeed too: leaving because of another failure
// is not leaving on success.
func (p *pkgInfo) allWell(l *loop, pr probe) []assumption {
	others := assumption{}
	for _, b := range l.inOrder() {
		for _, instr := range b.Instrs {
			c, ok := instr.(*ssa.Call)
			if !ok || c == pr.call {
				continue
			}
			if v := p.askedToRetry(c); v != nil {
				others[v] = falseV
			}
			if !p.isOperation(c) {
				continue
			}
			res := c.Call.Signature().Results()
			for i := range res.Len() {
				if isErrorish(res.At(i).Type()) {
					if v := resultValue(c, i); v != nil {
						others[v] = nilV
					}
				}
			}
		}
	}
	var out []assumption
	for _, ok := range pr.oks {
		a := maps.Clone(others)
		maps.Copy(a, ok)
		out = append(out, a)
	}
	return out
}

// askedToRetry gives the truth value that a func value or a function elsewhere answers,
// which is asked, by its name, whether to try again after an error that it is given: it
// says no after a success. It is nil for other calls.
func (p *pkgInfo) askedToRetry(c *ssa.Call) ssa.Value {
	if fn := c.Call.StaticCallee(); fn != nil && len(fn.Blocks) > 0 {
		return nil // its code says more
	}
	name := calleeName(&c.Call)
	if !hasWord(name, "retry", "retri", "again") || hasWord(name, "stop", "noretry", "nonretry", "notretry", "unretri", "exceed", "exhaust") {
		return nil
	}
	if !slices.ContainsFunc(c.Call.Args, func(a ssa.Value) bool { return isErrorish(a.Type()) }) {
		return nil
	}
	res := c.Call.Signature().Results()
	for i := range res.Len() {
		if isBool(res.At(i).Type()) {
			return resultValue(c, i)
		}
	}
	return nil
}

// loopEffect is the effect of repeating a call: its own, or, for one that only
// looks at what another call in the loop brought, that one's.
func (p *pkgInfo) loopEffect(l *loop, call *ssa.Call) Effect {
	if p.forced[call] {
		return Net
	}
	if neverRetried(&call.Call) {
		return 0
	}
	if e := p.effectOf(&call.Call); e != 0 {
		return e
	}
	if !fallible(call.Call.Signature()) {
		return 0
	}
	for _, b := range l.inOrder() {
		for _, instr := range b.Instrs {
			if c, ok := instr.(*ssa.Call); ok && c != call && p.isOperation(c) && p.derives(call, c, 0) {
				return p.effectOf(&c.Call)
			}
		}
	}
	return 0
}

// walkLoop walks from call, assumed to have each of the outcomes.
func (p *pkgInfo) walkLoop(l *loop, call *ssa.Call, outcomes []assumption) ([]outcome, *walker) {
	return p.walkStatus(l, call, outcomes, p.status)
}

// good gives the status of a good answer, for a probe that assumes a bad one.
func good(status int64) int64 {
	if status == 0 {
		return 0
	}
	return 200
}

// walkStatus walks with an assumed status of the answer besides.
func (p *pkgInfo) walkStatus(l *loop, call *ssa.Call, outcomes []assumption, status int64) ([]outcome, *walker) {
	return p.walkMarked(l, call, outcomes, status, nil)
}

// walkMarked walks, and notes which of the marks are passed.
func (p *pkgInfo) walkMarked(l *loop, call *ssa.Call, outcomes []assumption, status int64, marks []ssa.Instruction) ([]outcome, *walker) {
	w := &walker{pkg: p, region: l.blocks, header: l.header, target: call, marks: marks, probed: call, status: status, ended: p.afterEnd}
	var out []outcome
	for _, a := range outcomes {
		w.assume, w.steps, w.outcomes = a, 0, nil
		e := p.seed(l, call)
		e.add(assumedOf(call, a))
		w.run(call, e)
		out = append(out, w.outcomes...)
	}
	return out, w
}

// assumedOf gives the part of an assumption that is about the call's own value.
func assumedOf(call *ssa.Call, a assumption) assumption {
	if v, ok := a[ssa.Value(call)]; ok {
		return assumption{call: v}
	}
	return nil
}

// seed gives what is known when the loop runs call: the conditions on the way
// from the header to it, and that counters only move one way.
func (p *pkgInfo) seed(l *loop, call *ssa.Call) *env {
	e := &env{}
	w := &walker{pkg: p, region: l.blocks, header: l.header}
	for _, instr := range l.header.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		if c, ok := cellOf(phi); ok {
			if n, up := capturedCounter(l, phi); up {
				e.set(c, atLeast(n))
			}
			continue
		}
		if c := counterOf(l, phi); c != nil && c.known {
			if c.step > 0 {
				e.set(phi, atLeast(c.init))
			} else {
				e.set(phi, value{integer, -1 << 62, c.init})
			}
		} else if n, ok := floorOf(phi); ok {
			e.set(phi, atLeast(n))
		}
	}
	var chain []*ssa.BasicBlock
	for b := call.Block(); b != nil && l.blocks[b]; b = b.Idom() {
		chain = append(chain, b)
		if b == l.header {
			break
		}
	}
	for i := len(chain) - 1; i > 0; i-- {
		b, next := chain[i], chain[i-1]
		in, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		for k, s := range b.Succs {
			if s == next && len(s.Preds) == 1 {
				w.refine(e, in.Cond, k == 0)
			}
		}
	}
	return e
}

func hasAssumption(list []assumption, a assumption) bool {
	for _, o := range list {
		if maps.Equal(o, a) {
			return true
		}
	}
	return false
}

func hasEnv(list []*env, e *env) bool {
	for _, o := range list {
		if o.equal(e) {
			return true
		}
	}
	return false
}

// wantsFailure reports whether all ways from a success end in an error that is made
// there, or in a panic: the call was meant to fail, as in a check of what must be refused.
func wantsFailure(succeed []outcome) bool {
	for _, o := range succeed {
		b := o.exitTo
		if breaksDown(b) {
			continue
		}
		if b == nil {
			b = o.exitFrom
		}
		for b != nil && len(b.Succs) == 1 {
			b = b.Succs[0]
		}
		if b == nil || len(b.Instrs) == 0 || !returnsNewError(b.Instrs[len(b.Instrs)-1]) {
			return false
		}
	}
	return len(succeed) > 0
}

// returnsNewError reports whether an instruction returns an error that fmt or a
// package of errors has just made.
func returnsNewError(instr ssa.Instruction) bool {
	ret, ok := instr.(*ssa.Return)
	if !ok {
		return false
	}
	for _, r := range ret.Results {
		if c, ok := r.(*ssa.Call); ok && isErrorish(r.Type()) {
			fn := c.Call.StaticCallee()
			return fn != nil && wellKnownPackage(fn) && !takesError(c)
		}
	}
	return false
}
