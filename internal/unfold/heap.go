package unfold

import (
	"cmp"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// object is a piece of memory: a variable, or what a pointer, slice, map or
// channel refers to.
type object struct {
	id     int
	typ    types.Type // of what it holds
	global string     // the name of the package variable that it is, or ""
	val    value
	set    bool
	zero   bool       // what has not been set is zero; else unknown
	fresh  bool       // made while a request is served
	weak   int32      // how uncertain it was that it is made at all
	of     *object    // that it is a part of, or nil
	field  *types.Var // that it is, or nil
	kids   kids       // fields of a struct, elements of an array
	inside *contents  // of a map, a channel or an array, or nil
	// owner is the object out of scope that it is a part of, or nil.
	owner *object
	// made is the call out of scope that made it, or nil.
	made *foreignCall
	// shared is the package variable out of scope that it is, or nil.
	shared *types.Var
	later  []*foreignCall // methods of libraries called on it
}

// kids are parts of an object, in the order of their indexes.
type kids []kid

type kid struct {
	index int
	obj   *object
}

// find gives where the part with an index is, or would be.
func (ks kids) find(i int) (int, bool) {
	return slices.BinarySearchFunc(ks, i, func(k kid, i int) int { return cmp.Compare(k.index, i) })
}

// at gives the part with an index, or nil.
func (ks kids) at(i int) *object {
	if n, ok := ks.find(i); ok {
		return ks[n].obj
	}
	return nil
}

// contents is what has been put into a map, a channel or an array.
type contents struct {
	all  value      // what is at any index, key, or in the channel
	some bool       // whether all has been set
	keys []mapEntry // of a map, in the order of insertion
}

type mapEntry struct{ key, val value }

// held gives what has been put into an object.
func (o *object) held() contents {
	if o.inside == nil {
		return contents{}
	}
	return *o.inside
}

// hold gives what has been put into an object, to be added to.
func (o *object) hold() *contents {
	if o.inside == nil {
		o.inside = &contents{}
	}
	return o.inside
}

// name gives what the contents of an object are called where they are unknown.
func (o *object) name() string {
	switch {
	case o.global != "":
		return o.global
	case o.field != nil:
		return typeName(o.of.typ) + "." + o.field.Name()
	case o.made != nil:
		return symbolName(o.made)
	}
	return ""
}

// foreignCall is a call of a function out of scope.
type foreignCall struct {
	instr ssa.CallInstruction // nil where there is none
	fn    *types.Func
	recv  value
	args  []value
	// asked reports whether it made a request whose failure its results do not tell
	// of: what they are asked for later may.
	asked bool
}

func (in *interp) newObject(t types.Type, zero bool) *object {
	in.objects++
	return &object{id: in.objects, typ: t, zero: zero, weak: in.weak, fresh: in.serving}
}

// another gives a new object that is as o is now. Their parts are the same objects.
func (in *interp) another(o *object) *object {
	c := *o
	in.objects++
	c.id, c.kids = in.objects, slices.Clone(o.kids)
	if o.inside != nil {
		inside := *o.inside
		inside.keys = slices.Clone(inside.keys)
		c.inside = &inside
	}
	return &c
}

// kid gives the part of o with the index i: a field, or an element.
func (in *interp) kid(o *object, i int) *object {
	at, ok := o.kids.find(i)
	if ok {
		return o.kids[at].obj
	}
	var t types.Type
	var f *types.Var
	switch u := o.typ.Underlying().(type) {
	case *types.Struct:
		if i >= u.NumFields() {
			return nil
		}
		f = u.Field(i)
		t = f.Type()
	case *types.Array:
		t = u.Elem()
	default:
		return nil
	}
	k := in.newObject(t, o.zero)
	k.of, k.field, k.weak, k.fresh = o, f, o.weak, o.fresh
	if o.made != nil || o.shared != nil {
		k.owner = o
	}
	o.kids = slices.Insert(o.kids, at, kid{i, k})
	return k
}

// element gives the value at an index of an array.
func (o *object) element(i int) value {
	if k := o.kids.at(i); k != nil && (k.set || isAggregate(k.typ)) {
		return peek(k, 0)
	}
	return o.held().all
}

// peek reads an object without making anything up.
func peek(o *object, depth int) value {
	if o.set || depth > 4 {
		return o.val
	}
	if st, ok := o.typ.Underlying().(*types.Struct); ok {
		out := record{typ: o.typ, fields: make([]value, st.NumFields()), from: o}
		for i := range out.fields {
			if k := o.kids.at(i); k != nil {
				out.fields[i] = peek(k, depth+1)
			} else if o.zero {
				out.fields[i] = zeroOf(st.Field(i).Type(), depth+1)
			}
		}
		return out
	}
	if o.zero {
		return zeroOf(o.typ, 0)
	}
	return nil
}

func isAggregate(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Struct, *types.Array:
		return true
	}
	return false
}

// load reads an object.
func (in *interp) load(o *object) value {
	switch u := o.typ.Underlying().(type) {
	case *types.Struct:
		out := record{typ: o.typ, fields: make([]value, u.NumFields())}
		if o.made != nil || o.shared != nil {
			out.from = o
		}
		for i := range out.fields {
			if k := o.kids.at(i); k != nil {
				out.fields[i] = in.load(k)
			} else if o.zero && !in.moved(u.Field(i)) {
				out.fields[i] = zeroOf(u.Field(i).Type(), 1)
			} else {
				out.fields[i] = in.load(in.kid(o, i))
			}
		}
		return out
	case *types.Array:
		if u.Len() > 64 {
			return nil
		}
		out := record{typ: o.typ, fields: make([]value, u.Len())}
		for i := range out.fields {
			out.fields[i] = in.load(in.kid(o, i))
		}
		return out
	}
	if o.set {
		return o.val
	}
	if o.zero && !in.moved(o.field) {
		return zeroOf(o.typ, 0)
	}
	return in.unknown(o)
}

// moved reports whether a field of o that nothing has been put into so far may hold
// something by the time that a request comes in: a list or a flag that the program
// changes. A number or a pointer is taken for what it was made with.
func (in *interp) moved(f *types.Var) bool {
	if f == nil || !in.serving || !in.mutable[f] {
		return false
	}
	switch u := f.Type().Underlying().(type) {
	case *types.Slice, *types.Map:
		return true
	case *types.Basic:
		return u.Info()&(types.IsBoolean|types.IsString) != 0
	}
	return false
}

// unknown makes up what an object of unknown contents holds: a symbol for a
// number, memory for what a pointer points to.
func (in *interp) unknown(o *object) value {
	switch u := o.typ.Underlying().(type) {
	case *types.Basic:
		if u.Info()&(types.IsInteger|types.IsString) != 0 && o.name() != "" {
			return symbol{o.name()}
		}
	case *types.Signature, *types.Interface:
		if o.owner != nil { // what a client is made of goes by its settings
			part := in.newObject(o.typ, false)
			part.owner = o.owner
			o.val, o.set = part, true
			return part
		}
	case *types.Pointer:
		if in.ofScope(u.Elem()) != nil {
			return nil // any object of that type
		}
		if _, ok := u.Elem().Underlying().(*types.Struct); ok {
			o.val, o.set = in.newObject(u.Elem(), false), true
			return o.val
		}
	}
	return nil
}

// store writes v into an object. Where it is not certain that it happens, the
// old value stays possible.
func (in *interp) store(o *object, v value) {
	if o == nil {
		return
	}
	if isAggregate(o.typ) {
		r, ok := v.(record)
		if !ok {
			if u, isUnion := v.(union); isUnion && len(u) > 0 {
				if r, ok = u[0].(record); !ok {
					return
				}
			} else {
				o.zero = false // unknown contents
				o.kids = nil
				return
			}
		}
		if r.from != nil && (r.from.made != nil || r.from.shared != nil) {
			o.made, o.shared = r.from.made, r.from.shared
		}
		for i, f := range r.fields {
			in.store(in.kid(o, i), f)
		}
		return
	}
	if in.weak > o.weak {
		old := o.val
		if !o.set {
			if _, basic := o.typ.Underlying().(*types.Basic); o.zero && basic {
				old = zeroOf(o.typ, 0)
			} else {
				old = v
			}
		}
		v = join(old, v)
	}
	o.val, o.set = v, true
	in.noteVerdict(o, v)
}

// begin makes a variable new that a store begins, as that of a range does in each round:
// all that reads it comes after the store, so that nothing is left of what it was.
func (r *runner) begin(st *ssa.Store) {
	a, ok := st.Addr.(*ssa.Alloc)
	if !ok || a.Heap || r.in.weak == 0 {
		return
	}
	o, ok := r.value(a).(*object)
	if ok && r.in.weak > o.weak && isAggregate(o.typ) && comesFirst(st, a) {
		o.weak, o.kids = r.in.weak, nil
	}
}

// comesFirst reports whether all other uses of a variable come after a store.
func comesFirst(st *ssa.Store, a *ssa.Alloc) bool {
	for _, ref := range *a.Referrers() {
		if ref == ssa.Instruction(st) {
			continue
		}
		if ref.Block() == st.Block() {
			if slices.Index(ref.Block().Instrs, ref) < slices.Index(ref.Block().Instrs, ssa.Instruction(st)) {
				return false
			}
		} else if !st.Block().Dominates(ref.Block()) {
			return false
		}
	}
	return true
}

// put sets an element of an array, or all of them where the index is unknown.
func (in *interp) put(arr *object, v value) {
	c := arr.hold()
	if c.some {
		v = join(c.all, v)
	}
	c.all, c.some = v, true
}

// typeName gives the name of a named type, without its package.
func typeName(t types.Type) string {
	if n := namedOf(t); n != nil {
		return n.Obj().Name()
	}
	return ""
}

// namedOf gives the named type that t is or points to.
func namedOf(t types.Type) *types.Named {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, _ := t.(*types.Named)
	return n
}

// at gives the object that a pointer value points to; of several the first.
func at(v value) *object {
	for _, a := range alternatives(v) {
		if o, ok := unboxed(a).(*object); ok {
			return o
		}
	}
	return nil
}
