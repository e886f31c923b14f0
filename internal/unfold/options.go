package unfold

import (
	"fmt"
	"go/types"

	"github.com/retrylint/retrylint/internal/catalog"
)

// A library that takes functions for options calls each on a struct of its own. What
// such a function of the program puts there is what it sets.

// optionArgs gives the arguments with which a library calls a function of the program:
// for a pointer to a struct of the library, an object that later tells what was set;
// of others nothing is known. The same function gets the same objects.
func (in *interp) optionArgs(f closure) []value {
	args := make([]value, len(f.fn.Params))
	key := ""
	for i, p := range f.fn.Params {
		if !in.isOptions(p.Type()) {
			continue
		}
		if key == "" {
			key = keyOf(f)
		}
		at := fmt.Sprintf("%d %s", i, key)
		o, ok := in.options[at]
		if !ok {
			o = in.newObject(p.Type().Underlying().(*types.Pointer).Elem(), false)
			in.options[at] = o
		}
		args[i] = o
	}
	return args
}

// isOptions reports whether a type is a pointer to a struct out of scope of whose
// fields or methods the catalog knows.
func (in *interp) isOptions(t types.Type) bool {
	p, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	n := namedOf(p.Elem())
	if n == nil || n.Obj().Pkg() == nil || in.scope[n.Obj().Pkg()] || n.TypeParams().Len() > 0 {
		return false
	}
	_, isStruct := n.Underlying().(*types.Struct)
	return isStruct && in.cat.Has(n.Obj().Pkg().Path())
}

// optionsSet gives the objects that a function sets something on if it is called as an
// option.
func (in *interp) optionsSet(f closure) []*object {
	args := in.optionArgs(f)
	var out []*object
	for _, a := range args {
		if o, ok := a.(*object); ok {
			out = append(out, o)
		}
	}
	if len(out) > 0 {
		in.weak++
		in.call(f.fn, args, f.bind, nil)
		in.weak--
	}
	return out
}

// applyClosure adds what a function of the program stands for: an option by what it
// sets, any other by what it returns.
func (in *interp) applyClosure(q *quota, f closure, depth int) {
	set := in.optionsSet(f)
	for _, o := range set {
		in.applyFields(q, o, depth)
		for _, c := range o.later {
			pkg, symbol := catalog.SymbolOf(c.fn)
			in.applySymbol(q, pkg, symbol, operands(nil, c.args, nil), depth)
		}
	}
	if len(set) > 0 || f.fn.Signature.Results().Len() == 0 {
		return
	}
	in.weak++
	a := in.call(f.fn, make([]value, len(f.fn.Params)), f.bind, nil)
	in.weak--
	if a == nil {
		return
	}
	v := a.result
	if t, ok := v.(tuple); ok && len(t) > 0 {
		v = t[0]
	}
	in.applyValue(q, v, depth+1)
}
