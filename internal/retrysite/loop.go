package retrysite

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// loop is a natural loop: the blocks from which a back edge's source can be
// reached without passing the header. Loops that share a header are one.
type loop struct {
	header *ssa.BasicBlock
	blocks map[*ssa.BasicBlock]bool
	stmt   ast.Node          // *ast.ForStmt, *ast.RangeStmt or *ast.LabeledStmt (of a goto); nil where none fits
	end    token.Pos         // end of stmt; for a goto, of the last jump back
	logs   []ssa.Instruction // error logs in the loop, once they have been looked for
}

// contains reports whether instr is inside the loop.
func (l *loop) contains(instr ssa.Instruction) bool { return l.blocks[instr.Block()] }

// naturalLoops finds the loops of fn, outermost first.
func naturalLoops(fn *ssa.Function) []*loop {
	byHeader := map[*ssa.BasicBlock]*loop{}
	var order []*loop
	for _, b := range fn.Blocks {
		for _, h := range b.Succs {
			if !h.Dominates(b) {
				continue
			}
			l := byHeader[h]
			if l == nil {
				l = &loop{header: h, blocks: map[*ssa.BasicBlock]bool{h: true}}
				byHeader[h] = l
				order = append(order, l)
			}
			l.addBody(b)
		}
	}
	// A loop that contains another one has more blocks; insertion sort keeps
	// the source order among equals, and there are only a few.
	for i := 1; i < len(order); i++ {
		for j := i; j > 0 && len(order[j].blocks) > len(order[j-1].blocks); j-- {
			order[j], order[j-1] = order[j-1], order[j]
		}
	}
	return order
}

// addBody adds the blocks that reach the back edge's source b.
func (l *loop) addBody(b *ssa.BasicBlock) {
	work := []*ssa.BasicBlock{b}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if l.blocks[b] {
			continue
		}
		l.blocks[b] = true
		work = append(work, b.Preds...)
	}
}

// loopSyntax is a statement that can be the source of a natural loop.
type loopSyntax struct {
	node     ast.Node
	pos, end token.Pos
	reach    token.Pos // how far its instructions can lie: of a goto, to the end of the function
}

// loopStmts lists the loops that are written in the body of fn, without those
// of the function literals inside it: for and range statements, and labels
// that a goto further down jumps back to.
func loopStmts(fn ast.Node) []loopSyntax {
	var out []loopSyntax
	labels := map[string]*ast.LabeledStmt{}
	jumps := map[string]token.Pos{} // label -> end of the last goto behind it
	ast.Inspect(fn, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return n == fn
		case *ast.ForStmt:
			out = append(out, loopSyntax{n, n.For, n.End(), n.End()})
		case *ast.RangeStmt:
			out = append(out, loopSyntax{n, n.For, n.End(), n.End()})
		case *ast.LabeledStmt:
			labels[n.Label.Name] = n
		case *ast.BranchStmt:
			if n.Tok == token.GOTO && n.Label != nil {
				if l := labels[n.Label.Name]; l != nil {
					jumps[n.Label.Name] = n.End()
				}
			}
		}
		return true
	})
	for name, end := range jumps {
		l := labels[name]
		out = append(out, loopSyntax{l, l.Pos(), end, fn.End()})
	}
	return out
}

// mapSyntax finds the statement of every loop: the smallest one that holds
// all the positions of the loop's instructions.
func mapSyntax(loops []*loop, stmts []loopSyntax) {
	for _, l := range loops {
		lo, hi := l.extent()
		if !lo.IsValid() {
			// A loop without a position does nothing but jump: for {}.
			continue
		}
		var best *loopSyntax
		for i := range stmts {
			s := &stmts[i]
			if s.pos <= lo && hi <= s.reach && (best == nil || s.reach-s.pos < best.reach-best.pos) {
				best = s
			}
		}
		if best != nil {
			l.stmt, l.end = best.node, best.end
		}
	}
}

// extent is the range of the positions of the loop's own instructions. A phi
// has the position of the variable's declaration, which may be outside.
func (l *loop) extent() (lo, hi token.Pos) {
	fn := l.header.Parent().Syntax()
	for b := range l.blocks {
		for _, instr := range b.Instrs {
			switch instr.(type) {
			case *ssa.Phi, *ssa.Alloc, *ssa.DebugRef, *ssa.RunDefers:
				continue
			}
			p := instr.Pos()
			if !p.IsValid() || fn != nil && (p < fn.Pos() || fn.End() < p) {
				continue // what a conversion of a package's function has is its declaration
			}
			if !lo.IsValid() || p < lo {
				lo = p
			}
			if p > hi {
				hi = p
			}
		}
	}
	return lo, hi
}

// pos is the place where the loop is reported: the for keyword or the label.
func (l *loop) pos() token.Pos {
	if l.stmt != nil {
		return l.stmt.Pos()
	}
	lo, _ := l.extent()
	return lo
}
