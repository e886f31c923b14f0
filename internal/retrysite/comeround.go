package retrysite

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// waitsComingRound gives the waits between a call by which fn comes round to itself and
// the operation, where none of the ways goes without: at the start of the function that
// is called, as far as the way back to fn, or at the start of fn.
func (p *pkgInfo) waitsComingRound(fn *ssa.Function, c graphCall, op *ssa.Call) []Wait {
	if c.callee == fn {
		return p.waitsOnTheWay(fn, op, p.givenNext(fn, c))
	}
	var out []Wait
	for _, back := range p.graph.calls[c.callee] {
		if back.callee != fn {
			continue
		}
		ws := p.waitsOnTheWay(c.callee, back.instr, nil)
		if len(ws) == 0 {
			return p.waitsOnTheWay(fn, op, nil)
		}
		out = append(out, ws...)
	}
	return out
}

// waitsTold gives the waits with which the operation of a loop itself begins when it is
// told the number of a later attempt, if all that it does comes after them.
func (p *pkgInfo) waitsTold(l *loop, call *ssa.Call) []Wait {
	fn := call.Call.StaticCallee()
	if fn == nil || fn.Pkg != p.ssa || len(fn.Params) != len(call.Call.Args) {
		return nil
	}
	given := assumption{}
	for i, a := range call.Call.Args {
		phi, ok := a.(*ssa.Phi)
		if !ok || phi.Block() != l.header {
			continue
		}
		if c := counterOf(l, phi); c != nil && c.step > 0 && (c.known || numbersAttempts(phi.Comment)) {
			given[fn.Params[i]] = atLeast(c.init + c.step)
		}
	}
	if len(given) == 0 {
		return nil
	}
	var out []Wait
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			op, ok := instr.(*ssa.Call)
			if !ok || !p.isOperation(op) || neverRetried(&op.Call) || p.waitAt(op) != nil {
				continue
			}
			ws := p.waitsOnTheWay(fn, op, given)
			if len(ws) == 0 {
				return nil
			}
			out = ws
		}
	}
	return out
}

// waitsOnTheWay gives the waits between the entry of fn and an instruction, or none
// where a way goes without.
func (p *pkgInfo) waitsOnTheWay(fn *ssa.Function, to ssa.Instruction, given assumption) []Wait {
	w := &walker{pkg: p, target: to}
	w.runFrom(fn, newEnv(given))
	if w.cut {
		return nil
	}
	var passed uint64
	for _, o := range w.outcomes {
		if !o.again {
			continue
		}
		if o.waited == 0 {
			return nil
		}
		passed |= o.waited
	}
	var out []Wait
	for _, instr := range w.marked(passed) {
		if wt := p.waitAt(instr); wt != nil {
			out = append(out, waitOf(wt, instr))
		}
	}
	return out
}

// givenNext gives what is known of the arguments with which fn calls itself: constants,
// and counters that are past their beginning.
func (p *pkgInfo) givenNext(fn *ssa.Function, c graphCall) assumption {
	call, ok := c.instr.(*ssa.Call)
	if !ok || call.Call.IsInvoke() || len(call.Call.Args) != len(fn.Params) {
		return nil
	}
	out := assumption{}
	for i, prm := range fn.Params {
		switch a := stripConversions(call.Call.Args[i]).(type) {
		case *ssa.Const:
			out[prm] = constValue(a)
		case *ssa.BinOp:
			step, ok := intConst(a.Y)
			first, known := p.passedFirst(fn, prm)
			if ok && known && step > 0 && a.Op == token.ADD && stripConversions(a.X) == ssa.Value(prm) {
				out[prm] = atLeast(first + step)
			}
		}
	}
	return out
}

// waitOf describes a wait at an instruction for the site that it is in.
func waitOf(wt *waitInfo, at ssa.Instruction) Wait {
	return Wait{Name: wt.name, Pos: at.Pos(), Delay: wt.delay, Jitter: wt.jitter, Watches: wt.watches, Alone: noContextAt(at), Module: wt.module}
}
