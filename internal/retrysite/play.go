package retrysite

import (
	"go/token"
	"go/types"
	"math"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// maxRounds is how many attempts are played through to find a fixed number, and
// fewRounds how many where nothing that is known ends them.
const (
	maxRounds = 40
	fewRounds = 6
)

// play runs the loop with the call failing each time, and counts. It gives 0
// where the rounds do not end by themselves, with the ways of the last round.
func (p *pkgInfo) play(l *loop, v *verdict) (int, []outcome) {
	most := 0
	var steady []outcome
	for _, a := range v.probe.fails {
		n, last, _ := p.playOne(l, v.probe.call, a, p.forced != nil || inInnerLoop(l, v.probe.call))
		if n <= 0 {
			return 0, last
		}
		most = max(most, n)
		steady = last
	}
	return most, steady
}

// inInnerLoop reports whether a call is in a loop within l too.
func inInnerLoop(l *loop, call *ssa.Call) bool {
	for _, in := range naturalLoops(l.header.Parent()) {
		if in.header != l.header && l.blocks[in.header] && in.contains(call) {
			return true
		}
	}
	return false
}

// notRaised gives the counter that the loop is bounded by, if after this failure
// no way to the next attempt moves it.
func (p *pkgInfo) notRaised(l *loop, v *verdict) *ssa.Phi {
	if phi, stays, moves := p.counterAfter(l, v); stays && !moves {
		return phi
	}
	return nil
}

// counterAfter gives the counter that the loop is bounded by, and whether there
// are ways from a failure to the next attempt that leave it as it is, or move it.
func (p *pkgInfo) counterAfter(l *loop, v *verdict) (counter *ssa.Phi, stays, moves bool) {
	c, ok := l.headerCond().(*ssa.BinOp)
	if !ok || !isComparison(c.Op) {
		return nil, false, false
	}
	for _, x := range []ssa.Value{c.X, c.Y} {
		phi, ok := x.(*ssa.Phi)
		if !ok || phi.Block() != l.header || !isInteger(phi.Type()) || len(l.header.Preds) < 2 {
			continue
		}
		stays, moves = p.staysOrMoves(l, v.probe.call, v.probe.fails, phi, startOf(l, phi))
		if stays {
			return phi, stays, moves
		}
	}
	return nil, false, false
}

// staysOrMoves reports whether there are ways from the outcomes of a call to the next
// attempt that leave a variable of the loop as it is, a number given for it, or move it.
func (p *pkgInfo) staysOrMoves(l *loop, call *ssa.Call, outcomes []assumption, phi *ssa.Phi, mark int64) (stays, moves bool) {
	for _, a := range outcomes {
		w := &walker{pkg: p, region: l.blocks, header: l.header, target: call, assume: a}
		e := newEnv(assumedOf(call, a))
		e.set(phi, number(mark))
		w.run(call, e)
		for _, o := range w.outcomes {
			if !o.again {
				continue
			}
			if n, ok := o.env.get(phi); ok && n == number(mark) {
				stays = true
			} else {
				moves = true
			}
		}
	}
	return stays, moves
}

// startOf gives the number that a variable of the loop starts with, or one that no
// counter comes to.
func startOf(l *loop, phi *ssa.Phi) int64 {
	for i, e := range phi.Edges {
		if n, ok := intConst(e); ok && !l.blocks[phi.Block().Preds[i]] {
			return n
		}
	}
	return unknownStart
}

// unknownStart stands for the start of a counter that is not known.
const unknownStart = 1 << 40

// playOne plays one outcome of the call; where through is set, a loop within l that
// comes back to the call is gone through. It gives the number of rounds: 0 where they
// come to be all alike, and -1 where there are more than are played.
func (p *pkgInfo) playOne(l *loop, call *ssa.Call, a assumption, through bool) (n int, last, all []outcome) {
	w := &walker{pkg: p, region: l.blocks, header: l.header, target: call, assume: a, through: through}
	frontier := w.arrive(p.entry(l))
	rounds := maxRounds
	if !p.numbersMatter(l) {
		rounds = fewRounds
	}
	for n := 1; n <= rounds; n++ {
		if len(frontier) == 0 {
			return n - 1, last, all
		}
		var next []*env
		last = nil
		for _, e := range frontier {
			w.outcomes, w.steps = nil, 0
			e = e.clone()
			e.add(assumedOf(call, a))
			w.run(call, e)
			last = append(last, w.outcomes...)
			for _, o := range w.outcomes {
				if o.again && !hasEnv(next, o.env) && len(next) < 8 {
					next = append(next, o.env)
				}
			}
		}
		all = append(all, last...)
		if n > 1 && sameEnvs(next, frontier) {
			return 0, last, all
		}
		frontier = next
	}
	return -1, last, all
}

// numbersMatter reports whether what the loop does may hang on a number that changes
// from round to round. It does not where its counters are only held against what is
// not known, logged, or waited for.
func (p *pkgInfo) numbersMatter(l *loop) bool {
	changing := map[ssa.Value]bool{}
	var work []ssa.Value
	add := func(v ssa.Value) {
		if !changing[v] {
			changing[v] = true
			work = append(work, v)
		}
	}
	for _, b := range l.inOrder() {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Phi:
				if isInteger(instr.Type()) {
					add(instr)
				}
			case *ssa.Store:
				if c, ok := cellOf(instr.Addr); ok && isInteger(instr.Val.Type()) && p.readCells(instr.Parent())[c] {
					return true
				}
			}
		}
	}
	var heldAgainst []ssa.Value
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for _, ref := range *v.Referrers() {
			switch ref := ref.(type) {
			case *ssa.Phi:
				add(ref)
			case *ssa.Convert:
				add(ref)
			case *ssa.BinOp:
				switch {
				case !isComparison(ref.Op):
					add(ref)
				case ref.X == v:
					heldAgainst = append(heldAgainst, ref.Y)
				default:
					heldAgainst = append(heldAgainst, ref.X)
				}
			case *ssa.MakeInterface, *ssa.DebugRef:
			case *ssa.IndexAddr: // what is in a list is not known
			case *ssa.Call:
				if fn := ref.Call.StaticCallee(); fn == nil || len(fn.Blocks) > 0 {
					return true
				}
			default:
				if l.contains(ref) {
					return true
				}
			}
		}
	}
	w, start := &walker{pkg: p}, p.startValues(l)
	return slices.ContainsFunc(heldAgainst, func(v ssa.Value) bool {
		return changing[v] || w.eval(v, start).kind == integer
	})
}

func sameEnvs(a, b []*env) bool {
	if len(a) != len(b) {
		return false
	}
	for _, e := range a {
		if !hasEnv(b, e) {
			return false
		}
	}
	return true
}

// arrive walks from the loop's entry to the target for the first time.
func (w *walker) arrive(entry map[*ssa.BasicBlock]*env) []*env {
	var out []*env
	for _, pred := range w.header.Preds {
		e, ok := entry[pred]
		if !ok {
			continue
		}
		w.seen = map[*ssa.BasicBlock]*visits{}
		w.outcomes, w.steps = nil, 0
		w.enter(&state{block: pred, env: e.clone()}, w.header)
		for _, o := range w.outcomes {
			if o.again && !hasEnv(out, o.env) {
				out = append(out, o.env)
			}
		}
	}
	return out
}

// entry gives what is known where the loop is entered: constants that its
// variables start with.
func (p *pkgInfo) entry(l *loop) map[*ssa.BasicBlock]*env {
	out := map[*ssa.BasicBlock]*env{}
	cells := p.startValues(l)
	for _, pred := range l.header.Preds {
		if l.blocks[pred] {
			continue
		}
		e := cells.clone()
		w := &walker{pkg: p}
		// The condition that guards the loop.
		if in, ok := pred.Instrs[len(pred.Instrs)-1].(*ssa.If); ok && pred.Succs[0] != pred.Succs[1] {
			w.refine(e, in.Cond, pred.Succs[0] == l.header)
		}
		out[pred] = e
	}
	return out
}

// startValues gives the constants that variables in memory hold when the loop begins.
func (p *pkgInfo) startValues(l *loop) *env {
	e := &env{}
	for c, v := range p.givenCells {
		e.set(c, v)
	}
	fn := l.header.Parent()
	outside := map[cell][]*ssa.Store{}
	for _, b := range fn.Blocks {
		if l.blocks[b] {
			continue
		}
		for _, instr := range b.Instrs {
			if st, ok := instr.(*ssa.Store); ok {
				if c, ok := cellOf(st.Addr); ok && b.Dominates(l.header) {
					outside[c] = append(outside[c], st)
				}
			}
		}
	}
	w := &walker{pkg: p}
	p.addLimits(l, w, e)
	for _, instr := range l.header.Instrs {
		// A variable that literals capture begins in memory of its own.
		if phi, ok := instr.(*ssa.Phi); ok {
			for i, edge := range phi.Edges {
				if a, ok := edge.(*ssa.Alloc); ok && !l.blocks[phi.Block().Preds[i]] {
					if st := directStores(a); len(st) > 0 {
						if v := w.eval(st[0], &env{}); v.kind != anything {
							e.set(cell{a, ""}, v)
						}
					}
				}
			}
		}
	}
	for _, b := range l.inOrder() {
		for _, instr := range b.Instrs {
			ld, ok := instr.(*ssa.UnOp)
			if !ok || ld.Op != token.MUL {
				continue
			}
			c, ok := cellOf(ld.X)
			if !ok {
				continue
			}
			if sts := outside[c]; len(sts) > 0 {
				if v := w.eval(sts[len(sts)-1].Val, &env{}); v.kind != anything {
					e.set(c, v)
				}
			} else if a, isAlloc := c.base.(*ssa.Alloc); isAlloc && c.path == "" && !l.contains(a) {
				if v := zeroOf(a.Type()); v.kind != anything {
					e.set(c, v)
				}
			}
		}
	}
	return e
}

// addLimits gives a limit that is known to lie below some number that number: the
// worst case counts.
func (p *pkgInfo) addLimits(l *loop, w *walker, e *env) {
	for _, b := range l.inOrder() {
		in, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		c, ok := in.Cond.(*ssa.BinOp)
		if !ok || !isComparison(c.Op) {
			continue
		}
		for _, x := range []ssa.Value{c.X, c.Y} {
			if instr, ok := x.(ssa.Instruction); !ok || l.contains(instr) && !isBuiltinCall(x) || !isInteger(x.Type()) {
				continue
			}
			if _, known := p.given[x]; known {
				continue
			}
			v := w.eval(x, &env{})
			if phi, ok := x.(*ssa.Phi); ok {
				v = largest(w, phi)
			}
			if v.kind == integer && v.hi < math.MaxInt32 && v.hi > 0 {
				e.set(x, number(v.hi))
			}
		}
	}
}

func isBuiltinCall(v ssa.Value) bool {
	c, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	_, ok = c.Call.Value.(*ssa.Builtin)
	return ok
}

// largest joins the constants that a variable may have.
func largest(w *walker, phi *ssa.Phi) value {
	out := top
	for i, edge := range phi.Edges {
		v := w.eval(edge, &env{})
		if v.kind != integer {
			return top
		}
		if i == 0 {
			out = v
		} else {
			out = join(out, v)
		}
	}
	return out
}

// zeroOf gives the zero value of what a pointer points to.
func zeroOf(ptr types.Type) value {
	t := ptr.Underlying().(*types.Pointer).Elem()
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsBoolean != 0:
			return falseV
		case u.Info()&types.IsInteger != 0:
			return number(0)
		}
	case *types.Pointer, *types.Interface, *types.Map, *types.Slice, *types.Chan, *types.Signature:
		return nilV
	}
	return top
}

// countedTo reads a large limit off the loop's condition: more rounds than are
// worth playing through.
func (p *pkgInfo) countedTo(l *loop, fail []outcome) int {
	w := &walker{pkg: p}
	for _, o := range fail {
		if o.again {
			continue
		}
		in, ok := o.exitFrom.Instrs[len(o.exitFrom.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		c, ok := in.Cond.(*ssa.BinOp)
		if !ok || !isComparison(c.Op) {
			continue
		}
		phi, ahead := variableOf(l, c.X)
		if phi == nil {
			continue
		}
		cnt := counterOf(l, phi)
		limit, exact := w.eval(c.Y, &env{}).exact()
		if cnt == nil || !cnt.known || !exact || cnt.step == 0 {
			continue
		}
		n := (limit - cnt.init - ahead) / cnt.step
		if c.Op == token.LEQ || c.Op == token.GEQ {
			n++
		}
		if n > maxRounds && n < math.MaxInt32 {
			return int(n)
		}
	}
	return 0
}
