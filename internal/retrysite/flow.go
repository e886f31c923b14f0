package retrysite

import (
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Known is what is known of the values of a function where it is called in one
// particular way.
type Known struct {
	Ints  map[ssa.Value]int64
	Bools map[ssa.Value]bool
	// Nils tells of pointers, functions and interfaces whether they are nil.
	Nils map[ssa.Value]bool
	// Cells holds the integers that variables begin with, by their address.
	Cells map[ssa.Value]int64
	// Names names the integers that are known only at run time.
	Names map[ssa.Value]string
	// Again are calls that try the same thing again, whatever they are given.
	Again map[ssa.Instruction]bool
}

// Flow is the order in which a function makes some of its calls, the steps.
type Flow struct {
	Start []Way
	Steps []FlowStep
	Loops []FlowLoop
}

// FlowStep is one step, and what can come after it.
type FlowStep struct {
	Instr     ssa.Instruction
	Loop      int // the innermost loop around it, or -1
	OnFailure []Way
	OnSuccess []Way
}

// Way leads to a step, to the next round of a loop, or out of the function.
type Way struct {
	To   int // a step, or -1
	Back int // a loop, or -1
	Ret  *ssa.Return
	// Settled is true of a way that is taken only for a failure which another attempt
	// would not mend.
	Settled bool
}

// FlowLoop is a loop around steps, or the function itself where it calls itself.
type FlowLoop struct {
	Parent int
	Header *ssa.BasicBlock // nil for the function itself
	// Site describes the loop where another round is a retry; else nil.
	Site *Site
	// Plus is added to the number that Site.Attempts.Symbol names.
	Plus int
	// Guard is the call that decides about another round, where nothing else bounds
	// the loop; GuardFirst reports whether it comes before the steps.
	Guard      *ssa.Call
	GuardFirst bool
}

// maxFlowWalk limits the walks of one function, in blocks.
const maxFlowWalk = 4 * maxSteps

// flow is a Flow in the making.
type flow struct {
	Flow
	p       *pkgInfo
	fn      *ssa.Function
	index   map[ssa.Instruction]int // of steps, but deferred ones
	self    map[ssa.Instruction]bool
	defers  map[*ssa.RunDefers][]int // deferred steps, in the order in which they run
	loops   []*loop                  // outermost first, parallel to Loops[base:]
	base    int                      // 1 where Loops[0] is the function itself
	headers map[*ssa.BasicBlock]int  // index in loops, by header
	well    assumption               // calls that are no steps work
}

// Flow describes the order in which fn makes the calls in steps: calls, go and
// defer statements. The calls in self call the function itself.
func (k *Package) Flow(fn *ssa.Function, steps []ssa.Instruction, self map[ssa.Instruction]bool, known Known) *Flow {
	f := &flow{p: k.p, fn: fn, index: map[ssa.Instruction]int{}, self: self, defers: map[*ssa.RunDefers][]int{}, headers: map[*ssa.BasicBlock]int{}}
	restore := k.p.fix(known, steps, len(self) > 0)
	defer restore()
	f.addSteps(steps)
	f.addLoops(known)
	f.well = f.allWell(steps)
	f.Start = f.walk(nil, f.well)
	for i := range f.Steps {
		f.follow(i)
	}
	return &f.Flow
}

// fix makes p take the known values, and the steps for operations, until
// restore is called.
func (p *pkgInfo) fix(known Known, steps []ssa.Instruction, recursive bool) (restore func()) {
	given, cells := assumption{}, map[cell]value{}
	for v, n := range known.Ints {
		if _, isParam := v.(*ssa.Parameter); !isParam || !recursive {
			given[v] = number(n)
		}
	}
	for v, b := range known.Bools {
		if _, isParam := v.(*ssa.Parameter); !isParam || !recursive {
			given[v] = boolean(b)
		}
	}
	for v, isNilValue := range known.Nils {
		given[v] = nonNilV
		if isNilValue {
			given[v] = nilV
		}
	}
	for addr, n := range known.Cells {
		if c, ok := cellOf(addr); ok {
			cells[c] = number(n)
		}
	}
	forced := map[*ssa.Call]bool{}
	for _, s := range steps {
		if c, ok := s.(*ssa.Call); ok {
			forced[c] = true
		}
	}
	oldGiven, oldCells, oldForced, oldAgain := p.given, p.givenCells, p.forced, p.again
	p.given, p.givenCells, p.forced, p.again = given, cells, forced, known.Again
	return func() { p.given, p.givenCells, p.forced, p.again = oldGiven, oldCells, oldForced, oldAgain }
}

// addSteps numbers the steps. A deferred call becomes a step at every place where
// the function returns after it has been deferred.
func (f *flow) addSteps(steps []ssa.Instruction) {
	var deferred []*ssa.Defer
	for _, s := range steps {
		if d, ok := s.(*ssa.Defer); ok {
			deferred = append(deferred, d)
			continue
		}
		f.index[s] = len(f.Steps)
		f.Steps = append(f.Steps, FlowStep{Instr: s})
	}
	if len(deferred) == 0 {
		return
	}
	for _, b := range f.fn.Blocks {
		for _, instr := range b.Instrs {
			rd, ok := instr.(*ssa.RunDefers)
			if !ok {
				continue
			}
			for _, d := range slices.Backward(deferred) {
				if d.Block() == b || reaches(d.Block(), b) {
					f.defers[rd] = append(f.defers[rd], len(f.Steps))
					f.Steps = append(f.Steps, FlowStep{Instr: d})
				}
			}
		}
	}
}

func reaches(from, to *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	work := []*ssa.BasicBlock{from}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == to {
			return true
		}
		if !seen[b] {
			seen[b] = true
			work = append(work, b.Succs...)
		}
	}
	return false
}

// addLoops finds the loops around steps, and which of them retry.
func (f *flow) addLoops(known Known) {
	if len(f.self) > 0 {
		f.base = 1
		f.Loops = append(f.Loops, FlowLoop{Parent: -1, Site: f.recursion(known)})
	}
	for _, l := range naturalLoops(f.fn) {
		if f.holdsStep(l) {
			f.headers[l.header] = len(f.loops)
			f.loops = append(f.loops, l)
		}
	}
	mapSyntax(f.loops, f.syntaxLoops())
	for i, l := range f.loops {
		parent := f.base - 1
		for j, outer := range f.loops[:i] {
			if outer.blocks[l.header] {
				parent = j + f.base
			}
		}
		site, plus := f.p.siteWith(l, known)
		loop := FlowLoop{Parent: parent, Header: l.header, Site: site, Plus: plus}
		loop.Guard, loop.GuardFirst = f.guardOf(l, site)
		f.Loops = append(f.Loops, loop)
	}
	for i := range f.Steps {
		f.Steps[i].Loop = f.loopOf(f.Steps[i].Instr)
	}
}

func (f *flow) syntaxLoops() []loopSyntax {
	if s := f.fn.Syntax(); s != nil {
		return loopStmts(s)
	}
	return nil
}

func (f *flow) holdsStep(l *loop) bool {
	for instr := range f.index {
		if l.contains(instr) {
			return true
		}
	}
	return false
}

// loopOf gives the innermost loop around a step. Deferred calls run outside of
// the loops.
func (f *flow) loopOf(instr ssa.Instruction) int {
	out := f.base - 1
	if _, ok := instr.(*ssa.Defer); ok {
		return out
	}
	for i, l := range f.loops {
		if l.contains(instr) {
			out = i + f.base
		}
	}
	return out
}

// allWell assumes that the calls which are no steps work, as far as they could
// fail for a reason of their own.
func (f *flow) allWell(steps []ssa.Instruction) assumption {
	out := assumption{}
	for _, b := range f.fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || f.self[instr] || slices.Contains(steps, instr) {
				continue
			}
			res := call.Call.Signature().Results()
			if res.Len() < 2 && !f.p.isOperation(call) || takesError(call) {
				continue
			}
			for i := range res.Len() {
				if v := resultValue(call, i); v != nil && isErrorish(res.At(i).Type()) {
					out[v] = nilV
				}
			}
		}
	}
	return out
}

// takesError reports whether a call is given an error, to wrap or to judge it.
func takesError(call *ssa.Call) bool {
	for _, a := range call.Call.Args {
		if isErrorish(a.Type()) {
			return true
		}
	}
	return false
}

// follow finds what can come after a step.
func (f *flow) follow(i int) {
	s := &f.Steps[i]
	if d, ok := s.Instr.(*ssa.Defer); ok {
		s.OnSuccess = f.afterDeferred(d, i)
		s.OnFailure = s.OnSuccess
		return
	}
	call, ok := s.Instr.(*ssa.Call)
	if !ok {
		s.OnSuccess = f.walk(s.Instr, f.well)
		s.OnFailure = s.OnSuccess
		return
	}
	fails, oks := f.outcomes(call)
	for _, a := range fails {
		s.OnFailure = addWays(s.OnFailure, f.walk(call, a))
	}
	for _, a := range oks {
		s.OnSuccess = addWays(s.OnSuccess, f.walk(call, a))
	}
	s.OnFailure = slices.DeleteFunc(s.OnFailure, func(w Way) bool { return f.movesOn(w, call) })
}

// movesOn reports whether a way begins the next round of a loop that has another item
// for a call then, though it runs other calls again.
func (f *flow) movesOn(w Way, call *ssa.Call) bool {
	return w.Back >= 0 && f.Loops[w.Back].Site != nil && slices.Contains(f.Loops[w.Back].Site.onItems, call)
}

// outcomes lists what a step can give when it failed, and when it worked.
func (f *flow) outcomes(call *ssa.Call) (fails, oks []assumption) {
	for _, pr := range f.p.probes(call, nil) {
		for _, a := range pr.fails {
			fails = append(fails, f.with(a))
		}
		for _, a := range pr.oks {
			oks = append(oks, f.with(a))
		}
	}
	if len(fails) == 0 {
		fails = []assumption{f.with(nil)}
	}
	if len(oks) == 0 {
		oks = []assumption{f.with(nil)}
	}
	return fails, oks
}

func (f *flow) with(a assumption) assumption {
	out := maps.Clone(f.well)
	maps.Copy(out, a)
	return out
}

func (f *flow) afterDeferred(d *ssa.Defer, i int) []Way {
	for rd, chain := range f.defers {
		for k, s := range chain {
			if s != i {
				continue
			}
			if k+1 < len(chain) {
				return []Way{{To: chain[k+1], Back: -1}}
			}
			ret, _ := rd.Block().Instrs[len(rd.Block().Instrs)-1].(*ssa.Return)
			return []Way{{To: -1, Back: -1, Ret: ret}}
		}
	}
	return []Way{{To: -1, Back: -1}}
}

func addWays(to, more []Way) []Way {
	for _, w := range more {
		if !slices.Contains(to, w) {
			to = append(to, w)
		}
	}
	return to
}

// walk gives the ways from behind an instruction, or from the function's start, to
// the next steps.
func (f *flow) walk(from ssa.Instruction, a assumption) []Way {
	w := &walker{pkg: f.p, assume: a, flow: f, origin: from, steps: maxSteps - maxFlowWalk}
	if call, ok := from.(*ssa.Call); ok {
		w.run(from, newEnv(assumedOf(call, a)))
	} else if from != nil {
		w.run(from, &env{})
	} else {
		w.runFrom(f.fn, &env{})
	}
	var out []Way
	for _, o := range w.outcomes {
		way := Way{To: -1, Back: -1, Settled: o.settled}
		switch {
		case o.backTo > 0:
			way.Back = o.backTo - 1
		case o.step > 0:
			way.To = o.step - 1
		case o.exitFrom != nil:
			way.Ret, _ = o.exitFrom.Instrs[len(o.exitFrom.Instrs)-1].(*ssa.Return)
		}
		out = addWays(out, []Way{way})
	}
	return out
}

// stop ends a way of the walk at a step, or at a call of the function itself.
// What comes after the last of these calls is looked at too.
func (f *flow) stop(w *walker, s *state, instr ssa.Instruction) bool {
	step, ok := f.index[instr]
	if rd, isRunDefers := instr.(*ssa.RunDefers); isRunDefers && len(f.defers[rd]) > 0 {
		step, ok = f.defers[rd][0], true
	}
	if ok {
		if !f.usedUp(s, f.Steps[step].Loop) {
			w.outcomes = append(w.outcomes, outcome{state: *s, step: step + 1})
		}
		return true
	}
	if f.self[instr] {
		w.outcomes = append(w.outcomes, outcome{state: *s, backTo: 1})
		s.over |= 1
	}
	return false
}

// usedUp reports whether the rounds of a loop, or of one around it, are used up
// on this way.
func (f *flow) usedUp(s *state, l int) bool {
	for ; l >= 0; l = f.Loops[l].Parent {
		if s.over&(1<<l) != 0 && (l > 0 || f.base == 0) {
			return true
		}
	}
	return false
}

// within reports whether an instruction is in a loop of the flow.
func (f *flow) within(instr ssa.Instruction, loop int) bool {
	return instr != nil && f.loops[loop-f.base].contains(instr)
}

// enter notes that a way begins the next round of a loop, and goes on as if that
// were not to be: with what comes when the rounds are used up. It reports false
// where the way ends.
func (f *flow) enter(w *walker, s *state, from, to *ssa.BasicBlock) bool {
	i, ok := f.headers[to]
	if !ok || !f.loops[i].blocks[from] {
		return true
	}
	i += f.base
	if i >= 63 || s.over&(1<<i) != 0 {
		return false
	}
	if !f.within(w.origin, i) {
		return true // no step was made in the round: it is nobody's attempt
	}
	w.outcomes = append(w.outcomes, outcome{state: *s, backTo: i + 1})
	s.over |= 1 << i
	s.env.keep(func(b binding) bool {
		v, isValue := b.key.(ssa.Value)
		if !isValue || b.v.kind != integer {
			return true
		}
		_, isGiven := f.p.given[v]
		return isGiven
	})
	return true
}
