package retrysite

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// fieldProbe assumes that the struct which a call gives tells of a failure by an error
// among its fields, which is looked at in region.
func fieldProbe(call *ssa.Call, region map[*ssa.BasicBlock]bool) (probe, bool) {
	pr := probe{call: call, what: "an error"}
	if !isPointer(call.Type()) || structOf(call.Type()) == nil || isErrorish(call.Type()) {
		return pr, false
	}
	fail, ok := assumption{call: nonNilV}, assumption{call: nonNilV}
	for _, ref := range *call.Referrers() {
		fa, isField := ref.(*ssa.FieldAddr)
		if !isField || region != nil && !region[fa.Block()] {
			continue
		}
		for _, r := range *fa.Referrers() {
			if ld, isLoad := r.(*ssa.UnOp); isLoad && ld.Op == token.MUL && isError(ld.Type()) {
				fail[ld], ok[ld] = nonNilV, nilV
			}
		}
	}
	pr.fails, pr.oks = []assumption{fail}, []assumption{ok}
	return pr, len(fail) > 1
}
