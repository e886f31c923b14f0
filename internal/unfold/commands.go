package unfold

import (
	"go/constant"
	"go/token"
	"slices"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/amplify"
)

// commands gives what the main functions do, for programs that have no other entry
// point.
func (b *builder) commands(p *program, registered, rounds []entry) []entry {
	in := b.in
	started := map[*packages.Package]map[*ssa.Function]bool{}
	for pkg, m := range in.mains {
		started[pkg] = ranIn(m)
	}
	registrars := in.registrarsOf(registered, started)
	var out []entry
	for _, pkg := range p.packages {
		m := in.mains[pkg]
		if m == nil || p.serves(pkg, registered, registrars, started[pkg]) || slices.ContainsFunc(rounds, func(e entry) bool { return started[pkg][e.fn] }) {
			continue
		}
		out = append(out, b.commandsOf(m)...)
	}
	return out
}

// commandsOf gives the functions that main calls, each as a command of its own, and
// what it does itself: the requests that it makes, and what it runs again.
func (b *builder) commandsOf(m *activation) []entry {
	var out []entry
	for _, p := range b.split(m, nil) {
		callees := p.callees()
		whole := p.asks() || b.repeats(p)
		if whole {
			fn := m.fn
			if len(callees) == 1 && !p.asks() {
				fn = callees[0]
			}
			out = append(out, entry{name: shortName(fn), kind: amplify.CLI, fn: fn, parts: []part{p}, pos: fn.Pos()})
			if fn != m.fn {
				continue
			}
		}
		for _, instr := range p.steps {
			one := part{run: m, steps: []ssa.Instruction{instr}}
			if whole && b.repeats(one) {
				continue // that it is repeated is what counts
			}
			for _, t := range one.targets() {
				e := entry{name: shortName(t.fn), kind: amplify.CLI, fn: t.fn, runs: []*activation{t}, pos: t.fn.Pos()}
				if word := commandWord(instr.Block()); word != "" && b.calledApart(m, instr, t) {
					e.name += " " + word
				}
				out = append(out, e)
			}
		}
	}
	return out
}

// calledApart reports whether main calls the function of an activation elsewhere too,
// in another way.
func (b *builder) calledApart(m *activation, instr ssa.Instruction, t *activation) bool {
	return slices.ContainsFunc(m.order, func(o ssa.Instruction) bool {
		return o != instr && slices.ContainsFunc(m.calls[o].targets, func(u *activation) bool { return u != t && u.fn == t.fn && u.requests })
	})
}

// commandWord gives the word that must have been given for a block to run, by a
// comparison with a constant; else "".
func commandWord(b *ssa.BasicBlock) string {
	for at := b; at != nil; at = at.Idom() {
		for _, p := range at.Preds {
			cond, ok := p.Instrs[len(p.Instrs)-1].(*ssa.If)
			if !ok || len(at.Preds) != 1 || p.Succs[0] != at {
				continue
			}
			cmp, ok := cond.Cond.(*ssa.BinOp)
			if !ok || cmp.Op != token.EQL {
				continue
			}
			for _, v := range []ssa.Value{cmp.X, cmp.Y} {
				if c, ok := v.(*ssa.Const); ok && c.Value != nil && c.Value.Kind() == constant.String {
					return constant.StringVal(c.Value)
				}
			}
		}
	}
	return ""
}
