package retrysite

import (
	"go/constant"
	"go/token"
	"go/types"
	"hash/maphash"
	"math"

	"golang.org/x/tools/go/ssa"
)

// A value is what is known of an SSA value at one point of a walk: nothing, that
// it is nil or not, a truth value, or a range of integers.
type value struct {
	kind   valueKind
	lo, hi int64 // inclusive, for integer; 0 or 1 for truth
}

type valueKind uint8

const (
	anything valueKind = iota
	isNil
	notNil
	truth
	integer
	text // lo is a hash
)

var (
	top     = value{}
	nilV    = value{kind: isNil}
	nonNilV = value{kind: notNil}
	trueV   = value{truth, 1, 1}
	falseV  = value{truth, 0, 0}
)

func boolean(b bool) value {
	if b {
		return trueV
	}
	return falseV
}

func number(n int64) value { return value{integer, n, n} }

func atLeast(n int64) value { return value{integer, n, math.MaxInt64} }

// exact reports whether v is one integer.
func (v value) exact() (int64, bool) { return v.lo, v.kind == integer && v.lo == v.hi }

// constValue gives the value of a constant.
func constValue(c *ssa.Const) value {
	if c.IsNil() {
		return nilV
	}
	if c.Value == nil {
		return top // the zero value of a struct or array
	}
	switch c.Value.Kind() {
	case constant.Bool:
		return boolean(constant.BoolVal(c.Value))
	case constant.String:
		h := int64(maphash.String(envSeed, constant.StringVal(c.Value)))
		return value{text, h, h}
	case constant.Int:
		if n, ok := constant.Int64Val(c.Value); ok {
			return number(n)
		}
	}
	return top
}

// compare gives the outcome of x op y where it is certain.
func compare(op token.Token, x, y value) value {
	switch op {
	case token.EQL, token.NEQ:
		eq, known := equal(x, y)
		if !known {
			return top
		}
		return boolean(eq == (op == token.EQL))
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		if x.kind != integer && y.kind != integer {
			return top
		}
		x, y = widest(x), widest(y)
		switch op {
		case token.LSS:
			return decide(x.hi < y.lo, x.lo >= y.hi)
		case token.LEQ:
			return decide(x.hi <= y.lo, x.lo > y.hi)
		case token.GTR:
			return decide(x.lo > y.hi, x.hi <= y.lo)
		default:
			return decide(x.lo >= y.hi, x.hi < y.lo)
		}
	}
	return top
}

func decide(yes, no bool) value {
	switch {
	case yes && !no:
		return trueV
	case no && !yes:
		return falseV
	}
	return top
}

func widest(v value) value {
	if v.kind == integer {
		return v
	}
	return value{integer, math.MinInt64, math.MaxInt64}
}

func equal(x, y value) (eq, known bool) {
	switch {
	case x.kind == isNil && y.kind == isNil:
		return true, true
	case x.kind == isNil && y.kind == notNil, x.kind == notNil && y.kind == isNil:
		return false, true
	case x.kind == truth && y.kind == truth, x.kind == text && y.kind == text:
		return x.lo == y.lo, true
	case x.kind == integer && y.kind == integer:
		if x.lo == x.hi && x == y {
			return true, true
		}
		if x.hi < y.lo || y.hi < x.lo {
			return false, true
		}
	}
	return false, false
}

// arith gives x op y for integers, saturating.
func arith(op token.Token, x, y value) value {
	if x.kind != integer || y.kind != integer {
		return top
	}
	switch op {
	case token.ADD:
		return value{integer, addSat(x.lo, y.lo), addSat(x.hi, y.hi)}
	case token.SUB:
		return value{integer, addSat(x.lo, negSat(y.hi)), addSat(x.hi, negSat(y.lo))}
	}
	a, okA := x.exact()
	b, okB := y.exact()
	if !okA || !okB {
		return top
	}
	switch op {
	case token.MUL:
		if a != 0 && (a*b)/a != b {
			return top
		}
		return number(a * b)
	case token.QUO:
		if b == 0 {
			return top
		}
		return number(a / b)
	case token.REM:
		if b == 0 {
			return top
		}
		return number(a % b)
	case token.SHL:
		if b < 0 || b > 62 || a < 0 || a > math.MaxInt64>>uint(b) {
			return top
		}
		return number(a << uint(b))
	}
	return top
}

func addSat(a, b int64) int64 {
	if a == math.MaxInt64 || b == math.MaxInt64 {
		return math.MaxInt64
	}
	if a == math.MinInt64 || b == math.MinInt64 {
		return math.MinInt64
	}
	s := a + b
	if a > 0 && b > 0 && s < 0 {
		return math.MaxInt64
	}
	if a < 0 && b < 0 && s >= 0 {
		return math.MinInt64
	}
	return s
}

func negSat(a int64) int64 {
	switch a {
	case math.MaxInt64:
		return math.MinInt64
	case math.MinInt64:
		return math.MaxInt64
	}
	return -a
}

// narrow gives what is known of x on the branch where "x op y" is holds.
func narrow(op token.Token, x, y value, holds bool) value {
	if !holds {
		op = negate(op)
	}
	switch op {
	case token.EQL:
		if y.kind != anything {
			return y
		}
	case token.NEQ:
		switch {
		case y.kind == isNil:
			return nonNilV
		case y.kind == truth:
			return boolean(y.lo == 0)
		case y.kind == integer && y.lo == y.hi && x.kind == integer:
			if x.lo == y.lo {
				x.lo = addSat(x.lo, 1)
			} else if x.hi == y.lo {
				x.hi = addSat(x.hi, -1)
			}
		}
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		if y.kind != integer {
			return x
		}
		x = widest(x)
		switch op {
		case token.LSS:
			x.hi = min(x.hi, addSat(y.hi, -1))
		case token.LEQ:
			x.hi = min(x.hi, y.hi)
		case token.GTR:
			x.lo = max(x.lo, addSat(y.lo, 1))
		case token.GEQ:
			x.lo = max(x.lo, y.lo)
		}
	}
	return x
}

func negate(op token.Token) token.Token {
	switch op {
	case token.EQL:
		return token.NEQ
	case token.NEQ:
		return token.EQL
	case token.LSS:
		return token.GEQ
	case token.LEQ:
		return token.GTR
	case token.GTR:
		return token.LEQ
	case token.GEQ:
		return token.LSS
	}
	return op
}

// mirror gives op' such that "x op y" is "y op' x".
func mirror(op token.Token) token.Token {
	switch op {
	case token.LSS:
		return token.GTR
	case token.LEQ:
		return token.GEQ
	case token.GTR:
		return token.LSS
	case token.GEQ:
		return token.LEQ
	}
	return op
}

// isErrorish reports whether a value of type t says that something failed
// when it is not nil: an error, or a pointer to a type named ...Error, as
// protocol messages have it.
func isErrorish(t types.Type) bool {
	if t == nil {
		return false
	}
	if isError(t) {
		return true
	}
	p, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return false
	}
	n, ok := types.Unalias(p.Elem()).(*types.Named)
	return ok && hasErrorName(n.Obj().Name())
}

// isError reports whether t is error, or implements it.
func isError(t types.Type) bool {
	if t = types.Unalias(t); t == errorType {
		return true
	}
	switch t.(type) {
	case *types.Named, *types.Pointer:
		return types.Implements(t, errorIface)
	}
	return false
}

var (
	errorType  = types.Universe.Lookup("error").Type()
	errorIface = errorType.Underlying().(*types.Interface)
)

func hasErrorName(name string) bool {
	for _, suffix := range []string{"Error", "Err"} {
		if len(name) >= len(suffix) && name[len(name)-len(suffix):] == suffix {
			return true
		}
	}
	return false
}

func isBool(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}
