package retrysite

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// maxLaterDepth limits how far an answer is followed through the parts of it that
// tell of the failure.
const maxLaterDepth = 3

// laterProbe assumes that a call whose results say nothing of a failure has given
// an answer which tells of it when it is looked at: a row that cannot be scanned, a
// command with an Err method, a statement with an Error field.
func laterProbe(call *ssa.Call) (probe, bool) {
	pr := probe{call: call, what: "an error"}
	fail, ok := assumption{}, assumption{}
	res := call.Call.Signature().Results()
	for i := range res.Len() {
		v := resultValue(call, i)
		if v == nil || !holdsMore(res.At(i).Type()) {
			continue
		}
		for _, told := range errorsOf(v, 0) {
			fail[told], ok[told] = nonNilV, nilV
		}
	}
	pr.fails, pr.oks = []assumption{fail}, []assumption{ok}
	return pr, len(fail) > 0
}

// holdsMore reports whether a value of a type can be asked for an error.
func holdsMore(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Interface, *types.Struct:
		return true
	}
	return false
}

// errorsOf lists the errors that an answer is asked for: what its methods return,
// what its fields hold, and what the functions return that it is given to.
func errorsOf(answer ssa.Value, depth int) []ssa.Value {
	if depth > maxLaterDepth || answer.Referrers() == nil {
		return nil
	}
	var out []ssa.Value
	for _, ref := range *answer.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Call:
			out = append(out, toldBy(ref)...)
		case *ssa.FieldAddr:
			out = append(out, errorsOf(ref, depth+1)...)
		case *ssa.Field:
			out = append(out, fieldError(ref, depth)...)
		case *ssa.UnOp:
			if _, isField := answer.(*ssa.FieldAddr); isField {
				out = append(out, fieldError(ref, depth)...)
			}
		case *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.Phi:
			out = append(out, errorsOf(ref.(ssa.Value), depth+1)...)
		}
	}
	return out
}

// toldBy lists the results of a call that are errors.
func toldBy(call *ssa.Call) []ssa.Value {
	var out []ssa.Value
	res := call.Call.Signature().Results()
	for i := range res.Len() {
		if v := resultValue(call, i); v != nil && isErrorish(res.At(i).Type()) {
			out = append(out, v)
		}
	}
	return out
}

// fieldError gives a field that is an error, or looks into one that is not.
func fieldError(field ssa.Value, depth int) []ssa.Value {
	if isErrorish(field.Type()) {
		return []ssa.Value{field}
	}
	return errorsOf(field, depth+1)
}
