package retrysite

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Varying lists the values of a function that can differ from one round of a loop
// to the next: the variables of loops, what is read from memory that the loop
// writes, and what is computed from them.
func Varying(fn *ssa.Function) map[ssa.Value]bool {
	out := map[ssa.Value]bool{}
	for _, l := range naturalLoops(fn) {
		for _, instr := range l.header.Instrs {
			if phi, ok := instr.(*ssa.Phi); ok {
				out[phi] = true
			}
		}
		stored := map[ssa.Value]bool{}
		for blk := range l.blocks {
			for _, instr := range blk.Instrs {
				if st, ok := instr.(*ssa.Store); ok {
					stored[st.Addr] = true
				}
			}
		}
		for blk := range l.blocks {
			for _, instr := range blk.Instrs {
				if ld, ok := instr.(*ssa.UnOp); ok && ld.Op == token.MUL && stored[ld.X] {
					out[ld] = true
				}
			}
		}
	}
	for changed := len(out) > 0; changed; {
		changed = false
		for _, blk := range fn.Blocks {
			for _, instr := range blk.Instrs {
				v, ok := instr.(ssa.Value)
				if ok && !out[v] && computed(instr) && slices.ContainsFunc(instr.Operands(nil), func(op *ssa.Value) bool { return out[*op] }) {
					out[v] = true
					changed = true
				}
			}
		}
	}
	return out
}

// computed reports whether an instruction's value follows from its operands.
func computed(instr ssa.Instruction) bool {
	switch instr.(type) {
	case *ssa.BinOp, *ssa.UnOp, *ssa.Convert, *ssa.ChangeType, *ssa.Phi, *ssa.IndexAddr, *ssa.Index, *ssa.FieldAddr, *ssa.Field, *ssa.Extract, *ssa.Call:
		return true
	}
	return false
}
