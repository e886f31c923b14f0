package unfold

import (
	"go/token"
	"slices"

	"github.com/retrylint/retrylint/internal/retrysite"
	"golang.org/x/tools/go/ssa"
)

// shape is what the interpreter needs to know of a function's control flow.
type shape struct {
	order []*ssa.BasicBlock // reverse postorder
	// numbers are those of the function's values in a frame.
	numbers map[ssa.Value]int
	loops   map[*ssa.BasicBlock]*loop // by header
	list    []*loop                   // outermost first
	// meets are, by block, the next one that every way from it to a return passes, or nil;
	// visits, by block, how often it is worth running in one activation.
	meets  []*ssa.BasicBlock
	visits []int
}

// loop is a natural loop.
type loop struct {
	header *ssa.BasicBlock
	blocks map[*ssa.BasicBlock]bool
	list   bool // it goes through a list or a map
}

func (in *interp) shapeOf(fn *ssa.Function) *shape {
	s, ok := in.shapes[fn]
	if !ok {
		s = newShape(fn)
		in.shapes[fn] = s
	}
	return s
}

func newShape(fn *ssa.Function) *shape {
	s := &shape{loops: map[*ssa.BasicBlock]*loop{}, numbers: numberValues(fn)}
	seen := make([]bool, len(fn.Blocks))
	var visit func(*ssa.BasicBlock)
	visit = func(b *ssa.BasicBlock) {
		seen[b.Index] = true
		for _, c := range b.Succs {
			if !seen[c.Index] {
				visit(c)
			}
		}
		s.order = append(s.order, b)
	}
	visit(fn.Blocks[0])
	s.meets = postdominators(s.order, len(fn.Blocks))
	slices.Reverse(s.order)
	for _, l := range retrysite.Loops(fn) {
		own := &loop{header: l.Header, blocks: l.Blocks, list: indexes(l.Header, l.Blocks)}
		s.loops[l.Header] = own
		s.list = append(s.list, own)
	}
	s.visits = slices.Repeat([]int{4}, len(fn.Blocks))
	for _, l := range s.list {
		if l.list {
			for b := range l.blocks {
				s.visits[b.Index] = maxRounds + 4
			}
		}
	}
	return s
}

// indexes reports whether a loop uses a variable of its header to index a list,
// or takes the next element of a map.
func indexes(header *ssa.BasicBlock, blocks map[*ssa.BasicBlock]bool) bool {
	for b := range blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.IndexAddr:
				if countedBy(instr.Index, header) {
					return true
				}
			case *ssa.Index:
				if countedBy(instr.Index, header) {
					return true
				}
			case *ssa.Next:
				if b == header && !instr.IsString {
					return true
				}
			}
		}
	}
	return false
}

func countedBy(v ssa.Value, header *ssa.BasicBlock) bool {
	if b, ok := v.(*ssa.BinOp); ok && (b.Op == token.ADD || b.Op == token.SUB) {
		if _, isConst := b.Y.(*ssa.Const); isConst {
			v = b.X
		}
	}
	phi, ok := v.(*ssa.Phi)
	return ok && phi.Block() == header
}

// postdominators gives for each of so many blocks the next one that every way from it to
// a return passes. Those that can be reached are given in postorder.
func postdominators(post []*ssa.BasicBlock, blocks int) []*ssa.BasicBlock {
	// On the reversed graph, with an exit behind all that leaves: number 0. A block
	// that panics says nothing about where the others meet.
	n := len(post)
	num := make([]int, blocks)
	for i, b := range post {
		num[b.Index] = i + 1
	}
	idom := make([]int, n+1)
	for i := range idom {
		idom[i] = -1
	}
	idom[0] = 0
	rank := reverseRanks(post, num)
	for changed := true; changed; {
		changed = false
		for _, i := range rank.order {
			b := post[i-1]
			d := -1
			if leaves(b) {
				d = 0
			}
			for _, c := range b.Succs {
				if j := num[c.Index]; idom[j] >= 0 {
					if d < 0 {
						d = j
					} else {
						d = rank.common(idom, d, j)
					}
				}
			}
			if d >= 0 && idom[i] != d {
				idom[i] = d
				changed = true
			}
		}
	}
	out := make([]*ssa.BasicBlock, blocks)
	for i, b := range post {
		if d := idom[i+1]; d > 0 {
			out[b.Index] = post[d-1]
		}
	}
	return out
}

func leaves(b *ssa.BasicBlock) bool {
	_, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
	return ok
}

// ranks orders the blocks of a reversed graph, the exit first.
type ranks struct {
	order []int
	rank  []int
}

func reverseRanks(post []*ssa.BasicBlock, num []int) ranks {
	r := ranks{rank: make([]int, len(post)+1)}
	seen := make([]bool, len(post)+1)
	var out []int
	var visit func(b *ssa.BasicBlock)
	visit = func(b *ssa.BasicBlock) {
		i := num[b.Index]
		if i == 0 || seen[i] {
			return
		}
		seen[i] = true
		for _, p := range b.Preds {
			visit(p)
		}
		out = append(out, i)
	}
	for _, b := range post {
		if leaves(b) {
			visit(b)
		}
	}
	slices.Reverse(out)
	r.order = out
	for k, i := range out {
		r.rank[i] = k + 1
	}
	return r
}

func (r ranks) common(idom []int, x, y int) int {
	for x != y {
		for r.rank[x] > r.rank[y] {
			x = idom[x]
		}
		for r.rank[y] > r.rank[x] {
			y = idom[y]
		}
		if x != y && r.rank[x] == r.rank[y] {
			return 0
		}
	}
	return x
}
