package unfold

import (
	"go/constant"
	"go/token"
	"go/types"
	"strconv"
)

// arith computes a binary operation.
func arith(op token.Token, x, y value, t types.Type) (out value) {
	if sx, ok := x.(symbol); ok {
		return symbolic(op, sx.name, y, false)
	}
	if sy, ok := y.(symbol); ok {
		return symbolic(op, sy.name, x, true)
	}
	kx, okx := x.(konst)
	ky, oky := y.(konst)
	if !okx || !oky {
		return compareNil(op, x, y)
	}
	defer func() {
		if recover() != nil { // kinds that do not go together, in code that does not type-check
			out = nil
		}
	}()
	switch op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return truth(constant.Compare(kx.v, op, ky.v))
	case token.SHL, token.SHR:
		n, ok := constant.Uint64Val(ky.v)
		if !ok || n > 63 {
			return nil
		}
		return konst{constant.Shift(kx.v, op, uint(n))}
	case token.QUO, token.REM:
		if constant.Sign(ky.v) == 0 {
			return nil
		}
		if isInteger(t) && op == token.QUO {
			op = token.QUO_ASSIGN // division of integers
		}
	}
	return konst{constant.BinaryOp(kx.v, op, ky.v)}
}

// symbolic writes an operation on a number that is known only at run time.
func symbolic(op token.Token, name string, other value, swapped bool) value {
	n, ok := integer(other)
	switch op {
	case token.ADD, token.SUB, token.MUL, token.QUO:
	default:
		return nil
	}
	if !ok || len(name) > 60 {
		return symbol{name}
	}
	if n == 0 && op != token.MUL {
		return symbol{name}
	}
	if op == token.SUB && n < 0 {
		op, n = token.ADD, -n
	}
	if swapped && op != token.ADD && op != token.MUL {
		return symbol{strconv.FormatInt(n, 10) + " " + op.String() + " " + name}
	}
	return symbol{name + " " + op.String() + " " + strconv.FormatInt(n, 10)}
}

// compareNil compares values of which one is nil, where that decides.
func compareNil(op token.Token, x, y value) value {
	if op != token.EQL && op != token.NEQ {
		return nil
	}
	nx, okx := isNil(x)
	ny, oky := isNil(y)
	if okx && oky && (nx || ny) {
		return truth((nx == ny) == (op == token.EQL))
	}
	return nil
}
