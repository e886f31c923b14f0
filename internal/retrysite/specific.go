package retrysite

import (
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// specificFailure reports whether a branch is taken for one error only:
// a comparison with an error variable, errors.Is, a type assertion.
func specificFailure(cond ssa.Value, holds bool) bool {
	switch c := cond.(type) {
	case *ssa.UnOp:
		return c.Op == token.NOT && specificFailure(c.X, !holds)
	case *ssa.BinOp:
		return (c.Op == token.EQL) == holds && isComparison(c.Op) && isError(c.X.Type()) && !isNilConst(c.X) && !isNilConst(c.Y)
	case *ssa.Extract:
		ta, ok := c.Tuple.(*ssa.TypeAssert)
		return holds && ok && isError(ta.X.Type())
	case *ssa.Call:
		if !holds || len(c.Call.Args) == 0 || !isError(c.Call.Args[0].Type()) {
			return false
		}
		name := calleeName(&c.Call)
		return name == "Is" && len(c.Call.Args) == 2 || len(c.Call.Args) == 1 && strings.HasPrefix(name, "Is") && namesOneKind(name)
	}
	return false
}

// dealtWith reports whether a branch singles out a failure that the code knows how
// to deal with: a typed error, a predicate such as IsConflict.
func dealtWith(cond ssa.Value) bool {
	switch c := cond.(type) {
	case *ssa.UnOp:
		return dealtWith(c.X)
	case *ssa.Extract:
		return true
	case *ssa.Call:
		return len(c.Call.Args) == 1
	}
	return false
}

// namesOneKind reports whether a predicate asks for one kind of failure, such as
// IsNotExist, and not for all that may pass.
func namesOneKind(name string) bool {
	return hasWord(name, "Exist", "NotFound", "Conflict", "Duplicate", "Closed", "Permission", "Gone", "Expired")
}

func isNilConst(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
}
