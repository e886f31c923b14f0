package retrysite

import (
	"go/types"
	"strings"

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
		for _, told := range tellingOf(v, 0) {
			switch {
			case isErrorish(told.Type()):
				fail[told], ok[told] = nonNilV, nilV
			default:
				fail[told], ok[told] = falseV, trueV
			}
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

// tellingOf lists the values by which an answer tells of its failure: the errors that
// its methods return, that its fields hold, and that the functions return which it is
// given to; and fields that say whether all went well.
func tellingOf(answer ssa.Value, depth int) []ssa.Value {
	if depth > maxLaterDepth || answer.Referrers() == nil {
		return nil
	}
	var out []ssa.Value
	for _, ref := range *answer.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Call:
			out = append(out, toldBy(ref)...)
		case *ssa.Store:
			if ref.Val == answer {
				out = append(out, tellingOf(ref.Addr, depth+1)...)
			}
		case *ssa.FieldAddr:
			out = append(out, tellingOf(ref, depth+1)...)
		case *ssa.Field:
			out = append(out, fieldError(ref, depth)...)
		case *ssa.UnOp:
			if _, isField := answer.(*ssa.FieldAddr); isField {
				out = append(out, fieldError(ref, depth)...)
			}
		case *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.Phi:
			out = append(out, tellingOf(ref.(ssa.Value), depth+1)...)
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

// fieldError gives a field that is an error or a sign of success, or looks into one
// that is neither.
func fieldError(field ssa.Value, depth int) []ssa.Value {
	name := valueName(field)
	name = name[strings.LastIndex(name, ".")+1:]
	if isErrorish(field.Type()) || isBool(field.Type()) && (strings.EqualFold(name, "ok") || hasWord(name, "success", "done", "sent", "found")) {
		return []ssa.Value{field}
	}
	return tellingOf(field, depth+1)
}
