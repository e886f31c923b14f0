package retrysite

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// content follows what is kept at an address: in a variable, or in the field of a
// struct. It gives nil where that cannot be told.
func (d *decider) content(addr ssa.Value, fr *frame, depth int) []place {
	switch a := addr.(type) {
	case *ssa.Global:
		return d.inGlobal(a, depth)
	case *ssa.FreeVar:
		b := bindingOf(a)
		if b == nil {
			return nil
		}
		var outer *frame
		if fr != nil && fr.fn == a.Parent() {
			outer = fr.outer
		}
		return d.content(b, outer, depth+1)
	case *ssa.Alloc:
		if structOf(a.Type()) != nil && isStruct(a.Type()) {
			return []place{{a, fr}}
		}
		return d.inVariable(a, fr, depth)
	case *ssa.FieldAddr:
		if isStruct(a.Type()) {
			return []place{{a, fr}}
		}
		return d.field(a.X, fr, []int{a.Field}, depth)
	}
	return nil
}

// isStruct reports whether t points to a struct.
func isStruct(t types.Type) bool {
	ptr, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	_, ok = ptr.Elem().Underlying().(*types.Struct)
	return ok
}

// inGlobal follows a package variable that is set where it is declared only.
func (d *decider) inGlobal(g *ssa.Global, depth int) []place {
	if g.Pkg != d.p.ssa || g.Object() == nil {
		return nil
	}
	sts := d.p.storesTo(g)
	if isStruct(g.Type()) && (len(sts) == 0 || sts[0] == nil) {
		return []place{{g, nil}}
	}
	switch {
	case len(sts) == 1 && sts[0] != nil && sts[0].Parent().Name() == "init":
		return d.places(sts[0].Val, nil, depth+1)
	case len(sts) == 0 && !g.Object().Exported():
		return zeroPlace(g.Object().Type())
	}
	return nil
}

// zeroPlace gives the zero value of a type.
func zeroPlace(t types.Type) []place {
	if b, ok := t.Underlying().(*types.Basic); ok {
		switch {
		case b.Info()&types.IsBoolean != 0:
			return []place{{ssa.NewConst(constant.MakeBool(false), t), nil}}
		case b.Info()&types.IsNumeric != 0:
			return []place{{ssa.NewConst(constant.MakeInt64(0), t), nil}}
		case b.Info()&types.IsString != 0:
			return []place{{ssa.NewConst(constant.MakeString(""), t), nil}}
		}
		return nil
	}
	return []place{{ssa.NewConst(nil, t), nil}}
}

// inVariable follows a variable of a function that is set once before it is used.
func (d *decider) inVariable(a *ssa.Alloc, fr *frame, depth int) []place {
	var only *ssa.Store
	count := 0
	for _, ref := range *a.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr == a && d.reached(ref, fr, depth) {
				only = ref
				count++
			} else if ref.Addr != a {
				return nil
			}
		case *ssa.MakeClosure:
			if changedBy(ref, a) {
				return nil
			}
		case *ssa.UnOp, *ssa.DebugRef:
		default:
			return nil // its address goes elsewhere
		}
	}
	switch {
	case count == 0:
		return zeroPlace(a.Type().Underlying().(*types.Pointer).Elem())
	case count == 1 && settled(a, only):
		return d.places(only.Val, fr, depth+1)
	}
	return nil
}

// changedBy reports whether a function literal sets a variable that it captures.
func changedBy(mc *ssa.MakeClosure, a ssa.Value) bool {
	fn := mc.Fn.(*ssa.Function)
	for i, b := range mc.Bindings {
		if b == a && storesTo(fn, fn.FreeVars[i]) {
			return true
		}
	}
	return false
}

// settled reports whether a variable is used only where a store to it, or to a part
// of it, has been passed.
func settled(a *ssa.Alloc, st *ssa.Store) bool {
	for _, ref := range *a.Referrers() {
		if ref == ssa.Instruction(st) || ref.Block() == st.Block() {
			continue
		}
		if fa, ok := ref.(*ssa.FieldAddr); ok && onlySet(fa) {
			continue
		}
		if w, ok := ref.(*ssa.Store); ok && w.Addr == a {
			continue
		}
		if !st.Block().Dominates(ref.Block()) {
			return false
		}
	}
	return true
}

// onlySet reports whether a field's address serves for nothing but to set the field.
func onlySet(fa *ssa.FieldAddr) bool {
	for _, ref := range *fa.Referrers() {
		if st, ok := ref.(*ssa.Store); !ok || st.Addr != fa {
			return false
		}
	}
	return true
}

// field follows the field at a path from x, which is a struct or points to one.
func (d *decider) field(x ssa.Value, fr *frame, path []int, depth int) []place {
	if depth > maxOrigin || len(path) > 4 || d.changes(x.Type(), path) {
		return nil
	}
	var out []place
	made := structOf(x.Type())
	for _, o := range d.places(x, fr, depth+1) {
		if st := structOf(o.v.Type()); st == nil || !types.Identical(st, made) {
			return nil // nil, or what an interface held is of another type
		}
		got := d.fieldAt(o, path, depth+1)
		if got == nil {
			return nil
		}
		out = union(out, got)
	}
	return out
}

// changes reports whether a field on the path is set otherwise than by who makes the
// struct.
func (d *decider) changes(t types.Type, path []int) bool {
	d.p.index()
	for _, i := range path {
		st := structOf(t)
		if st == nil || i >= st.NumFields() || d.p.changed[st.Field(i)] {
			return true
		}
		t = st.Field(i).Type()
	}
	return false
}

func (d *decider) fieldAt(o place, path []int, depth int) []place {
	switch v := o.v.(type) {
	case *ssa.FieldAddr:
		return d.field(v.X, o.fr, append([]int{v.Field}, path...), depth)
	case *ssa.UnOp:
		if fa, ok := v.X.(*ssa.FieldAddr); ok && v.Op == token.MUL && structOf(v.Type()) != nil {
			if _, isPtr := v.Type().Underlying().(*types.Pointer); !isPtr {
				return d.fieldAt(place{fa, o.fr}, path, depth)
			}
		}
	case *ssa.Alloc:
		return d.inLiteral(v, *v.Referrers(), o.fr, path, depth)
	case *ssa.Global:
		if v.Pkg != d.p.ssa {
			return nil
		}
		var refs []ssa.Instruction
		for _, fa := range d.p.globalFields[v] {
			refs = append(refs, fa)
		}
		return d.inLiteral(v, refs, nil, path, depth)
	case *ssa.Const:
		if !v.IsNil() {
			return zeroPlace(fieldType(v.Type(), path))
		}
		return nil
	}
	return d.anywhere(o.v.Type(), path, depth)
}

func fieldType(t types.Type, path []int) types.Type {
	for _, i := range path {
		t = structOf(t).Field(i).Type()
	}
	return t
}

// anywhere lists all that the package stores at a path that begins with a field which
// others cannot see.
func (d *decider) anywhere(t types.Type, path []int, depth int) []place {
	st := structOf(t)
	if st == nil || path[0] >= st.NumFields() {
		return nil
	}
	f := st.Field(path[0])
	if f.Exported() || f.Pkg() != d.p.pass.Pkg {
		return nil
	}
	var out []place
	made := false
	for _, fa := range d.p.selected[f] {
		sts, ok := d.setsOf(fa, path[1:], nil, depth)
		if !ok {
			return nil
		}
		made = made || len(path) > 1 && !onlyRead(fa)
		for _, st := range sts {
			got := d.storedAt(st, fa.X, nil, path, depth)
			if got == nil {
				return nil
			}
			out = union(out, got)
		}
	}
	if len(out) == 0 && !made {
		return nil
	}
	if end := fieldType(t, path); isBasic(end) {
		out = union(out, zeroPlace(end)) // who makes the struct may leave it alone
	}
	return out
}

func isBasic(t types.Type) bool {
	_, ok := t.Underlying().(*types.Basic)
	return ok
}

// onlyRead reports whether nothing is stored at a field's address or below it.
func onlyRead(fa *ssa.FieldAddr) bool {
	for _, ref := range *fa.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			return false
		case *ssa.FieldAddr:
			if !onlyRead(ref) {
				return false
			}
		}
	}
	return true
}

// storedAt follows the value of a store to a path from x, or to a part of it.
func (d *decider) storedAt(st *ssa.Store, x ssa.Value, fr *frame, path []int, depth int) []place {
	if rest := path[len(path)-below(st.Addr, x, path):]; len(rest) > 0 {
		return d.field(st.Val, fr, rest, depth+1)
	}
	return d.places(st.Val, fr, depth+1)
}

// inLiteral follows a field of a struct that is made in a variable, from what is
// done to that variable.
func (d *decider) inLiteral(x ssa.Value, refs []ssa.Instruction, fr *frame, path []int, depth int) []place {
	var whole, parts []*ssa.Store
	lost := false
	for _, ref := range refs {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr == x && d.reached(ref, fr, depth) {
				whole = append(whole, ref)
			}
		case *ssa.FieldAddr:
			if ref.Field != path[0] {
				continue
			}
			sts, ok := d.setsOf(ref, path[1:], fr, depth)
			parts = append(parts, sts...)
			lost = lost || !ok
		case *ssa.MakeInterface:
			lost = lost || d.filledIn(ref)
		}
	}
	a, isAlloc := x.(*ssa.Alloc)
	switch {
	case lost || len(parts) > 1 || len(whole) > 1:
		return nil
	case len(parts) == 1:
		if isAlloc && !settled(a, parts[0]) {
			return nil
		}
		return d.storedAt(parts[0], x, fr, path, depth)
	case len(whole) == 1:
		return d.field(whole[0].Val, fr, path, depth+1)
	}
	return zeroPlace(fieldType(x.Type(), path))
}

// filledIn reports whether a pointer is handed as an interface to a function out of
// sight: it may be filled in there, as decoders do.
func (d *decider) filledIn(mi *ssa.MakeInterface) bool {
	for _, ref := range *mi.Referrers() {
		c, ok := ref.(*ssa.Call)
		if !ok || c.Call.Value == mi {
			continue
		}
		if fn := c.Call.StaticCallee(); fn == nil || fn.Pkg != d.p.ssa {
			return true
		}
	}
	return false
}

// setsOf lists the stores to the field at fa, or to the part of it that the rest of
// the path leads to. It reports false where the address goes elsewhere.
func (d *decider) setsOf(fa *ssa.FieldAddr, rest []int, fr *frame, depth int) ([]*ssa.Store, bool) {
	var out []*ssa.Store
	for _, ref := range *fa.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr != fa {
				return nil, false
			}
			if d.reached(ref, fr, depth) {
				out = append(out, ref)
			}
		case *ssa.FieldAddr:
			if len(rest) == 0 || ref.Field != rest[0] {
				continue
			}
			more, ok := d.setsOf(ref, rest[1:], fr, depth)
			if !ok {
				return nil, false
			}
			out = append(out, more...)
		case *ssa.Call:
			if len(rest) == 0 {
				return nil, false
			}
		}
	}
	return out, true
}

// below counts the elements of the path from x that lie below the address of a store.
func below(addr, x ssa.Value, path []int) int {
	n := len(path)
	for addr != x && n > 0 {
		fa, ok := addr.(*ssa.FieldAddr)
		if !ok {
			break
		}
		addr = fa.X
		n--
	}
	return n
}
