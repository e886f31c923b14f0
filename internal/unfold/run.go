package unfold

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// run executes an activation. Where a branch is decided it follows it; where not,
// it runs both sides as something that may or may not happen, and goes on where
// they meet. A loop over a list that is known runs once for each element, any
// other twice: the second time with what the first one changed.
func (in *interp) run(a *activation) {
	r := &runner{in: in, a: a, shape: in.shapeOf(a.fn), rounds: make([]int, len(a.fn.Blocks)), visited: make([]int, len(a.fn.Blocks))}
	a.vars = newFrame(r.shape)
	r.left = 60*len(a.fn.Blocks) + 600
	for i, p := range a.fn.Params {
		if i < len(a.args) {
			a.vars.begin(p, a.args[i])
			r.noteCell(p, a.args[i])
		}
	}
	for i, v := range a.fn.FreeVars {
		if i < len(a.bind) {
			a.vars.begin(v, a.bind[i])
			r.noteCell(v, a.bind[i])
		}
	}
	r.follow(a.fn.Blocks[0], nil, nil, nil)
	r.sweep()
	r.runDeferred()
}

type runner struct {
	in       *interp
	a        *activation
	shape    *shape
	rounds   []int // of loops, by header
	visited  []int // how often a block was run
	returned bool
	deferred []deferral
	verdicts int // how many had been given when the first call was deferred
	left     int // blocks that may still be run
}

// noteCell notes the integer in a variable of somebody else.
func (r *runner) noteCell(addr ssa.Value, v value) {
	if o, ok := v.(*object); ok && isInteger(o.typ) {
		if n, ok := integer(r.in.load(o)); ok {
			r.a.cells[addr] = n
		}
	}
}

// follow runs from block b, entered from prev, until it comes to block stop, and
// notes in arrivals from which block it did so.
func (r *runner) follow(b, prev, stop *ssa.BasicBlock, arrivals *[]*ssa.BasicBlock) {
	prevs := []*ssa.BasicBlock{prev}
	for {
		if b == stop && arrivals != nil {
			*arrivals = append(*arrivals, prevs...)
			return
		}
		if r.left--; r.left < 0 || r.in.budget <= 0 || !r.enterRound(b, prevs) || r.visited[b.Index] >= r.shape.visits[b.Index] {
			return
		}
		r.visited[b.Index]++
		r.phis(b, prevs)
		next, fork := r.block(b)
		if fork {
			b, prevs = r.fork(b, stop, arrivals)
		} else {
			b, prevs = next, []*ssa.BasicBlock{b}
		}
		if b == nil {
			return
		}
	}
}

// enterRound counts the rounds of a loop at its header. It reports false where
// there have been enough.
func (r *runner) enterRound(b *ssa.BasicBlock, prevs []*ssa.BasicBlock) bool {
	l := r.shape.loops[b]
	if l == nil {
		return true
	}
	if prevs[0] == nil || !l.blocks[prevs[0]] {
		r.rounds[b.Index] = 0
		return true
	}
	r.rounds[b.Index]++
	if l.list && r.rounds[b.Index] < maxRounds && r.in.weak < 24 {
		return true
	}
	return r.rounds[b.Index] < 2
}

// phis computes the phis of block b, entered from one of prevs.
func (r *runner) phis(b *ssa.BasicBlock, prevs []*ssa.BasicBlock) {
	l := r.shape.loops[b]
	type set struct {
		phi *ssa.Phi
		v   value
	}
	var sets []set
	for _, instr := range b.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		var v value
		first := true
		for k, p := range b.Preds {
			for _, q := range prevs {
				if p != q {
					continue
				}
				if e := r.value(phi.Edges[k]); first {
					v, first = e, false
				} else {
					v = join(v, e)
				}
			}
		}
		if l != nil && !l.list && prevs[0] != nil && l.blocks[prevs[0]] {
			v = widen(r.a.vars.get(phi), v)
		}
		if c, ok := r.clamped(phi); ok {
			v = c
		}
		sets = append(sets, set{phi, v})
	}
	for _, s := range sets {
		r.a.vars.set(s.phi, s.v)
	}
}

// block runs the instructions of a block. It gives the block that comes next, or
// reports that this is not decided.
func (r *runner) block(b *ssa.BasicBlock) (next *ssa.BasicBlock, fork bool) {
	r.in.budget -= len(b.Instrs)
	for _, instr := range b.Instrs {
		switch instr := instr.(type) {
		case *ssa.Phi:
		case *ssa.If:
			cond, known := holds(r.value(instr.Cond))
			if !known {
				return nil, true
			}
			if cond {
				return b.Succs[0], false
			}
			return b.Succs[1], false
		case *ssa.Jump:
			return b.Succs[0], false
		case *ssa.Return:
			r.ret(instr)
			return nil, false
		case *ssa.Panic:
			return nil, false
		default:
			r.exec(instr)
		}
	}
	return nil, false
}

// fork runs both sides of a branch that is not decided, and gives the block where
// they meet and from which blocks it is entered.
func (r *runner) fork(b, stop *ssa.BasicBlock, arrivals *[]*ssa.BasicBlock) (*ssa.BasicBlock, []*ssa.BasicBlock) {
	sides := r.sides(b)
	if len(sides) == 1 {
		return sides[0], []*ssa.BasicBlock{b}
	}
	meet := r.shape.meets[b.Index]
	if meet == nil {
		meet = stop
	}
	var arrived []*ssa.BasicBlock
	r.in.weak++
	for _, s := range sides {
		if meet == nil {
			r.follow(s, b, nil, nil)
		} else {
			r.follow(s, b, meet, &arrived)
		}
	}
	r.in.weak--
	if len(arrived) == 0 {
		return nil, nil
	}
	return meet, arrived
}

// sides lists the blocks that an undecided branch can lead to, those inside of
// its loop first. A side that only gives up, with an error of its own, is left
// out: what can be told beforehand works.
func (r *runner) sides(b *ssa.BasicBlock) []*ssa.BasicBlock {
	x, y := b.Succs[0], b.Succs[1]
	for _, l := range r.shape.list {
		if l.blocks[b] && l.blocks[y] && !l.blocks[x] {
			x, y = y, x
		}
	}
	gx, gy := r.givesUp(x, 0), r.givesUp(y, 0)
	switch {
	case gx && !gy:
		return []*ssa.BasicBlock{y}
	case gy && !gx:
		return []*ssa.BasicBlock{x}
	}
	return []*ssa.BasicBlock{x, y}
}

// givesUp reports whether a block does nothing but return an error, or panic.
func (r *runner) givesUp(b *ssa.BasicBlock, depth int) bool {
	if len(b.Preds) != 1 || depth > 3 {
		return false
	}
	for _, instr := range b.Instrs {
		switch instr := instr.(type) {
		case *ssa.Call:
			if fn := instr.Call.StaticCallee(); fn == nil || len(fn.Blocks) > 0 {
				if _, isBuiltin := instr.Call.Value.(*ssa.Builtin); !isBuiltin {
					return false
				}
			}
			if isExit(&instr.Call) {
				return true
			}
		case *ssa.Go, *ssa.Defer, *ssa.Send, *ssa.If:
			return false
		case *ssa.Panic:
			return true
		case *ssa.Jump:
			return r.givesUp(b.Succs[0], depth+1)
		case *ssa.Return:
			return returnsError(instr)
		}
	}
	return false
}

// isExit reports whether a call ends the process.
func isExit(c *ssa.CallCommon) bool {
	fn := c.StaticCallee()
	if fn == nil || fn.Pkg == nil {
		return false
	}
	switch fn.Pkg.Pkg.Path() + "." + fn.Name() {
	case "os.Exit", "log.Fatal", "log.Fatalf", "log.Fatalln", "log.Panic", "log.Panicf":
		return true
	}
	return false
}

// returnsError reports whether a return hands out an error.
func returnsError(ret *ssa.Return) bool {
	if len(ret.Results) == 0 {
		return false
	}
	last := ret.Results[len(ret.Results)-1]
	if !isErrorType(last.Type()) {
		return false
	}
	c, ok := last.(*ssa.Const)
	return !ok || !c.IsNil()
}

func isErrorType(t types.Type) bool { return types.Unalias(t) == errorType }

var errorType = types.Universe.Lookup("error").Type()

// ret notes what a return gives.
func (r *runner) ret(instr *ssa.Return) {
	var v value
	switch len(instr.Results) {
	case 0:
		v = null{}
	case 1:
		v = r.value(instr.Results[0])
	default:
		t := make(tuple, len(instr.Results))
		for i, res := range instr.Results {
			t[i] = r.value(res)
		}
		v = t
	}
	if r.returned {
		v = join(r.a.result, v)
	}
	r.a.result, r.returned = v, true
}

// sweep runs what no decided branch led to but the failure of a request could:
// each block once, as something that may happen.
func (r *runner) sweep() {
	r.in.weak++
	defer func() { r.in.weak-- }()
	for _, b := range r.shape.order {
		if r.visited[b.Index] > 0 || !r.reachedFromVisited(b) || r.in.budget <= 0 {
			continue
		}
		r.visited[b.Index]++
		r.phis(b, b.Preds)
		r.block(b)
	}
}

// reachedFromVisited reports whether an undecided branch leads to b.
func (r *runner) reachedFromVisited(b *ssa.BasicBlock) bool {
	for _, p := range b.Preds {
		if r.visited[p.Index] == 0 {
			continue
		}
		in, ok := p.Instrs[len(p.Instrs)-1].(*ssa.If)
		if !ok {
			return true
		}
		if _, known := holds(r.a.vars.all(in.Cond)); !known {
			return true
		}
	}
	return false
}

// value gives the value of an SSA value.
func (r *runner) value(v ssa.Value) value {
	switch v := v.(type) {
	case *ssa.Const:
		if v.IsNil() {
			return null{}
		}
		if v.Value == nil {
			return zeroOf(v.Type(), 0)
		}
		return konst{v.Value}
	case *ssa.Function:
		if len(v.Blocks) == 0 {
			if o := v.Origin(); o == nil || len(o.Blocks) == 0 {
				if obj, ok := v.Object().(*types.Func); ok {
					return foreign{fn: obj}
				}
			}
		}
		return closure{fn: v}
	case *ssa.Global:
		return r.in.global(v)
	}
	return r.a.vars.get(v)
}
