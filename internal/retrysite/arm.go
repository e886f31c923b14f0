package retrysite

import (
	"go/constant"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// otherArm reports whether the call by which fn comes round to itself chooses another
// arm of it than that of the operation: it is run for one value of a parameter, and
// something else is passed.
func otherArm(fn *ssa.Function, c graphCall, op *ssa.Call) bool {
	call, ok := c.instr.(*ssa.Call)
	if !ok || c.callee != fn || call.Call.IsInvoke() || len(call.Call.Args) != len(fn.Params) {
		return false
	}
	for b := op.Block(); b.Idom() != nil; b = b.Idom() {
		in, ok := b.Idom().Instrs[len(b.Idom().Instrs)-1].(*ssa.If)
		if !ok || len(b.Preds) != 1 || b != b.Idom().Succs[0] {
			continue
		}
		test, ok := in.Cond.(*ssa.BinOp)
		if !ok || test.Op != token.EQL {
			continue
		}
		i := slices.IndexFunc(fn.Params, func(prm *ssa.Parameter) bool { return test.X == ssa.Value(prm) })
		want, isConst := test.Y.(*ssa.Const)
		if i < 0 || !isConst || want.Value == nil || fromOnly(call.Call.Args[i], fn.Params[i]) {
			continue
		}
		given, isConst := call.Call.Args[i].(*ssa.Const)
		if !isConst || given.Value != nil && !constant.Compare(given.Value, token.EQL, want.Value) {
			return true
		}
	}
	return false
}

// fromOnly reports whether an argument is a parameter, or computed from it.
func fromOnly(a ssa.Value, prm *ssa.Parameter) bool {
	a, _ = apart(stripConversions(a))
	return a == ssa.Value(prm)
}
