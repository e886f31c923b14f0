package retrysite

import (
	"math/bits"

	"golang.org/x/tools/go/ssa"
)

// mark gives the bit of an instruction whose passing is noted, or 0.
func (w *walker) mark(instr ssa.Instruction) uint64 {
	for i, m := range w.marks {
		if m == instr {
			return 1 << uint(i)
		}
	}
	return 0
}

// bit gives the mark of instr, making one where there is none.
func (w *walker) bit(instr ssa.Instruction) uint64 {
	if m := w.mark(instr); m != 0 {
		return m
	}
	if len(w.marks) == 63 {
		return 1 << 63
	}
	w.marks = append(w.marks, instr)
	return 1 << uint(len(w.marks)-1)
}

// marked lists the instructions of a set of marks.
func (w *walker) marked(set uint64) []ssa.Instruction {
	var out []ssa.Instruction
	for set != 0 {
		i := bits.TrailingZeros64(set)
		set &^= 1 << uint(i)
		if i < len(w.marks) {
			out = append(out, w.marks[i])
		}
	}
	return out
}
