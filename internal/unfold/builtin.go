package unfold

import (
	"go/token"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/ssa"
)

// builtin runs one of the language's own functions.
func (r *runner) builtin(name string, c *ssa.CallCommon, args []value) value {
	switch name {
	case "append":
		return r.append(c, args)
	case "len":
		return length(args[0])
	case "min", "max":
		return extreme(name, args)
	case "recover":
		return null{}
	case "ssa:wrapnilchk":
		return args[0]
	case "copy":
		dst, ok1 := args[0].(slice)
		src, ok2 := args[1].(slice)
		if ok1 && ok2 && dst.arr != nil && src.arr != nil && src.n >= 0 {
			for i := range src.n {
				r.in.store(r.in.kid(dst.arr, i), src.arr.element(i))
			}
		}
	}
	return nil
}

func length(v value) value {
	switch v := v.(type) {
	case slice:
		if v.n >= 0 {
			return number(int64(v.n))
		}
	case null:
		return number(0)
	case konst:
		if s, ok := text(v); ok {
			return number(int64(len(s)))
		}
	case record:
		return number(int64(len(v.fields)))
	}
	return nil
}

// extreme computes min and max. A limit that is only known at run time stays a
// symbol.
func extreme(name string, args []value) value {
	if name == "min" && len(args) == 2 {
		for i, a := range args {
			if v, ok := atMost(a, args[1-i]); ok {
				return v
			}
		}
	}
	out, ok := integer(args[0])
	for _, a := range args[1:] {
		n, known := integer(a)
		if !known || !ok {
			for _, s := range args {
				if sym, isSymbol := s.(symbol); isSymbol {
					return sym
				}
			}
			return nil
		}
		if name == "min" {
			out = min(out, n)
		} else {
			out = max(out, n)
		}
	}
	return number(out)
}

// atMost names what is known only at run time and is no more than a number.
func atMost(v, limit value) (value, bool) {
	s, isSymbol := v.(symbol)
	n, known := integer(limit)
	if !isSymbol || !known {
		return nil, false
	}
	return symbol{"min(" + s.name + ", " + strconv.FormatInt(n, 10) + ")"}, true
}

func (r *runner) append(c *ssa.CallCommon, args []value) value {
	st, ok := c.Args[0].Type().Underlying().(*types.Slice)
	if !ok || len(args) != 2 {
		return args[0]
	}
	base, known := args[0].(slice)
	if _, isNull := args[0].(null); isNull || args[0] == nil && r.isFresh(c.Args[0], st.Elem()) {
		known = true
	}
	more, isSlice := args[1].(slice)
	if _, isNull := args[1].(null); isNull {
		return args[0]
	}
	out := r.in.newList(types.NewArray(st.Elem(), 1))
	n := 0
	for _, s := range []slice{base, more} {
		if s.arr == nil {
			continue
		}
		for i := 0; i < s.n || s.n < 0 && i < len(s.arr.kids) && i < maxUnion; i++ {
			r.in.store(r.in.kid(out, n), s.arr.element(i))
			n++
		}
	}
	if !known || !isSlice || base.n < 0 || more.n < 0 {
		n = -1
	}
	return slice{out, n}
}

// isFresh reports whether a list that is added to is a field, not set so far, of what was
// made while a request is served: steps that are put together for it.
func (r *runner) isFresh(list ssa.Value, elem types.Type) bool {
	ld, ok := list.(*ssa.UnOp)
	if !ok || ld.Op != token.MUL || !leadsToCode(elem, 0) {
		return false
	}
	o, ok := r.value(ld.X).(*object)
	return ok && o.fresh && o.zero && !o.set
}

// clamped gives a variable that is set to a number where it was larger:
// if n > limit { n = limit }.
func (r *runner) clamped(phi *ssa.Phi) (value, bool) {
	if len(phi.Edges) != 2 {
		return nil, false
	}
	for k, limit := range phi.Edges {
		from, set := phi.Block().Preds[1-k], phi.Block().Preds[k]
		in, ok := from.Instrs[len(from.Instrs)-1].(*ssa.If)
		if !ok || len(set.Preds) != 1 || set.Preds[0] != from {
			continue
		}
		cond, ok := in.Cond.(*ssa.BinOp)
		if ok && sets(cond, from.Succs[0] == set, phi.Edges[1-k], limit) {
			return atMost(r.value(phi.Edges[1-k]), r.value(limit))
		}
	}
	return nil, false
}

// sets reports whether a comparison that holds, or does not, says that n is larger
// than limit.
func sets(cond *ssa.BinOp, holds bool, n, limit ssa.Value) bool {
	op, x, y := cond.Op, cond.X, cond.Y
	if sameNumber(x, limit) && y == n {
		x, y = y, x
		op = map[token.Token]token.Token{token.LSS: token.GTR, token.LEQ: token.GEQ, token.GTR: token.LSS, token.GEQ: token.LEQ}[op]
	}
	if x != n || !sameNumber(y, limit) {
		return false
	}
	return holds && (op == token.GTR || op == token.GEQ) || !holds && (op == token.LEQ || op == token.LSS)
}

func sameNumber(x, y ssa.Value) bool {
	a, ok1 := x.(*ssa.Const)
	b, ok2 := y.(*ssa.Const)
	return x == y || ok1 && ok2 && a.Value != nil && b.Value != nil && a.Value.ExactString() == b.Value.ExactString()
}
