package unfold

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// iterator is a function of the library that calls its argument for every element of a
// list: what a range over slices.Backward calls.
type iterator struct {
	list    slice
	reverse bool
	indexed bool // it gives the index too
}

// listed gives what a function of the library makes of lists. It reports false for
// other functions, and for lists of which too little is known.
func (r *runner) listed(obj *types.Func, args []value) (value, bool) {
	if obj.Pkg() == nil || obj.Pkg().Path() != "slices" || len(args) != 1 {
		return nil, false
	}
	_, empty := args[0].(null)
	list, _ := args[0].(slice)
	if !empty && list.arr == nil || list.n < 0 || list.n > maxRounds {
		return nil, false
	}
	switch obj.Name() {
	case "All":
		return iterator{list: list, indexed: true}, true
	case "Backward":
		return iterator{list: list, reverse: true, indexed: true}, true
	case "Values":
		return iterator{list: list}, true
	}
	if empty {
		return args[0], obj.Name() == "Clone"
	}
	switch obj.Name() {
	case "Clone", "Clip":
		return r.copied(list.arr.typ, list.elements()), true
	case "Reverse":
		elems := list.elements()
		for i, v := range slices.Backward(elems) {
			r.in.store(r.in.kid(list.arr, len(elems)-1-i), v)
		}
		return nil, true
	case "Concat":
		var all []value
		for _, v := range list.elements() {
			part, ok := v.(slice)
			if _, isNull := v.(null); !isNull && (!ok || part.arr == nil || part.n < 0) {
				return nil, false
			}
			if ok {
				all = append(all, part.elements()...)
				list.arr = part.arr
			}
		}
		return r.copied(list.arr.typ, all), len(all) > 0
	}
	return nil, false
}

// copied makes a new list.
func (r *runner) copied(arr types.Type, elems []value) value {
	out := r.in.newList(arr)
	for i, v := range elems {
		r.in.store(r.in.kid(out, i), v)
	}
	return slice{out, len(elems)}
}

// iterate calls a function for every element, until it says that this is enough.
func (r *runner) iterate(instr ssa.CallInstruction, it iterator, args []value) {
	if len(args) != 1 {
		return
	}
	f, ok := unboxed(args[0]).(closure)
	if !ok {
		r.runArgs(instr, args)
		return
	}
	elems := it.list.elements()
	rec := r.a.record(instr)
	rec.elements = max(rec.elements, len(elems))
	for k := range elems {
		if it.reverse {
			k = len(elems) - 1 - k
		}
		with := []value{elems[k]}
		if it.indexed {
			with = []value{number(int64(k)), elems[k]}
		}
		if more, known := holds(r.static(instr, f.fn, with, f.bind)); known && !more {
			return
		}
	}
}
