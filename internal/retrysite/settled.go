package retrysite

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// settles reports whether a branch is taken only for a failure which another
// attempt would not mend: what was asked for is not there, or makes no sense. It
// goes by the names of the error variables, types, predicates and codes that the
// branch asks for. A request that was not allowed is none of these: what follows
// mostly logs in anew, and sends it once more.
func settles(cond ssa.Value, holds bool) bool {
	switch c := cond.(type) {
	case *ssa.UnOp:
		return c.Op == token.NOT && settles(c.X, !holds)
	case *ssa.BinOp:
		if (c.Op == token.EQL) != holds || c.Op != token.EQL && c.Op != token.NEQ {
			return false
		}
		return isError(c.X.Type()) && namesSettled(valueName(c.Y)) || isCode(c.X.Type()) && settledCode(c.Y)
	case *ssa.Extract:
		ta, ok := c.Tuple.(*ssa.TypeAssert)
		return holds && ok && isError(ta.X.Type()) && namesSettled(typeName(ta.AssertedType))
	case *ssa.Call:
		return holds && isBool(c.Type()) && predicateSettles(&c.Call)
	}
	return false
}

// predicateSettles reports whether a predicate asks whether an error is settled.
func predicateSettles(c *ssa.CallCommon) bool {
	if len(c.Args) == 0 {
		return false
	}
	name := calleeName(c)
	last := c.Args[len(c.Args)-1]
	switch {
	case name == "Is" && len(c.Args) == 2:
		return namesSettled(valueName(last))
	case name == "As" && len(c.Args) == 2:
		return namesSettled(pointedName(last))
	case name == "Contains":
		text, ok := last.(*ssa.Const)
		return ok && text.Value != nil && text.Value.Kind() == constant.String && namesSettled(strings.ReplaceAll(constant.StringVal(text.Value), " ", ""))
	}
	return isError(c.Args[0].Type()) && namesSettled(name)
}

// pointedName names the type that a target of errors.As points to.
func pointedName(target ssa.Value) string {
	t := stripConversions(target).Type()
	for {
		ptr, ok := t.Underlying().(*types.Pointer)
		if !ok {
			return typeName(t)
		}
		t = ptr.Elem()
	}
}

// settledCode reports whether v is a gRPC code that another attempt would not mend:
// InvalidArgument, NotFound, AlreadyExists or Unimplemented.
func settledCode(v ssa.Value) bool {
	n, ok := intConst(v)
	return ok && (n == 3 || n == 5 || n == 6 || n == 12)
}

// namesSettled reports whether a name speaks of such a failure.
func namesSettled(name string) bool {
	return hasWord(name, "NotFound", "NotExist", "NoRows", "NoSuch", "404", "AlreadyExists", "InvalidArgument")
}
