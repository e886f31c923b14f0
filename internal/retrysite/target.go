package retrysite

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// offered reports whether a variable of the loop holds what one function offers in each
// round, the first one included, until it offers none:
//
//	for b := c.next(); b != nil; b = c.next() {
//
// A function that tells of a failure is an operation, and no source of targets.
func (q *itemSearch) offered(phi *ssa.Phi) bool {
	if !q.endsAtNil(phi) {
		return false
	}
	var source string
	before, within := false, false
	for i, e := range phi.Edges {
		c := madeBy(e)
		if c == nil || c == q.op || fallible(c.Call.Signature()) {
			return false
		}
		name := callName(&c.Call)
		if source != "" && name != source {
			return false
		}
		source = name
		if q.l.blocks[phi.Block().Preds[i]] {
			within = true
		} else {
			before = true
		}
	}
	return before && within
}

// endsAtNil reports whether the loop goes on at its header only while phi is not nil.
func (q *itemSearch) endsAtNil(phi *ssa.Phi) bool {
	c, ok := q.l.headerCond().(*ssa.BinOp)
	if !ok || c.X != ssa.Value(phi) && c.Y != ssa.Value(phi) || !isNilConst(c.X) && !isNilConst(c.Y) {
		return false
	}
	if isErrorish(phi.Type()) || c.Op != token.EQL && c.Op != token.NEQ {
		return false
	}
	k := 0 // the way that is taken where it is not nil
	if c.Op == token.EQL {
		k = 1
	}
	succs := q.l.header.Succs
	return q.l.blocks[succs[k]] && !q.l.blocks[succs[1-k]]
}

// madeBy gives the call that a value is a result of, or nil.
func madeBy(v ssa.Value) *ssa.Call {
	if x, ok := v.(*ssa.Extract); ok {
		v = x.Tuple
	}
	c, _ := v.(*ssa.Call)
	return c
}

// aimed reports whether the loop, on its way to the operation, turns what the operation
// works on to another target: it sets a field to an element that it has not tried yet.
//
//	c.server = c.servers[i]
//	err := c.dial()
//
// A number in a field is a setting, such as that of the attempt.
func (q *itemSearch) aimed(at ssa.Value, depth int) bool {
	if !isPointer(at.Type()) || structOf(at.Type()) == nil {
		return false
	}
	for _, b := range q.l.inOrder() {
		if !b.Dominates(q.op.Block()) {
			continue
		}
		for _, instr := range b.Instrs {
			st, ok := instr.(*ssa.Store)
			if !ok {
				continue
			}
			fa, ok := st.Addr.(*ssa.FieldAddr)
			if ok && fa.X == at && !isNumeric(st.Val.Type()) && q.from(st.Val, depth+1) == element {
				return true
			}
		}
	}
	return false
}

// cutDown reports whether the loop takes an element off the front of a list that it
// keeps in a field:
//
//	s := c.servers[0]
//	c.servers = c.servers[1:]
func (q *itemSearch) cutDown(at *ssa.IndexAddr) bool {
	list, ok := fieldRead(at.X)
	if !ok {
		return false
	}
	for _, b := range q.l.inOrder() {
		for _, instr := range b.Instrs {
			st, ok := instr.(*ssa.Store)
			if !ok {
				continue
			}
			to, ok := cellOf(st.Addr)
			if rest, isSlice := st.Val.(*ssa.Slice); ok && isSlice && to == list && rest.Low != nil {
				if from, ok := fieldRead(rest.X); ok && from == list {
					return true
				}
			}
		}
	}
	return false
}

// fieldRead gives the field that a value is read from.
func fieldRead(v ssa.Value) (cell, bool) {
	ld, ok := v.(*ssa.UnOp)
	if !ok || ld.Op != token.MUL {
		return cell{}, false
	}
	if _, ok := ld.X.(*ssa.FieldAddr); !ok {
		return cell{}, false
	}
	return cellOf(ld.X)
}

// chosenBy reports whether the operation is run for some of the loop's items only: for
// those that equal a constant.
func (q *itemSearch) chosenBy() bool {
	for b := q.op.Block(); b != q.l.header && b.Idom() != nil; b = b.Idom() {
		in, ok := b.Idom().Instrs[len(b.Idom().Instrs)-1].(*ssa.If)
		if !ok || len(b.Preds) != 1 || b != in.Block().Succs[0] || !q.l.contains(in) {
			continue
		}
		c, ok := in.Cond.(*ssa.BinOp)
		if !ok || c.Op != token.EQL || isNumeric(c.X.Type()) {
			continue
		}
		if k, ok := c.Y.(*ssa.Const); ok && !k.IsNil() && q.from(c.X, 0) == element {
			return true
		}
	}
	return false
}
