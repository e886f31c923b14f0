package retrysite

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// cell names a place in memory: a variable, or a field path from one.
type cell struct {
	base ssa.Value
	path string
}

// cellOf names the memory that addr points to: a variable, a captured or
// package variable, or a field of something that is named likewise.
func cellOf(addr ssa.Value) (cell, bool) {
	switch a := addr.(type) {
	case *ssa.Alloc, *ssa.FreeVar, *ssa.Global:
		return cell{a, ""}, true
	case *ssa.Parameter:
		ptr, ok := a.Type().Underlying().(*types.Pointer)
		return cell{a, ""}, ok && isInteger(ptr.Elem())
	case *ssa.Phi:
		for _, e := range a.Edges {
			if al, ok := e.(*ssa.Alloc); !ok || al.Comment != a.Comment {
				return cell{}, false
			}
		}
		return cell{a, ""}, true
	case *ssa.FieldAddr:
		field := "." + itoa(a.Field)
		switch x := a.X.(type) {
		case *ssa.UnOp:
			if x.Op == token.MUL {
				if c, ok := cellOf(x.X); ok {
					return cell{c.base, c.path + "*" + field}, true
				}
			}
		case *ssa.FieldAddr, *ssa.Alloc, *ssa.FreeVar, *ssa.Global:
			if c, ok := cellOf(x); ok {
				return cell{c.base, c.path + field}, true
			}
		}
		return cell{a.X, field}, true
	}
	return cell{}, false
}

func itoa(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + itoa(n%10)
}

// closureOf gives the closure that v is, if it is made in the same function.
func closureOf(v ssa.Value) *ssa.MakeClosure {
	c, _ := v.(*ssa.MakeClosure)
	return c
}

// storesTo reports whether fn, or a closure in it, stores to its captured variable fv.
func storesTo(fn *ssa.Function, fv *ssa.FreeVar) bool {
	for _, ref := range *fv.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr == fv {
				return true
			}
		case *ssa.MakeClosure:
			inner := ref.Fn.(*ssa.Function)
			for i, b := range ref.Bindings {
				if b == fv && storesTo(inner, inner.FreeVars[i]) {
					return true
				}
			}
		}
	}
	return false
}
