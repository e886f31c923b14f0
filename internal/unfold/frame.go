package unfold

import "golang.org/x/tools/go/ssa"

// frame holds what the values of a function are in one activation.
type frame struct {
	numbers map[ssa.Value]int // of the function's values
	now     []value           // as last computed; nil once the activation is done
	ever    []value           // all that has been computed, joined; seen where nothing is known
}

// seen stands in a frame for a value that has been computed and of which nothing is
// known.
type seen struct{}

func newFrame(s *shape) *frame {
	return &frame{numbers: s.numbers, now: make([]value, len(s.numbers)), ever: make([]value, len(s.numbers))}
}

// numberValues numbers the values of a function.
func numberValues(fn *ssa.Function) map[ssa.Value]int {
	out := map[ssa.Value]int{}
	for _, v := range fn.Params {
		out[v] = len(out)
	}
	for _, v := range fn.FreeVars {
		out[v] = len(out)
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if v, ok := instr.(ssa.Value); ok {
				out[v] = len(out)
			}
		}
	}
	return out
}

// get gives a value as last computed.
func (f *frame) get(v ssa.Value) value {
	if i, ok := f.numbers[v]; ok {
		return f.now[i]
	}
	return nil
}

// set gives a value to an SSA value.
func (f *frame) set(v ssa.Value, x value) {
	i := f.numbers[v]
	f.now[i] = x
	switch x.(type) {
	case record, tuple, slice:
		return // says nothing about a branch
	case nil:
		f.ever[i] = seen{}
		return
	}
	switch old := f.ever[i].(type) {
	case nil:
		f.ever[i] = x
	case seen: // whatever it is now, it was something else
	default:
		if x = join(old, x); x == nil {
			x = seen{}
		}
		f.ever[i] = x
	}
}

// begin gives a value to a parameter or a captured variable.
func (f *frame) begin(v ssa.Value, x value) {
	i := f.numbers[v]
	f.now[i], f.ever[i] = x, x
}

// all gives everything that a value has been, as one.
func (f *frame) all(v ssa.Value) value {
	if f == nil {
		return nil
	}
	if i, ok := f.numbers[v]; ok {
		if _, vague := f.ever[i].(seen); !vague {
			return f.ever[i]
		}
	}
	return nil
}

// known goes through the values of which something is known, in any order.
func (f *frame) known(yield func(ssa.Value, value) bool) {
	if f == nil {
		return
	}
	for v, i := range f.numbers {
		x := f.ever[i]
		if _, vague := x.(seen); x != nil && !vague && !yield(v, x) {
			return
		}
	}
}
