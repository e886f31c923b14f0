package retrysite

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// builtin evaluates min, max, and the length of a list.
func (w *walker) builtin(name string, args []ssa.Value, e *env) value {
	switch name {
	case "min", "max":
		if !isInteger(args[0].Type()) {
			return top
		}
		out := widest(w.eval(args[0], e))
		for _, a := range args[1:] {
			v := widest(w.eval(a, e))
			if name == "min" {
				out = value{integer, min(out.lo, v.lo), min(out.hi, v.hi)}
			} else {
				out = value{integer, max(out.lo, v.lo), max(out.hi, v.hi)}
			}
		}
		return out
	case "len":
		return w.length(args[0], e)
	case "append":
		if n, ok := w.pkg.lengthOf(args[1], 0); ok {
			return arith(token.ADD, w.length(args[0], e), number(n))
		}
	}
	return top
}

// length evaluates the length of a list. What is known of a list that grows is its
// length.
func (w *walker) length(list ssa.Value, e *env) value {
	if n, ok := w.pkg.lengthOf(list, 0); ok {
		return number(n)
	}
	switch v := w.eval(list, e); v.kind {
	case isNil:
		return number(0)
	case integer:
		return v
	}
	return top
}
