package unfold

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// exec runs one instruction that does not move control.
func (r *runner) exec(instr ssa.Instruction) {
	switch instr := instr.(type) {
	case *ssa.Store:
		r.begin(instr)
		r.store(instr.Addr, r.value(instr.Val))
	case *ssa.MapUpdate:
		r.mapUpdate(instr)
	case *ssa.Send:
		if o := at(r.value(instr.Chan)); o != nil {
			r.in.put(o, r.value(instr.X))
		}
	case *ssa.Go:
		r.call(instr)
	case *ssa.Defer:
		r.putOff(instr)
	case *ssa.Call:
		r.a.vars.set(instr, r.call(instr))
	case ssa.Value:
		r.a.vars.set(instr, r.eval(instr))
	}
}

// eval computes an instruction's value.
func (r *runner) eval(v ssa.Value) value {
	switch v := v.(type) {
	case *ssa.Alloc:
		return r.alloc(v, v.Type())
	case *ssa.BinOp:
		return r.binop(v)
	case *ssa.UnOp:
		return r.unop(v)
	case *ssa.ChangeType:
		return r.value(v.X)
	case *ssa.Convert:
		return r.convert(v)
	case *ssa.MultiConvert:
		return nil
	case *ssa.ChangeInterface:
		return r.value(v.X)
	case *ssa.SliceToArrayPointer:
		if s, ok := r.value(v.X).(slice); ok {
			return s.arr
		}
	case *ssa.MakeInterface:
		return box(r.value(v.X), v.X.Type())
	case *ssa.MakeClosure:
		c := closure{fn: v.Fn.(*ssa.Function), bind: make([]value, len(v.Bindings))}
		for i, b := range v.Bindings {
			c.bind[i] = r.value(b)
		}
		return c
	case *ssa.MakeMap, *ssa.MakeChan:
		return r.alloc(v.(ssa.Instruction), nil)
	case *ssa.MakeSlice:
		n, ok := integer(r.value(v.Len))
		if !ok || n > 64 {
			n = -1
		}
		return slice{r.alloc(v, types.NewPointer(types.NewArray(v.Type().Underlying().(*types.Slice).Elem(), 64))), int(n)}
	case *ssa.Slice:
		return r.slice(v)
	case *ssa.FieldAddr:
		return r.fieldAddr(v)
	case *ssa.Field:
		return field(r.recordOf(v.X), v.Field)
	case *ssa.IndexAddr:
		return r.indexAddr(v)
	case *ssa.Index:
		return r.index(v)
	case *ssa.Lookup:
		return r.lookup(v)
	case *ssa.Extract:
		t, ok := r.value(v.Tuple).(tuple)
		if ok && v.Index < len(t) {
			return t[v.Index]
		}
	case *ssa.TypeAssert:
		return r.typeAssert(v)
	case *ssa.Range:
		return r.rangeOver(v)
	case *ssa.Next:
		return r.next(v)
	}
	return nil
}

// box puts a value into an interface. An object made out of scope keeps its type.
func box(v value, t types.Type) value {
	switch v := v.(type) {
	case nil:
		return nil
	case union:
		out := make(union, len(v))
		for i, a := range v {
			out[i] = box(a, t)
		}
		return out
	case null:
		if _, isBasic := t.Underlying().(*types.Basic); isBasic {
			return nil
		}
	}
	return boxed{v, t}
}

// alloc makes memory. In a loop that runs an unknown number of times there is one
// for all rounds.
func (r *runner) alloc(instr ssa.Instruction, ptr types.Type) *object {
	if o, ok := r.a.allocs[allocKey{instr, 0}]; ok && r.in.weak > o.weak {
		return o
	}
	var t types.Type
	if ptr != nil {
		t = ptr.Underlying().(*types.Pointer).Elem()
	} else {
		t = instr.(ssa.Value).Type()
	}
	o := r.in.newObject(t, true)
	r.a.allocs[allocKey{instr, 0}] = o
	if name := r.in.ofScope(t); name != nil && ptr != nil {
		if _, isPointer := types.Unalias(t).(*types.Pointer); !isPointer {
			r.in.byType[name] = append(r.in.byType[name], o)
		}
	}
	r.in.noteLiteral(o, instr)
	return o
}

func (r *runner) binop(v *ssa.BinOp) value {
	return arith(v.Op, r.value(v.X), r.value(v.Y), v.X.Type())
}

func (r *runner) unop(v *ssa.UnOp) value {
	x := r.value(v.X)
	switch v.Op {
	case token.MUL:
		return r.deref(x, v.X)
	case token.NOT:
		if b, known := holds(x); known {
			return truth(!b)
		}
	case token.SUB:
		if k, ok := x.(konst); ok {
			return konst{constant.UnaryOp(token.SUB, k.v, 0)}
		}
	case token.ARROW:
		if o := at(x); o != nil && o.held().some {
			if v.CommaOk {
				return tuple{o.held().all, nil}
			}
			return o.held().all
		}
	}
	return nil
}

// deref reads what a pointer points to.
func (r *runner) deref(ptr value, from ssa.Value) value {
	objs := r.pointees(ptr, from.Type())
	if len(objs) == 0 {
		return nil
	}
	v := r.in.load(objs[0])
	for _, o := range objs[1:] {
		v = join(v, r.in.load(o))
	}
	return v
}

// pointees lists the objects that a pointer can point to.
func (r *runner) pointees(ptr value, t types.Type) []*object {
	if ptr == nil {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			ptr = r.in.anyOf(p.Elem())
		}
	}
	var out []*object
	for _, a := range alternatives(ptr) {
		if o, ok := a.(*object); ok {
			out = append(out, o)
		}
	}
	return out
}

func (r *runner) store(addr ssa.Value, v value) {
	objs := r.pointees(r.value(addr), addr.Type())
	if len(objs) > 1 {
		r.in.weak++
		defer func() { r.in.weak-- }()
	}
	for _, o := range objs {
		r.in.store(o, v)
	}
}

func (r *runner) convert(v *ssa.Convert) value {
	x := r.value(v.X)
	to, ok := v.Type().Underlying().(*types.Basic)
	if !ok {
		return x
	}
	k, isConst := x.(konst)
	if !isConst {
		return x
	}
	switch {
	case to.Info()&types.IsInteger != 0:
		if i := constant.ToInt(constant.ToFloat(k.v)); i.Kind() == constant.Int {
			return konst{i}
		}
		if k.v.Kind() == constant.Float {
			f, _ := constant.Float64Val(k.v)
			return number(int64(f))
		}
	case to.Info()&types.IsString != 0 && k.v.Kind() != constant.String:
		return nil
	}
	return x
}

func (r *runner) fieldAddr(v *ssa.FieldAddr) value {
	objs := r.pointees(r.value(v.X), v.X.Type())
	var out union
	for _, o := range objs {
		if k := r.in.kid(o, v.Field); k != nil {
			out = append(out, k)
		}
	}
	switch len(out) {
	case 0:
		return nil
	case 1:
		return out[0]
	}
	return out
}

// recordOf gives the struct that v is; of one of which nothing is known, one that
// the program makes.
func (r *runner) recordOf(v ssa.Value) value {
	x := r.value(v)
	if x == nil {
		if o := at(r.in.anyOf(v.Type())); o != nil {
			return r.in.load(o)
		}
	}
	return x
}

func field(v value, i int) value {
	switch v := v.(type) {
	case record:
		if i < len(v.fields) {
			return v.fields[i]
		}
	case union:
		out := field(v[0], i)
		for _, a := range v[1:] {
			out = join(out, field(a, i))
		}
		return out
	}
	return nil
}

func (r *runner) typeAssert(v *ssa.TypeAssert) value {
	x := r.value(v.X)
	var out value
	_, toInterface := v.AssertedType.Underlying().(*types.Interface)
	hits, misses := 0, 0
	for _, a := range alternatives(x) {
		b, ok := a.(boxed)
		switch {
		case !ok:
			continue
		case toInterface && types.AssignableTo(b.typ, v.AssertedType):
			out, hits = joinFirst(out, a, hits), hits+1
		case !toInterface && types.Identical(b.typ, v.AssertedType):
			out, hits = joinFirst(out, b.val, hits), hits+1
		default:
			misses++
		}
	}
	if !v.CommaOk {
		return out
	}
	var ok value
	if x != nil && hits == 0 && misses > 0 {
		ok = truth(false)
	} else if hits > 0 && misses == 0 {
		ok = truth(true)
	}
	return tuple{out, ok}
}

func joinFirst(out, v value, n int) value {
	if n == 0 {
		return v
	}
	return join(out, v)
}
