package retrysite

import (
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// findPending notes of a call that its failure comes round with the same work as before,
// where its success goes on to the next: the rest of a list, the next page. It is for
// those who read a function for its calls; to the rules most of these are no retries.
func (p *pkgInfo) findPending(l *loop, v *verdict) {
	some, _ := again(v.succeed)
	if p.forced == nil || !some || v.item != sameThing && v.item != nextOne {
		return
	}
	if v.item == sameThing && asksSame(l, v.probe.call) {
		v.pending = true
		return
	}
	for _, instr := range l.header.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		if !isNumeric(phi.Type()) && !isErrorish(phi.Type()) && feeds(l, v.probe.call, phi) && p.keeps(l, v, phi) {
			v.pending = true
			someLeft(l, v, phi)
		}
	}
}

// someLeft adds to what a failure means that a list is not empty which was not when the
// call was made.
func someLeft(l *loop, v *verdict, list *ssa.Phi) {
	left := assumption{}
	asked := false
	for _, b := range l.inOrder() {
		for _, instr := range b.Instrs {
			c, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			if f, ok := c.Call.Value.(*ssa.Builtin); !ok || f.Name() != "len" {
				continue
			}
			carries, _ := c.Call.Args[0].(*ssa.Phi)
			if carries == list || carries != nil && slices.Contains(carries.Edges, ssa.Value(list)) {
				left[c] = atLeast(1)
				asked = asked || carries == list && b.Dominates(v.probe.call.Block())
			}
		}
	}
	if !asked {
		return
	}
	for i, a := range v.probe.fails {
		a = maps.Clone(a)
		maps.Copy(a, left)
		v.probe.fails[i] = a
	}
}

// asksSame reports whether a loop goes on as long as the thing that a call is a method of
// says that there is more: it moves on when the call works.
func asksSame(l *loop, call *ssa.Call) bool {
	c, ok := l.headerCond().(*ssa.Call)
	if !ok || !slices.Contains([]string{"More", "HasMore", "HasNext", "HasMorePages"}, calleeName(&c.Call)) {
		return false
	}
	pager, on := receiverOf(&c.Call), receiverOf(&call.Call)
	if pager == nil || on == nil {
		return false
	}
	a, isLoad := pager.(*ssa.UnOp)
	b, isLoadToo := on.(*ssa.UnOp)
	return pager == on || isLoad && isLoadToo && a.X == b.X
}

// keeps reports whether a variable of a loop is what it was after each failure of a call
// that comes round, and something else after a success.
func (p *pkgInfo) keeps(l *loop, v *verdict, phi *ssa.Phi) bool {
	if stays, moves := p.staysOrMoves(l, v.probe.call, v.probe.fails, phi, unknownStart); !stays || moves {
		return false
	}
	_, moves := p.staysOrMoves(l, v.probe.call, v.probe.oks, phi, unknownStart)
	return moves
}

// feeds reports whether a variable of a loop flows into what a call is given.
func feeds(l *loop, call *ssa.Call, phi *ssa.Phi) bool {
	seen := map[ssa.Value]bool{}
	var from func(v ssa.Value) bool
	from = func(v ssa.Value) bool {
		if v == nil || seen[v] {
			return false
		}
		seen[v] = true
		if v == ssa.Value(phi) {
			return true
		}
		instr, ok := v.(ssa.Instruction)
		if !ok || !l.contains(instr) {
			return false
		}
		if _, isPhi := v.(*ssa.Phi); isPhi {
			return false
		}
		if a, ok := v.(*ssa.Alloc); ok {
			return slices.ContainsFunc(storesInto(a), func(st *ssa.Store) bool { return from(st.Val) })
		}
		return slices.ContainsFunc(instr.Operands(nil), func(op *ssa.Value) bool { return from(*op) })
	}
	return slices.ContainsFunc(call.Call.Args, from)
}

// storesInto lists the stores to a variable, and to its fields and elements.
func storesInto(a *ssa.Alloc) []*ssa.Store {
	var out []*ssa.Store
	for _, ref := range *a.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr == ssa.Value(a) {
				out = append(out, ref)
			}
		case *ssa.FieldAddr, *ssa.IndexAddr:
			for _, r := range *ref.(ssa.Value).Referrers() {
				if st, ok := r.(*ssa.Store); ok && st.Addr == ref.(ssa.Value) {
					out = append(out, st)
				}
			}
		}
	}
	return out
}
