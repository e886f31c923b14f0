package unfold

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// slice takes a part of an array or a slice.
func (r *runner) slice(v *ssa.Slice) value {
	x := r.value(v.X)
	low, high := int64(0), int64(-1)
	known := true
	if v.Low != nil {
		low, known = integer(r.value(v.Low))
	}
	if v.High != nil {
		var ok bool
		high, ok = integer(r.value(v.High))
		known = known && ok
	}
	switch x := x.(type) {
	case *object: // of an array
		arr, ok := x.typ.Underlying().(*types.Array)
		if !ok {
			return nil
		}
		if v.High == nil {
			high = arr.Len()
		}
		if known && low == 0 {
			return slice{x, int(high)}
		}
		return slice{x, -1}
	case slice:
		if v.High == nil {
			high = int64(x.n)
		}
		if known && low == 0 && high <= int64(x.n) {
			return slice{x.arr, int(high)}
		}
		return r.part(x, int(low), int(high), known)
	}
	return x
}

// part copies a part of a slice.
func (r *runner) part(x slice, low, high int, known bool) value {
	if !known || x.n < 0 || low > high || high > x.n {
		return slice{x.arr, -1}
	}
	out := r.in.newList(x.arr.typ)
	for i := low; i < high; i++ {
		r.in.store(r.in.kid(out, i-low), x.arr.element(i))
	}
	return slice{out, high - low}
}

func (in *interp) newList(arr types.Type) *object {
	elem := arr.Underlying().(*types.Array).Elem()
	return in.newObject(types.NewArray(elem, 1<<20), true)
}

func (r *runner) indexAddr(v *ssa.IndexAddr) value {
	i, known := integer(r.value(v.Index))
	switch x := r.value(v.X).(type) {
	case *object:
		if known && i >= 0 && i < 4096 {
			return address(r.in.kid(x, int(i)))
		}
		return r.anyElement(x, -1)
	case slice:
		if x.arr == nil {
			return nil
		}
		if known && i >= 0 && i < 4096 && (x.n < 0 || int(i) < x.n) {
			if x.n >= 0 || x.arr.kids.at(int(i)) != nil {
				return address(r.in.kid(x.arr, int(i)))
			}
		}
		return r.anyElement(x.arr, x.n)
	}
	return nil
}

// address gives the pointer to an object, if there is one.
func address(o *object) value {
	if o == nil {
		return nil
	}
	return o
}

// anyElement gives a stand-in for the element at an unknown index: reading it
// reads any of them, writing it may write any of them.
func (r *runner) anyElement(arr *object, n int) value {
	if _, ok := arr.typ.Underlying().(*types.Array); !ok {
		return nil
	}
	var out union
	for i := 0; i < maxUnion && i < len(arr.kids) && (n < 0 || i < n); i++ {
		if k := arr.kids.at(i); k != nil {
			out = append(out, k)
		}
	}
	k := r.in.kid(arr, 1<<20) // what is put at unknown indexes
	k.zero = false
	if len(out) == 0 || k.set {
		out = append(out, k)
	}
	if len(out) == 1 {
		return out[0]
	}
	return out
}

func (r *runner) index(v *ssa.Index) value {
	x, ok := r.value(v.X).(record)
	if !ok {
		return nil
	}
	if i, known := integer(r.value(v.Index)); known && i >= 0 && int(i) < len(x.fields) {
		return x.fields[i]
	}
	if len(x.fields) == 0 {
		return nil
	}
	out := x.fields[0]
	for _, f := range x.fields[1:] {
		out = join(out, f)
	}
	return out
}

func (r *runner) mapUpdate(v *ssa.MapUpdate) {
	o := at(r.value(v.Map))
	if o == nil {
		return
	}
	key, val := r.value(v.Key), r.value(v.Value)
	c := o.hold()
	for i := range c.keys {
		if same(c.keys[i].key, key) {
			if r.in.weak > o.weak {
				val = join(c.keys[i].val, val)
			}
			c.keys[i].val = val
			return
		}
	}
	if len(c.keys) < maxRounds {
		c.keys = append(c.keys, mapEntry{key, val})
	}
	r.in.put(o, val)
}

func (r *runner) lookup(v *ssa.Lookup) value {
	o := at(r.value(v.X))
	if o == nil {
		return nil
	}
	key := r.value(v.Index)
	out, found := o.held().all, value(nil)
	if _, ok := key.(konst); ok {
		for _, e := range o.held().keys {
			if same(e.key, key) {
				out, found = e.val, truth(true)
			}
		}
	}
	if v.CommaOk {
		return tuple{out, found}
	}
	return out
}

// mapWalk is the state of a range over a map.
type mapWalk struct {
	entries []mapEntry
	next    int
}

func (r *runner) rangeOver(v *ssa.Range) value {
	if o := at(r.value(v.X)); o != nil && len(o.held().keys) > 0 {
		return &mapWalk{entries: o.held().keys}
	}
	return nil
}

func (r *runner) next(v *ssa.Next) value {
	w, ok := r.value(v.Iter).(*mapWalk)
	if !ok {
		return tuple{nil, nil, nil}
	}
	if w.next >= len(w.entries) {
		return tuple{truth(false), nil, nil}
	}
	e := w.entries[w.next]
	w.next++
	return tuple{truth(true), e.key, e.val}
}
