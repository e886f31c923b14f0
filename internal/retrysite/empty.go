package retrysite

import (
	"go/constant"
	"go/token"
	"go/types"
	"maps"

	"golang.org/x/tools/go/ssa"
)

// goesRoundEmpty reports whether a failure that brings nothing else along, as one that
// lasts does, leads back to the call too.
func (p *pkgInfo) goesRoundEmpty(l *loop, v *verdict) bool {
	empty := assumption{}
	res := v.probe.call.Call.Signature().Results()
	for i := range res.Len() {
		if r := resultValue(v.probe.call, i); r != nil && !isErrorish(res.At(i).Type()) {
			assumeEmpty(empty, r)
		}
	}
	if len(empty) == 0 {
		return true
	}
	var fails []assumption
	for _, a := range v.probe.fails {
		both := maps.Clone(empty)
		maps.Copy(both, a)
		fails = append(fails, both)
	}
	out, _ := p.walkStatus(l, v.probe.call, fails, v.probe.status)
	_, unwaited := again(out)
	return unwaited
}

// assumeEmpty adds what holds of a value, and of comparisons with it, if it is the zero
// value of its type.
func assumeEmpty(m assumption, v ssa.Value) {
	switch u := v.Type().Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map, *types.Interface, *types.Chan, *types.Signature:
		m[v] = nilV
	case *types.Basic:
		if u.Info()&types.IsInteger != 0 {
			m[v] = number(0)
		}
	}
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Call:
			if b, ok := ref.Call.Value.(*ssa.Builtin); ok && b.Name() == "len" {
				m[ref] = number(0)
			}
		case *ssa.BinOp:
			if isEmptyString(ref.Y) && (ref.Op == token.EQL || ref.Op == token.NEQ) {
				m[ref] = boolean(ref.Op == token.EQL)
			}
		}
	}
}

func isEmptyString(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value != nil && c.Value.Kind() == constant.String && constant.StringVal(c.Value) == ""
}
