package unfold

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/amplify"
	"github.com/retrylint/retrylint/internal/retrysite"
)

// part is a part of what an activation does: what a loop does in one of its rounds, or
// what a program does for one of its commands.
type part struct {
	run   *activation
	loop  *loop             // nil for a part of the whole function
	steps []ssa.Instruction // that come one after the other
	only  *activation       // what the step runs, of several that it can run, or nil
}

// targets lists what the steps run that can make requests.
func (p part) targets() []*activation {
	var out []*activation
	for _, instr := range p.steps {
		for _, t := range p.run.calls[instr].targets {
			if t.requests {
				out = append(out, t)
			}
		}
	}
	return out
}

// callees lists the functions that the steps call, each once.
func (p part) callees() []*ssa.Function {
	var out []*ssa.Function
	for _, t := range p.targets() {
		if fn := shown(t); !slices.Contains(out, fn) {
			out = append(out, fn)
		}
	}
	return out
}

// asks reports whether a step of a part makes a request by itself.
func (p part) asks() bool {
	return slices.ContainsFunc(p.steps, func(instr ssa.Instruction) bool { return p.run.calls[instr].request != nil })
}

// isCall reports whether a part is nothing but one call of a function.
func (b *builder) isCall(p part) bool {
	return len(p.steps) == 1 && !p.asks() && !b.repeats(p)
}

// repeats reports whether something in a part is run again because it failed.
func (b *builder) repeats(p part) bool {
	flow := b.flowOf(p.run)
	if flow == nil {
		return false
	}
	base := loopAt(flow, p.loop)
	for _, s := range flow.Steps {
		if !slices.Contains(p.steps, s.Instr) {
			continue
		}
		if p.run.calls[s.Instr].helper != nil {
			return true
		}
		for l := s.Loop; l >= 0 && l != base; l = flow.Loops[l].Parent {
			if flow.Loops[l].Site != nil {
				return true
			}
		}
	}
	return false
}

// loopAt gives the index of a loop, or -1.
func loopAt(flow *retrysite.Flow, l *loop) int {
	if l == nil {
		return -1
	}
	return slices.IndexFunc(flow.Loops, func(o retrysite.FlowLoop) bool { return o.Header == l.header })
}

// split lists the parts of a loop's body, or of a function: steps belong together
// where one can come after the other in the same round. What only gets the next piece
// of work belongs to none.
func (b *builder) split(a *activation, l *loop) []part {
	flow := b.flowOf(a)
	if flow == nil {
		return nil
	}
	group := make([]int, len(flow.Steps)) // the least step that a step belongs to, or -1
	for i, s := range flow.Steps {
		group[i] = i
		if l != nil && (!l.blocks[s.Instr.Block()] || b.onlyGets(a, s.Instr)) {
			group[i] = -1
		}
	}
	merge := func(i, j int) {
		x, y := min(group[i], group[j]), max(group[i], group[j])
		for k := range group {
			if x >= 0 && group[k] == y {
				group[k] = x
			}
		}
	}
	for i, s := range flow.Steps {
		for _, w := range slices.Concat(s.OnFailure, s.OnSuccess) {
			if w.To >= 0 && w.Back < 0 {
				merge(i, w.To)
			}
		}
		for j, o := range flow.Steps[:i] {
			if s.Loop >= 0 && s.Loop == o.Loop && flow.Loops[s.Loop].Site != nil {
				merge(i, j)
			}
		}
	}
	var out []part
	for g := range group {
		p := part{run: a, loop: l}
		for i, s := range flow.Steps {
			if group[i] == g && !slices.Contains(p.steps, s.Instr) {
				p.steps = append(p.steps, s.Instr)
			}
		}
		if len(p.steps) > 0 {
			out = append(out, p)
		}
	}
	return out
}

// onlyGets reports whether a call is only about getting the next piece of work.
func (b *builder) onlyGets(a *activation, instr ssa.Instruction) bool {
	rec := a.calls[instr]
	if rec.request != nil && len(rec.targets) == 0 {
		c := rec.instr.Common()
		return c.IsInvoke() && getsWork(c.Method.Name()) || c.StaticCallee() != nil && getsWork(c.StaticCallee().Name())
	}
	return len(rec.targets) > 0 && !slices.ContainsFunc(rec.targets, func(t *activation) bool { return t.requests && !ready(t) })
}

// partNode adds a function to the graph that does a part of what an activation does.
func (b *builder) partNode(p part) int {
	i := len(b.graph.Funcs)
	b.graph.Funcs = append(b.graph.Funcs, amplify.Func{})
	flow := b.flowOf(p.run)
	all := amplify.Func{Name: retrysite.FuncName(p.run.fn), Pos: b.position(p.run.fn.Pos())}
	b.describe(&all, p.run, flow)
	c := cutting{all: all, step: map[int]int{}, loop: map[int]int{}}
	for k, s := range flow.Steps {
		if slices.Contains(p.steps, s.Instr) {
			c.step[k] = len(c.step)
		}
	}
	base := loopAt(flow, p.loop)
	for k, l := range flow.Loops {
		if _, kept := c.loop[l.Parent]; kept || l.Parent == base && k != base {
			c.loop[k] = len(c.loop)
		}
	}
	cut := c.cut()
	if p.only != nil {
		cut.Steps[0].Funcs = nil
		for _, t := range expand([]*activation{p.only}) {
			cut.Steps[0].Funcs = append(cut.Steps[0].Funcs, b.node(t))
		}
	}
	b.graph.Funcs[i] = cut
	return i
}

// cutting cuts a part out of a function: it says which steps and loops stay, and
// their numbers then.
type cutting struct {
	all        amplify.Func
	step, loop map[int]int
}

func (c *cutting) cut() amplify.Func {
	out := amplify.Func{Name: c.all.Name, Pos: c.all.Pos}
	for k, l := range c.all.Loops {
		if _, ok := c.loop[k]; ok {
			out.Loops = append(out.Loops, amplify.Loop{Parent: c.newLoop(l.Parent), Layer: l.Layer})
		}
	}
	enter := func(es []amplify.Edge) {
		for _, e := range es {
			if to, ok := c.step[e.To]; ok && e.Back < 0 {
				out.Start = addEdge(out.Start, amplify.Edge{To: to, Back: -1})
			}
		}
	}
	enter(c.all.Start)
	for k, s := range c.all.Steps {
		if _, ok := c.step[k]; !ok {
			enter(s.OnFailure)
			enter(s.OnSuccess)
			continue
		}
		s.Loop = c.newLoop(s.Loop)
		s.OnFailure, s.OnSuccess = c.edges(s.OnFailure), c.edges(s.OnSuccess)
		out.Steps = append(out.Steps, s)
	}
	if len(out.Start) == 0 {
		out.Start = []amplify.Edge{{To: 0, Back: -1}}
	}
	return out
}

func (c *cutting) newLoop(l int) int {
	if n, ok := c.loop[l]; ok {
		return n
	}
	return -1
}

// edges gives the edges that are left: one that leads out of the part ends it.
func (c *cutting) edges(es []amplify.Edge) []amplify.Edge {
	var out []amplify.Edge
	for _, e := range es {
		to := amplify.Edge{To: amplify.End, Back: -1, Settled: e.Settled}
		if n, ok := c.loop[e.Back]; ok {
			to.Back = n
		} else if n, ok := c.step[e.To]; ok && e.Back < 0 {
			to.To = n
		}
		out = addEdge(out, to)
	}
	return out
}

func addEdge(es []amplify.Edge, e amplify.Edge) []amplify.Edge {
	if slices.Contains(es, e) {
		return es
	}
	return append(es, e)
}
