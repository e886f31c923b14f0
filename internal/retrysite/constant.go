package retrysite

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// constantOf gives the constant that a value is known to be, or nil.
func (p *pkgInfo) constantOf(v ssa.Value, depth int) constant.Value {
	if v == nil || depth > 6 {
		return nil
	}
	switch v := v.(type) {
	case *ssa.Const:
		return v.Value
	case *ssa.Convert:
		c := p.constantOf(v.X, depth+1)
		if c != nil && isInteger(v.Type()) && c.Kind() == constant.Float {
			return constant.ToInt(c)
		}
		return c
	case *ssa.ChangeType:
		return p.constantOf(v.X, depth+1)
	case *ssa.MakeInterface:
		return p.constantOf(v.X, depth+1)
	case *ssa.BinOp:
		x, y := p.constantOf(v.X, depth+1), p.constantOf(v.Y, depth+1)
		if x == nil || y == nil || isComparison(v.Op) {
			return nil
		}
		return fold(v.Op, x, y)
	case *ssa.UnOp:
		if v.Op != token.MUL {
			return nil
		}
		switch a := v.X.(type) {
		case *ssa.Global:
			if n, ok := p.globalValue(a).exact(); ok {
				return constant.MakeInt64(n)
			}
		case *ssa.FieldAddr:
			if n, ok := p.fieldValue(a).exact(); ok {
				return constant.MakeInt64(n)
			}
		case *ssa.Alloc, *ssa.FreeVar:
			if vals := p.valuesAt(a); len(vals) == 1 {
				return p.constantOf(vals[0], depth+1)
			}
		}
	case *ssa.Call:
		// A pointer to a constant, made by a helper: new(int), ptr.To(3).
		if len(v.Call.Args) == 1 && v.Call.StaticCallee() != nil && isPointerTo(v.Type(), v.Call.Args[0].Type()) {
			return p.constantOf(v.Call.Args[0], depth+1)
		}
	}
	return nil
}

func isPointerTo(t, elem types.Type) bool {
	ptr, ok := t.Underlying().(*types.Pointer)
	return ok && types.Identical(ptr.Elem(), elem)
}

func fold(op token.Token, x, y constant.Value) constant.Value {
	switch op {
	case token.QUO:
		if constant.Sign(y) == 0 {
			return nil
		}
		if x.Kind() == constant.Int && y.Kind() == constant.Int {
			op = token.QUO_ASSIGN // integer division
		}
	case token.SHL, token.SHR:
		s, ok := constant.Uint64Val(y)
		if !ok || s > 62 {
			return nil
		}
		return constant.Shift(x, op, uint(s))
	case token.ADD, token.SUB, token.MUL:
	default:
		return nil
	}
	if x.Kind() == constant.String || y.Kind() == constant.String || x.Kind() == constant.Bool || y.Kind() == constant.Bool {
		return nil
	}
	return constant.BinaryOp(x, op, y)
}

// fieldValue gives the value of a field that its package sets to one constant
// only, where no other package can set it.
func (p *pkgInfo) fieldValue(a *ssa.FieldAddr) value {
	f := fieldOf(a)
	if f == nil || f.Pkg() != p.pass.Pkg || f.Exported() {
		return top
	}
	vals := p.fieldValues(f)
	if len(vals) == 0 {
		return top
	}
	out := top
	for i, v := range vals {
		c, ok := stripConversions(v).(*ssa.Const)
		if !ok {
			return top
		}
		k := constValue(c)
		switch {
		case i == 0:
			out = k
		case out.kind == integer && k.kind == integer:
			out = value{integer, max(out.lo, k.lo), max(out.hi, k.hi)} // the largest counts
		case out != k:
			return top
		}
	}
	if out.kind == truth || out.kind == isNil {
		return top // the zero value may be there too
	}
	return out
}

// globalValue gives the value of a package variable that is set once, where it
// is declared, and never again in its package. A variable of another package
// may change at any time.
func (p *pkgInfo) globalValue(g *ssa.Global) value {
	if v, ok := p.globals[g]; ok {
		return v
	}
	p.globals[g] = top
	if g.Pkg != p.ssa || g.Object() == nil || g.Object().Exported() && !isNumeric(g.Object().Type()) {
		return top
	}
	stores := p.storesTo(g)
	if len(stores) != 1 || stores[0].Parent().Name() != "init" {
		return top
	}
	if c, ok := stripConversions(stores[0].Val).(*ssa.Const); ok {
		p.globals[g] = constValue(c)
	}
	return p.globals[g]
}

func isNumeric(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsNumeric != 0
}

// intConst gives the integer that v is, if it is a constant.
func intConst(v ssa.Value) (int64, bool) {
	c, ok := stripConversions(v).(*ssa.Const)
	if !ok || c.Value == nil {
		return 0, false
	}
	if c.Value.Kind() == constant.Float {
		f, _ := constant.Float64Val(c.Value)
		return int64(f), true
	}
	if c.Value.Kind() != constant.Int {
		return 0, false
	}
	return constant.Int64Val(c.Value)
}

// isSentinel reports whether a package variable is an error to compare with: made
// once, where it is declared. A stream's end is left open: success may end in it.
func (p *pkgInfo) isSentinel(g *ssa.Global) bool {
	if g.Name() == "EOF" {
		return false
	}
	if g.Pkg != p.ssa {
		return true
	}
	sts := p.storesTo(g)
	return len(sts) == 1 && sts[0] != nil && sts[0].Parent().Name() == "init" && !isNilConst(sts[0].Val)
}

// lengthOf gives the length of a list that is written out in the code.
func (p *pkgInfo) lengthOf(v ssa.Value, depth int) (int64, bool) {
	if depth > 4 {
		return 0, false
	}
	if ptr, ok := v.Type().Underlying().(*types.Pointer); ok {
		if arr, ok := ptr.Elem().Underlying().(*types.Array); ok {
			return arr.Len(), true
		}
	}
	switch v := v.(type) {
	case *ssa.Slice:
		if v.Low == nil && v.High == nil {
			return p.lengthOf(v.X, depth+1)
		}
		if v.Low == nil {
			return intConst(v.High) // make with a constant capacity is written so
		}
	case *ssa.UnOp:
		if g, ok := v.X.(*ssa.Global); ok && v.Op == token.MUL && g.Pkg == p.ssa && g.Object() != nil && !g.Object().Exported() {
			if sts := p.storesTo(g); len(sts) == 1 {
				return p.lengthOf(sts[0].Val, depth+1)
			}
		}
	}
	if arr, ok := v.Type().Underlying().(*types.Array); ok {
		return arr.Len(), true
	}
	return 0, false
}

// fieldConstant gives the constant that a field of a struct value is set to: in a
// literal, by the function that makes it, in a package variable.
func (p *pkgInfo) fieldConstant(v ssa.Value, field string, depth int) (int64, bool) {
	if depth > 6 {
		return 0, false
	}
	switch v := stripConversions(v).(type) {
	case *ssa.UnOp:
		if v.Op != token.MUL {
			return 0, false
		}
		return p.fieldConstant(v.X, field, depth+1)
	case *ssa.Alloc, *ssa.Global:
		return p.storedConstant(v, field, depth)
	case *ssa.Call:
		fn := v.Call.StaticCallee()
		if fn == nil || fn.Pkg != p.ssa {
			return 0, false
		}
		for _, r := range returns(fn) {
			if len(r.Results) > 0 {
				return p.fieldConstant(r.Results[0], field, depth+1)
			}
		}
	}
	return 0, false
}

// storedConstant finds the constant that is stored into a field of a variable.
func (p *pkgInfo) storedConstant(v ssa.Value, field string, depth int) (int64, bool) {
	fns := []*ssa.Function{v.Parent()}
	if _, ok := v.(*ssa.Global); ok {
		fns = []*ssa.Function{p.ssa.Func("init")}
	}
	for _, fn := range fns {
		if fn == nil {
			continue
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				st, ok := instr.(*ssa.Store)
				if !ok {
					continue
				}
				if st.Addr == v {
					return p.fieldConstant(st.Val, field, depth+1)
				}
				if fa, ok := st.Addr.(*ssa.FieldAddr); ok && fa.X == v && fieldOf(fa) != nil && fieldOf(fa).Name() == field {
					return intConst(st.Val)
				}
			}
		}
	}
	return 0, false
}
