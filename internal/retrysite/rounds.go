package retrysite

import (
	"go/token"
	"math"

	"golang.org/x/tools/go/ssa"
)

// roundsTo tells in how many rounds a value that moves from one constant comes to
// another, or past it where the comparison op of the two takes in the limit itself: 0
// where it moves away from it.
func roundsTo(l *loop, v ssa.Value, op token.Token, limit ssa.Value) (rounds int64, ok bool) {
	to, ok := intConst(limit)
	if !ok {
		return 0, false
	}
	phi, ahead := variableOf(l, v)
	if phi == nil {
		return 0, false
	}
	to -= ahead
	if c := counterOf(l, phi); c != nil {
		if !c.known || !movesAlways(l, phi) {
			return 0, false
		}
		if c.step > 0 == takesIn(op) && op != token.EQL && op != token.NEQ {
			to += sign(c.step)
		}
		return max((to-c.init+c.step-sign(c.step))/c.step, 0), true
	}
	from, factor := startOf(l, phi), factorOf(l, phi)
	if factor < 2 || from < 1 || from >= unknownStart {
		return 0, false
	}
	if takesIn(op) {
		to++
	}
	for x := from; x < to; x *= factor {
		if rounds++; x > to/factor {
			break
		}
	}
	return rounds, true
}

// takesIn reports whether a comparison of a growing value with its limit comes out
// the same at the limit as before it.
func takesIn(op token.Token) bool { return op == token.LEQ || op == token.GTR }

// variableOf gives the variable of the loop that a value is, and what it is ahead of
// that, as in a range over a list; nil for other values.
func variableOf(l *loop, v ssa.Value) (phi *ssa.Phi, ahead int64) {
	if add, ok := v.(*ssa.BinOp); ok && add.Op == token.ADD {
		if n, ok := intConst(add.Y); ok {
			v, ahead = add.X, n
		}
	}
	if phi, ok := v.(*ssa.Phi); ok && phi.Block() == l.header {
		return phi, ahead
	}
	return nil, 0
}

// movesAlways reports whether a counter moves in each round, whatever happens in it.
func movesAlways(l *loop, phi *ssa.Phi) bool {
	for i, e := range phi.Edges {
		if _, moved := e.(*ssa.BinOp); !moved && l.blocks[phi.Block().Preds[i]] {
			return false
		}
	}
	return true
}

func sign(n int64) int64 {
	if n < 0 {
		return -1
	}
	return 1
}

// factorOf gives the constant that a variable of the loop is multiplied with in each
// round, or 0.
func factorOf(l *loop, phi *ssa.Phi) int64 {
	var factor int64
	for i, e := range phi.Edges {
		if !l.blocks[phi.Block().Preds[i]] {
			continue
		}
		m, ok := e.(*ssa.BinOp)
		if !ok || m.Op != token.MUL || m.X != ssa.Value(phi) {
			return 0
		}
		factor, _ = intConst(m.Y)
	}
	return factor
}

// roundsBound is a bound of that many rounds; none where there are no rounds to it.
func roundsBound(n int64, pos token.Pos) Bound {
	if n < 1 || n > math.MaxInt32 {
		return Bound{}
	}
	return Bound{Kind: Const, N: int(n), Why: "counted loop", Pos: pos}
}
