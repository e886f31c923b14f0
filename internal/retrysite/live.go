package retrysite

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// liveness says which values a walk can still ask for, by block: what is not
// live is forgotten, so that ways which differ by it only become one.
type liveness map[*ssa.BasicBlock]map[ssa.Value]bool

// live computes the values that are live where each block of fn begins.
func (p *pkgInfo) live(fn *ssa.Function) liveness {
	if l, ok := p.liveness[fn]; ok {
		return l
	}
	l := liveness{}
	p.liveness[fn] = l
	for _, b := range fn.Blocks {
		l[b] = map[ssa.Value]bool{}
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if phi, ok := instr.(*ssa.Phi); ok {
				for i, e := range phi.Edges {
					l.use(e, b.Preds[i], 0)
				}
				continue
			}
			for _, v := range p.consulted(instr) {
				l.use(v, b, 0)
			}
		}
	}
	return l
}

// consulted lists the operands of an instruction that a walk evaluates there.
func (p *pkgInfo) consulted(instr ssa.Instruction) []ssa.Value {
	switch in := instr.(type) {
	case *ssa.If:
		return []ssa.Value{in.Cond}
	case *ssa.Return:
		return in.Results
	case *ssa.Store:
		return []ssa.Value{in.Val}
	case *ssa.Call:
		if fn := in.Call.StaticCallee(); fn != nil {
			if fn.Pkg == p.ssa || fn.Parent() != nil || wellKnownPackage(fn) || isErrorTest(in) {
				return in.Call.Args
			}
			if d := durationArg(&in.Call); d != nil {
				return []ssa.Value{d}
			}
			return nil
		}
		if _, ok := in.Call.Value.(*ssa.Builtin); ok || isErrorTest(in) {
			return in.Call.Args
		}
		if d := durationArg(&in.Call); d != nil {
			return []ssa.Value{d}
		}
	}
	return nil
}

// readCells lists the memory cells that fn reads.
func (p *pkgInfo) readCells(fn *ssa.Function) map[cell]bool {
	if m, ok := p.cells[fn]; ok {
		return m
	}
	m := map[cell]bool{}
	p.cells[fn] = m
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if ld, ok := instr.(*ssa.UnOp); ok && ld.Op == token.MUL {
				if c, ok := cellOf(ld.X); ok {
					m[c] = true
				}
			}
		}
	}
	return m
}

// use marks v, and what evaluating it asks for, as live from its definition to
// the end of block b.
func (l liveness) use(v ssa.Value, b *ssa.BasicBlock, depth int) {
	if depth > 8 {
		return
	}
	switch v.(type) {
	case *ssa.Const, *ssa.Function, *ssa.Global, *ssa.Builtin:
		return
	}
	l.mark(v, b)
	switch v := v.(type) {
	case *ssa.BinOp:
		l.use(v.X, b, depth+1)
		l.use(v.Y, b, depth+1)
	case *ssa.UnOp:
		l.use(v.X, b, depth+1)
	case *ssa.Convert:
		l.use(v.X, b, depth+1)
	case *ssa.ChangeType:
		l.use(v.X, b, depth+1)
	case *ssa.ChangeInterface:
		l.use(v.X, b, depth+1)
	case *ssa.Extract:
		if ta, ok := v.Tuple.(*ssa.TypeAssert); ok {
			l.use(ta.X, ta.Block(), depth+1)
		}
	case *ssa.Call:
		for _, a := range v.Call.Args {
			l.use(a, b, depth+2)
		}
	}
}

// mark makes v live at the beginning of b and of the blocks before it, up to
// its definition.
func (l liveness) mark(v ssa.Value, b *ssa.BasicBlock) {
	var def *ssa.BasicBlock
	if instr, ok := v.(ssa.Instruction); ok {
		def = instr.Block()
	}
	work := []*ssa.BasicBlock{b}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == def || l[b] == nil || l[b][v] {
			if _, isPhi := v.(*ssa.Phi); !isPhi || b != def {
				continue
			}
			l[b][v] = true // a phi is set on the way in
			continue
		}
		l[b][v] = true
		work = append(work, b.Preds...)
	}
}
