package retrysite

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// distance is by how much a variable of the walked loop is ahead of a limit of which
// the number is not known: the last round tells itself apart by it, as in
// "if i < n-1 { wait }".
type distance struct {
	of    *ssa.Phi
	limit any // an ssa.Value outside of the loop, a cell that is read, or a list's length
}

// length is that of a list.
type length struct{ of ssa.Value }

// distanceOf says which distance a comparison asks for, and with what it compares it:
// "i+1 < n" holds where the distance of i from n is less than -1.
func (w *walker) distanceOf(c *ssa.BinOp) (d distance, op token.Token, than int64, ok bool) {
	if w.header == nil || !isInteger(c.X.Type()) {
		return distance{}, c.Op, 0, false
	}
	x, ahead := apart(c.X)
	y, behind := apart(c.Y)
	if phi := w.variable(x); phi != nil {
		limit := w.limitKey(y)
		return distance{phi, limit}, c.Op, behind - ahead, limit != nil
	}
	if phi := w.variable(y); phi != nil {
		limit := w.limitKey(x)
		return distance{phi, limit}, mirror(c.Op), ahead - behind, limit != nil
	}
	return distance{}, c.Op, 0, false
}

// variable gives the variable of the walked loop that a value is, or nil.
func (w *walker) variable(v ssa.Value) *ssa.Phi {
	if phi, ok := v.(*ssa.Phi); ok && phi.Block() == w.header {
		return phi
	}
	return nil
}

// limitKey names a limit that is the same in all rounds, or gives nil.
func (w *walker) limitKey(v ssa.Value) any {
	switch v := v.(type) {
	case *ssa.Const:
		return nil
	case *ssa.UnOp:
		if c, ok := cellOf(v.X); ok && v.Op == token.MUL {
			return c
		}
	case *ssa.Call:
		if b, ok := v.Call.Value.(*ssa.Builtin); ok && b.Name() == "len" && !w.changes(v.Call.Args[0]) {
			return length{v.Call.Args[0]}
		}
	}
	if w.changes(v) {
		return nil
	}
	return v
}

// changes reports whether a value is made in the walked loop.
func (w *walker) changes(v ssa.Value) bool {
	instr, ok := v.(ssa.Instruction)
	return ok && w.region[instr.Block()]
}

// apart splits a constant off a sum.
func apart(v ssa.Value) (of ssa.Value, ahead int64) {
	if b, ok := v.(*ssa.BinOp); ok {
		if n, ok := intConst(b.Y); ok {
			switch b.Op {
			case token.ADD:
				return b.X, n
			case token.SUB:
				return b.X, -n
			}
		}
	}
	return v, 0
}

// moveOn brings the distances of the loop's variables up to date where its next round
// begins, over an edge to its header.
func (w *walker) moveOn(e *env, edge int) {
	before := e.clone()
	e.loseDistances(nil)
	for _, b := range before.list {
		d, ok := b.key.(distance)
		if !ok {
			continue
		}
		for _, instr := range w.header.Instrs {
			phi, ok := instr.(*ssa.Phi)
			if !ok {
				break
			}
			if of, ahead := apart(phi.Edges[edge]); of == ssa.Value(d.of) {
				e.put(distance{phi, d.limit}, arith(token.ADD, b.v, number(ahead)))
			}
		}
	}
}

// loseDistances forgets the distances from a limit, or all where it is nil.
func (e *env) loseDistances(limit any) {
	e.keep(func(b binding) bool {
		d, ok := b.key.(distance)
		return !ok || limit != nil && d.limit != limit
	})
}
