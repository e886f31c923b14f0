package retrysite

import (
	"go/constant"

	"golang.org/x/tools/go/ssa"
)

// ways are the parts of a function that can be reached in a frame.
type ways struct {
	blocks map[*ssa.BasicBlock]bool
	edges  map[[2]int]bool
}

// waysOf finds out where the branches of fn can lead in a frame of it, as far as they
// are decided. It gives nil for a function that is being looked at.
func (d *decider) waysOf(fn *ssa.Function, fr *frame, depth int) *ways {
	at := fr
	if at != nil && at.fn != fn {
		at = nil
	}
	if at == nil {
		if w, ok := d.ways[fn]; ok {
			return w
		}
		d.ways[fn] = nil
	} else if at.looked {
		return at.ways
	} else {
		at.looked = true
	}
	w := &ways{blocks: map[*ssa.BasicBlock]bool{}, edges: map[[2]int]bool{}}
	if len(fn.Blocks) == 0 {
		return nil
	}
	work := []*ssa.BasicBlock{fn.Blocks[0]}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if w.blocks[b] {
			continue
		}
		w.blocks[b] = true
		succs := b.Succs
		if in, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
			if c := d.known(in.Cond, at, depth+1); c != nil && c.Kind() == constant.Bool {
				succs = succs[:1]
				if !constant.BoolVal(c) {
					succs = b.Succs[1:]
				}
			}
		}
		for _, s := range succs {
			w.edges[[2]int{b.Index, s.Index}] = true
			work = append(work, s)
		}
	}
	if at == nil {
		d.ways[fn] = w
	} else {
		at.ways = w
	}
	return w
}

// reached reports whether an instruction can be reached in a frame.
func (d *decider) reached(instr ssa.Instruction, fr *frame, depth int) bool {
	w := d.waysOf(instr.Parent(), fr, depth)
	return w == nil || w.blocks[instr.Block()]
}

// edgesOf lists the values that a phi can have in a frame.
func (d *decider) edgesOf(phi *ssa.Phi, fr *frame, depth int) []ssa.Value {
	w := d.waysOf(phi.Parent(), fr, depth)
	if w == nil {
		return phi.Edges
	}
	var out []ssa.Value
	for i, e := range phi.Edges {
		if w.edges[[2]int{phi.Block().Preds[i].Index, phi.Block().Index}] {
			out = append(out, e)
		}
	}
	return out
}

// returnsOf lists the returns of fn that can be reached in a frame.
func (d *decider) returnsOf(fn *ssa.Function, fr *frame, depth int) []*ssa.Return {
	var out []*ssa.Return
	for _, r := range returns(fn) {
		if d.reached(r, fr, depth) {
			out = append(out, r)
		}
	}
	return out
}
