package retrysite

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A walker explores the ways through a loop, or a whole function, under an
// assumption about the outcome of one instruction (a probe). Branches that
// the assumption decides are taken one way, all others both ways.
type walker struct {
	pkg     *pkgInfo
	region  map[*ssa.BasicBlock]bool // where the walk stays; nil for the whole function
	header  *ssa.BasicBlock          // of the region, where it is a loop
	target  ssa.Instruction          // reaching it again ends a way
	assume  assumption               // values of the target's results
	marks   []ssa.Instruction        // instructions whose passing is noted, by bit
	depth   int                      // of nested evaluations
	ended   bool                     // the contexts at hand have ended
	alone   bool                     // nobody else writes to memory
	probed  *ssa.Call                // whose answer has the assumed status
	status  int64
	flow    *flow                        // the steps at which ways end, where there is more than one target
	origin  ssa.Instruction              // where a walk of the flow begins; nil for the function's start
	through bool                         // a way goes on where a loop inside the region comes back to the target
	up      *walker                      // of the function around the call that is being evaluated
	binds   map[*ssa.Parameter]ssa.Value // the arguments of that call that are collections or functions

	seen     map[*ssa.BasicBlock]*visits
	steps    int
	cut      bool // the walk was given up: there are more ways than it has seen
	outcomes []outcome
}

// maxSteps limits a walk, in blocks. A loop that needs more is left alone.
const maxSteps = 2000

// assumption gives values to SSA values, whatever the code would make of them.
type assumption map[ssa.Value]value

// state is a point of a walk.
type state struct {
	block *ssa.BasicBlock
	env   *env
	story
	from token.Pos
	back token.Pos // the jump back to the header
	ret  []value   // results, at a return
}

func (s *state) clone() *state {
	c := *s
	c.env = s.env.clone()
	return &c
}

// story is what has happened on a way.
type story struct {
	passed uint64 // marks that the way has passed
	waited uint64 // marks of waits that the way has passed
	over   uint64 // the loops, by index, whose rounds are used up
	header bool   // whether the way went through the region's header
	io     bool   // whether another operation with an effect ran since the target
	spec   bool   // whether a branch asked for one specific failure and got it
	known  bool   // whether that was a kind that is dealt with, and no transient one
	// settled is whether a branch asked for a failure that another attempt would not
	// mend, and got it.
	settled bool
}

// visits are the states in which a block has been entered.
type visits struct {
	known []visit
	last  *env // of the latest, once there are more than maxExact
}

// visit tells states apart.
type visit struct {
	story
	sum      uint64 // of what is known
	bindings int
}

// Limits of the visits of one block.
const (
	maxExact  = 4  // after these, numbers that keep growing are forgotten
	maxVisits = 96 // after these, the walk is given up
)

// outcome is how a way ended.
type outcome struct {
	state
	again bool // the target was reached again
	// exit is the edge that left the region: its source, and its target or nil
	// for a return.
	exitFrom, exitTo *ssa.BasicBlock
	last             token.Pos // the last position before the end
	// step and backTo are, plus 1, the step of a flow that was reached, and the
	// loop whose next round begins.
	step, backTo int
}

// run walks from the instruction behind start.
func (w *walker) run(start ssa.Instruction, e *env) {
	w.seen = map[*ssa.BasicBlock]*visits{}
	b := start.Block()
	i := indexOf(b, start) + 1
	w.step(&state{block: b, env: e.clone()}, i)
}

// runFrom walks from the entry of fn.
func (w *walker) runFrom(fn *ssa.Function, e *env) {
	w.seen = map[*ssa.BasicBlock]*visits{}
	if len(fn.Blocks) == 0 {
		return
	}
	w.step(&state{block: fn.Blocks[0], env: e}, 0)
}

func indexOf(b *ssa.BasicBlock, instr ssa.Instruction) int {
	for i, in := range b.Instrs {
		if in == instr {
			return i
		}
	}
	return -1
}

// step executes the instructions of the state's block from i on, and goes on
// into the blocks behind it.
func (w *walker) step(s *state, i int) {
	w.steps++
	if w.steps > maxSteps {
		w.cut = true
		return
	}
	b := s.block
	for ; i < len(b.Instrs); i++ {
		instr := b.Instrs[i]
		if instr == w.target && (s.header || w.header == nil || !w.through) {
			if s.header || w.header == nil {
				o := outcome{again: true, state: *s, last: s.back}
				w.outcomes = append(w.outcomes, o)
			}
			return
		}
		if w.flow != nil && w.flow.stop(w, s, instr) {
			return
		}
		w.exec(s, instr)
		switch instr := instr.(type) {
		case *ssa.If:
			w.branch(s, instr)
			return
		case *ssa.Jump:
			w.enter(s, b.Succs[0])
			return
		case *ssa.Return:
			s.ret = make([]value, len(instr.Results))
			for k, r := range instr.Results {
				s.ret[k] = w.eval(r, s.env)
			}
			w.end(s, outcome{exitFrom: b}, instr.Pos())
			return
		case *ssa.Panic:
			return
		}
	}
}

func (w *walker) end(s *state, o outcome, last token.Pos) {
	o.state = *s
	o.last = lastPos(s.block, last)
	w.outcomes = append(w.outcomes, o)
}

// branch goes both ways of an If, or the one that is known.
func (w *walker) branch(s *state, in *ssa.If) {
	known := w.eval(in.Cond, s.env)
	for k, succ := range in.Block().Succs {
		holds := k == 0
		if known.kind == truth && (known.lo == 1) != holds {
			continue
		}
		next := s
		if holds && known.kind != truth { // the other way begins here too
			next = s.clone()
		}
		if !w.refine(next.env, in.Cond, holds) {
			continue
		}
		if known.kind == truth && !next.from.IsValid() {
			next.from = condPos(in)
		}
		if known.kind != truth && specificFailure(in.Cond, holds) {
			next.spec = true
			next.known = next.known || dealtWith(in.Cond)
		}
		if known.kind != truth && settles(in.Cond, holds) {
			next.settled = true
		}
		if w.pausedBefore(in.Cond, holds) {
			next.waited |= w.bit(in)
		}
		w.enter(next, succ)
	}
}

// condPos is the position of a branch's condition.
func condPos(in *ssa.If) token.Pos {
	if p := in.Cond.Pos(); p.IsValid() {
		return p
	}
	return lastPos(in.Block(), token.NoPos)
}

// enter moves the state along the edge to block to, and goes on from there.
func (w *walker) enter(s *state, to *ssa.BasicBlock) {
	from := s.block
	if w.region != nil && !w.region[to] {
		w.end(s, outcome{exitFrom: from, exitTo: to}, token.NoPos)
		return
	}
	s.block = to
	if to == w.header {
		s.header = true
		s.back = lastPos(from, s.back)
	}
	w.phis(s.env, from, to)
	if w.flow != nil && !w.flow.enter(w, s, from, to) {
		return
	}
	if !w.fresh(s) {
		return
	}
	w.step(s, 0)
}

// phis gives the phis of block to, entered from from, their values, all at once, and
// forgets what is not needed any more.
func (w *walker) phis(e *env, from, to *ssa.BasicBlock) {
	edge := slices.Index(to.Preds, from)
	if to == w.header {
		w.moveOn(e, edge)
	}
	before := e
	for i, instr := range to.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		if i == 0 {
			before = e.clone()
		}
		e.put(phi, w.eval(phi.Edges[edge], before))
		// The variable of a loop that a function literal captures is a new one
		// in each round: the phi is its address.
		if c, ok := cellOf(phi); ok {
			e.del(c)
			if from, ok := cellOf(phi.Edges[edge]); ok {
				if v, ok := before.get(from); ok {
					e.set(c, v)
				}
			}
		}
	}
	live := w.pkg.live(to.Parent())[to]
	e.keep(func(b binding) bool {
		switch k := b.key.(type) {
		case question:
			return live[k.err] && !definedIn(k.err, to)
		case ssa.Value:
			return live[k]
		}
		return true
	})
}

// fresh reports whether the state is new, and remembers it. Numbers that keep
// growing are forgotten after a few visits, so that every walk ends.
func (w *walker) fresh(s *state) bool {
	old := w.seen[s.block]
	if old == nil {
		old = &visits{}
		w.seen[s.block] = old
	}
	if len(old.known) > maxExact {
		s.env.keep(func(b binding) bool {
			if b.v.kind != integer {
				return true
			}
			v, ok := old.last.get(b.key)
			return ok && v == b.v
		})
	}
	v := visit{s.story, s.env.sum, len(s.env.list)}
	if slices.Contains(old.known, v) {
		return false
	}
	if len(old.known) > maxVisits {
		w.cut = true
		return false
	}
	old.known = append(old.known, v)
	if len(old.known) > maxExact {
		old.last = s.env.clone()
	}
	return true
}

// exec brings the environment up to date with instr.
func (w *walker) exec(s *state, instr ssa.Instruction) {
	if m := w.mark(instr); m != 0 {
		s.passed |= m
	}
	switch instr := instr.(type) {
	case *ssa.Phi:
		return // set on entry
	case *ssa.Store:
		if c, ok := cellOf(instr.Addr); ok && w.pkg.readCells(instr.Parent())[c] {
			s.env.put(c, w.eval(instr.Val, s.env))
			s.env.loseDistances(c)
		}
		return
	case *ssa.UnOp:
		if instr.Op == token.ARROW {
			w.wait(s, instr)
		}
		v, ok := w.assume[instr]
		if c, isCell := cellOf(instr.X); !ok && instr.Op == token.MUL && isCell {
			v, _ = s.env.get(c)
		}
		s.env.put(instr, v)
		return
	case *ssa.Extract:
		v, ok := w.assume[instr]
		if !ok {
			v = w.extract(s, instr)
		}
		s.env.put(instr, v)
		return
	case *ssa.Select:
		if instr.Blocking {
			w.wait(s, instr)
		}
	case *ssa.Call:
		w.call(s, instr)
		return
	}
	if v, ok := instr.(ssa.Value); ok {
		s.env.put(v, w.assume[v])
	}
}

// extract evaluates one of several results.
func (w *walker) extract(s *state, instr *ssa.Extract) value {
	switch t := instr.Tuple.(type) {
	case *ssa.Select:
		if instr.Index == 0 && w.ended && endState(t) >= 0 {
			return number(int64(endState(t)))
		}
	case *ssa.TypeAssert:
		if instr.Index == 1 && w.eval(t.X, s.env).kind == isNil {
			return falseV
		}
	case *ssa.Lookup:
		v, found := w.find(t, s.env)
		if instr.Index == 1 {
			return found
		}
		return v
	case *ssa.Call:
		return w.result(t, instr.Index, s.env)
	}
	return value{}
}

func (w *walker) call(s *state, call *ssa.Call) {
	w.wait(s, call)
	switch calleeName(&call.Call) {
	case "Lock", "RLock":
		if !w.alone {
			s.forget()
		}
	}
	if call != w.target && w.pkg.isOperation(call) {
		s.io = true
	}
	// A closure that is called may change the variables it has captured, a
	// callee the variables whose address it is given.
	if c := closureOf(call.Call.Value); c != nil {
		fn := c.Fn.(*ssa.Function)
		for i, b := range c.Bindings {
			if cl, ok := cellOf(b); ok && storesTo(fn, fn.FreeVars[i]) {
				s.env.del(cl)
			}
		}
	}
	for _, a := range call.Call.Args {
		if _, isPtr := a.Type().Underlying().(*types.Pointer); isPtr {
			if cl, ok := cellOf(a); ok {
				s.env.keep(func(b binding) bool {
					c, ok := b.key.(cell)
					return !ok || c.base != cl.base || !strings.HasPrefix(c.path, cl.path)
				})
			}
		}
	}
	s.env.put(call, w.result(call, 0, s.env))
}

// wait notes that the way passes a wait, unless its duration is known to be
// nothing here.
func (w *walker) wait(s *state, instr ssa.Instruction) {
	wt := w.pkg.waitAt(instr)
	if wt == nil {
		return
	}
	if wt.told != nil && w.eval(wt.told, s.env).kind == isNil {
		return // there is nothing to wait for
	}
	if wt.duration != nil {
		if n, ok := w.eval(wt.duration, s.env).exact(); ok && n < shortestWait {
			return
		}
	}
	s.waited |= w.bit(instr)
	s.forget()
}

// forget drops what is known of memory that others can change in the meantime.
func (s *state) forget() {
	s.env.keep(func(b binding) bool {
		c, ok := b.key.(cell)
		if !ok {
			return true
		}
		switch c.base.(type) {
		case *ssa.Alloc, *ssa.Phi:
			return c.path == ""
		}
		return false
	})
}

// shortestWait is the shortest pause, in nanoseconds, that counts as one:
// time.Sleep(5) is a mistake for five seconds, not a wait.
const shortestWait = 1000

// lastPos is the last valid position of b at or before its end.
func lastPos(b *ssa.BasicBlock, otherwise token.Pos) token.Pos {
	for i := len(b.Instrs) - 1; i >= 0; i-- {
		if _, isPhi := b.Instrs[i].(*ssa.Phi); isPhi {
			continue
		}
		if p := b.Instrs[i].Pos(); p.IsValid() {
			return p
		}
	}
	return otherwise
}
