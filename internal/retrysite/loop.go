package retrysite

import (
	"go/ast"
	"go/token"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// loop is a natural loop: the blocks from which a back edge's source can be
// reached without passing the header. Loops that share a header are one.
type loop struct {
	header *ssa.BasicBlock
	blocks map[*ssa.BasicBlock]bool
	stmt   ast.Node  // *ast.ForStmt, *ast.RangeStmt or *ast.LabeledStmt (of a goto); nil where none fits
	end    token.Pos // end of stmt; for a goto, of the last jump back
}

// inOrder lists the blocks of the loop in the order of the function.
func (l *loop) inOrder() []*ssa.BasicBlock {
	if l.header == nil {
		return nil
	}
	return within(l.header.Parent(), l.blocks)
}

// within lists the blocks of fn that are in a set, in order.
func within(fn *ssa.Function, set map[*ssa.BasicBlock]bool) []*ssa.BasicBlock {
	var out []*ssa.BasicBlock
	for _, b := range fn.Blocks {
		if set[b] {
			out = append(out, b)
		}
	}
	return out
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
	for _, name := range slices.Sorted(maps.Keys(jumps)) {
		l, end := labels[name], jumps[name]
		out = append(out, loopSyntax{l, l.Pos(), end, fn.End()})
	}
	return out
}

// mapSyntax finds the statement of every loop: the smallest one that holds
// all the positions of the loop's instructions and is not that of a loop inside
// it.
func mapSyntax(loops []*loop, stmts []loopSyntax) {
	taken := map[ast.Node]bool{}
	for _, l := range slices.Backward(loops) { // the inner ones first
		lo, hi := l.extent()
		if !lo.IsValid() {
			// A loop without a position does nothing but jump: for {}.
			continue
		}
		var best *loopSyntax
		for i := range stmts {
			s := &stmts[i]
			if !taken[s.node] && s.pos <= lo && hi <= s.reach && (best == nil || s.reach-s.pos < best.reach-best.pos) {
				best = s
			}
		}
		if best != nil {
			l.stmt, l.end = best.node, best.end
			taken[best.node] = true
		}
	}
}

// extent is the range of the positions of the loop's own instructions. A phi
// has the position of the variable's declaration, which may be outside.
func (l *loop) extent() (lo, hi token.Pos) {
	fn := l.header.Parent().Syntax()
	for _, b := range l.inOrder() {
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

// logsIn lists the error logs in a loop; a few will do.
func (p *pkgInfo) logsIn(l *loop) []ssa.Instruction {
	logs := p.errorLogs(l.header.Parent().Blocks, l.blocks)
	logs = append(logs, p.logHelpers(l.inOrder())...)
	return logs[:min(len(logs), 12)]
}

// capturedCounter reports whether a loop variable that function literals capture
// counts up, and from where.
func capturedCounter(l *loop, phi *ssa.Phi) (init int64, up bool) {
	found := false
	for i, e := range phi.Edges {
		a, ok := e.(*ssa.Alloc)
		if !ok {
			return 0, false
		}
		for _, v := range directStores(a) {
			if !l.blocks[phi.Block().Preds[i]] {
				n, ok := intConst(v)
				if !ok {
					return 0, false
				}
				init, found = n, true
				continue
			}
			if b, ok := v.(*ssa.BinOp); ok && b.Op == token.ADD {
				n, ok := intConst(b.Y)
				up = ok && n > 0
			}
		}
	}
	return init, found && up
}

func directStores(a *ssa.Alloc) []ssa.Value {
	var out []ssa.Value
	for _, ref := range *a.Referrers() {
		if st, ok := ref.(*ssa.Store); ok && st.Addr == a {
			out = append(out, st.Val)
		}
	}
	return out
}

// counter is a variable that moves by a constant step each round.
type counter struct {
	phi   *ssa.Phi
	init  int64
	known bool // init is a constant
	step  int64
}

// counterOf describes a header phi that is a counter, or gives nil.
func counterOf(l *loop, phi *ssa.Phi) *counter {
	c := &counter{phi: phi}
	for i, e := range phi.Edges {
		if !l.blocks[phi.Block().Preds[i]] {
			if n, ok := intConst(e); ok {
				c.init, c.known = n, true
			}
			continue
		}
		if n, ok := steps(e, phi, 0); ok && n != 0 {
			if c.step != 0 && (c.step > 0) != (n > 0) {
				return nil
			}
			c.step = n
		} else if !ok {
			return nil
		}
	}
	if c.step == 0 {
		return nil
	}
	return c
}

// steps gives by how much v differs from phi.
func steps(v ssa.Value, phi *ssa.Phi, depth int) (int64, bool) {
	if depth > 6 {
		return 0, false
	}
	switch v := v.(type) {
	case *ssa.Phi:
		if v == phi {
			return 0, true
		}
		var total int64
		for _, e := range v.Edges {
			n, ok := steps(e, phi, depth+1)
			if !ok {
				return 0, false
			}
			if n != 0 {
				total = n
			}
		}
		return total, true
	case *ssa.BinOp:
		n, ok := intConst(v.Y)
		if !ok {
			return 0, false
		}
		base, ok := steps(v.X, phi, depth+1)
		if !ok {
			return 0, false
		}
		switch v.Op {
		case token.ADD:
			return base + n, true
		case token.SUB:
			return base - n, true
		}
	}
	return 0, false
}

// iterates reports whether the loop runs over something that ends by itself,
// whatever its operations do: a counter up to a limit, a range.
func (l *loop) iterates() bool { return l.counts() || l.hasIterator() }

// headerCond gives the condition on which the loop's header leaves it, or goes on
// to further conditions.
func (l *loop) headerCond() ssa.Value {
	if in, ok := l.header.Instrs[len(l.header.Instrs)-1].(*ssa.If); ok {
		return in.Cond
	}
	return nil
}

// counts reports whether the header compares a counter with a limit.
func (l *loop) counts() bool {
	c, ok := l.headerCond().(*ssa.BinOp)
	if !ok {
		return false
	}
	if isLength(c.Y) && countsRounds(l, c.X, 0) || isLength(c.X) && countsRounds(l, c.Y, 0) {
		return true // through a list, by steps of whatever size
	}
	for _, x := range []ssa.Value{c.X, c.Y} {
		if bo, ok := x.(*ssa.BinOp); ok {
			x = bo.X
		}
		if phi, ok := x.(*ssa.Phi); ok && phi.Block() == l.header && (advances(phi) || counterOf(l, phi) != nil) {
			return true
		}
		if ld, ok := x.(*ssa.UnOp); ok && ld.Op == token.MUL {
			if phi, ok := ld.X.(*ssa.Phi); ok && phi.Block() == l.header {
				if _, up := capturedCounter(l, phi); up {
					return true
				}
			}
		}
	}
	return false
}

// worksOff reports whether the loop runs for as long as something that it asks for a
// number says that some are left.
func (l *loop) worksOff() bool {
	c, ok := l.headerCond().(*ssa.BinOp)
	if !ok || c.Op != token.GTR && c.Op != token.NEQ {
		return false
	}
	left, ok := c.X.(*ssa.Call)
	n, isConst := intConst(c.Y)
	return ok && isConst && n == 0 && isInteger(left.Type()) && !isLength(left) && calleeObject(&left.Call) != nil
}

// isLength reports whether a value is the length of something.
func isLength(v ssa.Value) bool {
	c, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	b, ok := c.Call.Value.(*ssa.Builtin)
	return ok && b.Name() == "len"
}

// hasIterator reports whether an iterator, a range over a map or a channel, ends
// the loop.
func (l *loop) hasIterator() bool {
	switch c := l.headerCond().(type) {
	case *ssa.Call:
		switch calleeName(&c.Call) {
		case "Next", "Scan", "More", "HasNext", "Valid", "NextResultSet":
			return true
		}
	case *ssa.Extract:
		switch t := c.Tuple.(type) {
		case *ssa.Next:
			return true
		case *ssa.UnOp:
			return t.Op == token.ARROW
		}
	}
	return false
}

// isTurnstile reports whether the loop ranges over a channel for its ticks only:
// what it receives is not looked at.
func (l *loop) isTurnstile() bool {
	x, ok := l.headerCond().(*ssa.Extract)
	if !ok {
		return false
	}
	recv, ok := x.Tuple.(*ssa.UnOp)
	if !ok || recv.Op != token.ARROW {
		return false
	}
	for _, ref := range *recv.Referrers() {
		if e, ok := ref.(*ssa.Extract); ok && e.Index == 0 && len(*e.Referrers()) > 0 {
			return false
		}
	}
	return true
}
