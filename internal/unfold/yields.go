package unfold

import (
	"go/constant"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/amplify"
	"github.com/retrylint/retrylint/internal/retrysite"
)

// isYield reports whether a function is the body of a range over a function.
func isYield(fn *ssa.Function) bool { return fn.Synthetic == "range-over-func yield" }

// tryAgain finds the bodies of ranges over functions that are there to try something again:
// what they request does not depend on what the function yields, they go on after a
// failure, and a success can end the range.
func (b *builder) tryAgain() {
	clear(b.tries) // it was asked for when less was known
	for _, a := range b.in.order {
		if isYield(a.fn) && a.requests {
			b.triesAgain(a)
		}
	}
}

func (b *builder) triesAgain(a *activation) bool {
	again, ok := b.tries[a]
	if !ok {
		b.tries[a] = false // while it is being looked into
		again = !usesYielded(a) && b.untilSuccess(a)
		b.tries[a] = again
	}
	return again
}

// untilSuccess reports whether the body of a range goes on after a failure, and a success
// can end the range.
func (b *builder) untilSuccess(a *activation) bool {
	flow := b.flowOf(a)
	return flow != nil && slices.ContainsFunc(flow.Steps, func(s retrysite.FlowStep) bool {
		return mayReturn(s.OnFailure, true) && mayReturn(s.OnSuccess, false)
	})
}

// listLayer describes a range over a library's iterator through a list that is known, where
// its body is run until it succeeds.
func (b *builder) listLayer(a *activation, rec *callRecord, pos amplify.Position) (amplify.Layer, bool) {
	l := amplify.Layer{Kind: string(retrysite.Loop), Attempts: amplify.Number(int64(rec.elements)), Function: retrysite.FuncName(a.fn), Pos: pos, Why: "one attempt for each element of a list"}
	some := false
	for _, t := range rec.targets {
		if !t.requests {
			continue
		}
		if !isYield(t.fn) || !b.untilSuccess(t) {
			return l, false
		}
		some = true
		if usesYielded(t) {
			l.Kind = string(retrysite.Failover)
		}
	}
	return l, some && rec.elements > 1
}

// mayReturn reports whether one of some ways leads to a return of a truth value.
func mayReturn(ways []retrysite.Way, want bool) bool {
	return slices.ContainsFunc(ways, func(w retrysite.Way) bool {
		if w.Ret == nil || len(w.Ret.Results) != 1 {
			return false
		}
		c, ok := w.Ret.Results[0].(*ssa.Const)
		return !ok || c.Value == nil || constant.BoolVal(c.Value) == want
	})
}

// usesYielded reports whether something that the body of a range is given may come to a
// call that makes requests. A context says how long, and not what.
func usesYielded(a *activation) bool {
	var work []ssa.Value
	seen := map[ssa.Value]bool{}
	add := func(v ssa.Value) {
		if !seen[v] && v.Referrers() != nil {
			seen[v] = true
			work = append(work, v)
		}
	}
	for _, p := range a.fn.Params {
		if !isContext(p.Type()) {
			add(p)
		}
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for _, ref := range *v.Referrers() {
			if rec := a.calls[ref]; rec != nil && (rec.request != nil || slices.ContainsFunc(rec.targets, asks)) {
				return true
			}
			switch ref := ref.(type) {
			case *ssa.Store:
				if ref.Val == v {
					add(rootOf(ref.Addr))
				}
			case *ssa.MapUpdate:
				add(ref.Map)
			case ssa.Value:
				add(ref)
			}
		}
	}
	return false
}

// rootOf gives the variable that an address is part of.
func rootOf(addr ssa.Value) ssa.Value {
	for {
		switch a := addr.(type) {
		case *ssa.FieldAddr:
			addr = a.X
		case *ssa.IndexAddr:
			addr = a.X
		default:
			return addr
		}
	}
}

// again lists the calls of an activation by which a range over a function tries again.
func (b *builder) again(a *activation) map[ssa.Instruction]bool {
	var out map[ssa.Instruction]bool
	for _, instr := range a.order {
		for _, t := range a.calls[instr].targets {
			if isYield(t.fn) && t.requests && b.triesAgain(t) {
				if out == nil {
					out = map[ssa.Instruction]bool{}
				}
				out[instr] = true
			}
		}
	}
	return out
}
