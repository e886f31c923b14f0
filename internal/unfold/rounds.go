package unfold

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/amplify"
	"github.com/retrylint/retrylint/internal/retrysite"
)

// rounds finds the loops that wait for a time, or for work, and run something each
// time: the jobs and consumers of a program. An entry point is what one round does.
func (b *builder) rounds(p *program, es []entry) []entry {
	within := map[*activation]bool{} // what runs for other entries
	for _, e := range es {
		for _, a := range e.runs {
			reach(a, within)
		}
	}
	started := map[*activation]bool{}
	for _, m := range b.in.mains {
		reach(m, started)
	}
	var out []entry
	for _, a := range b.in.order {
		if !within[a] && started[a] && a.fn.Syntax() != nil {
			out = append(out, b.roundsOf(a)...)
		}
	}
	slices.SortStableFunc(out, func(x, y entry) int { return comparePos(p.fset, x.pos, y.pos) })
	return apartByName(b.in.ofAsked(p, out))
}

// roundsOf finds the entry points in the loops of an activation. What is in a loop
// inside of another belongs to the inner one.
func (b *builder) roundsOf(a *activation) []entry {
	var loops []*loop
	for _, l := range b.in.shapeOf(a.fn).list {
		if roundKind(l) != "" && !b.retries(a, l.header) {
			loops = append(loops, l)
		}
	}
	var out []entry
	for i, l := range loops {
		inner := func(instr ssa.Instruction) bool {
			return slices.ContainsFunc(loops[i+1:], func(o *loop) bool { return l.blocks[o.header] && o.blocks[instr.Block()] })
		}
		for _, p := range b.split(a, l) {
			p.steps = slices.DeleteFunc(p.steps, inner)
			out = append(out, b.roundEntries(p, roundKind(l))...)
		}
	}
	return out
}

// retries reports whether a loop runs what it runs again because it failed.
func (b *builder) retries(a *activation, header *ssa.BasicBlock) bool {
	flow := b.flowOf(a)
	return flow != nil && slices.ContainsFunc(flow.Loops, func(l retrysite.FlowLoop) bool { return l.Header == header && l.Site != nil })
}

// roundEntries gives the entry points in a part of a loop's body: the function that it
// calls where there is one, the function around the loop where there are several.
func (b *builder) roundEntries(p part, kind amplify.EntryKind) []entry {
	callees := p.callees()
	switch {
	case len(p.steps) == 0:
		return nil
	case b.isCall(p): // each that it can be is an entry point of its own
		var out []entry
		for _, t := range p.targets() {
			fn := shown(t)
			out = append(out, entry{name: shortName(fn), kind: kind, fn: fn, runs: []*activation{t}, pos: t.fn.Pos()})
		}
		return out
	case len(p.steps) == 1 && len(callees) > 1:
		var out []entry
		for _, t := range p.targets() {
			one := p
			one.only = t
			out = append(out, entry{name: shortName(shown(t)), kind: kind, fn: shown(t), parts: []part{one}, pos: t.fn.Pos()})
		}
		return out
	}
	fn := p.run.fn
	if len(callees) == 1 {
		fn = callees[0]
	}
	return []entry{{name: shortName(fn), kind: kind, fn: fn, parts: []part{p}, pos: fn.Pos()}}
}

// apartByName names entry points after the function around the loop where the function
// that is called there is called in another loop too, in another way.
func apartByName(es []entry) []entry {
	out := slices.Clone(es)
	for i, e := range es {
		if len(e.parts) == 0 {
			continue
		}
		if slices.ContainsFunc(es, func(o entry) bool { return o.name == e.name && !sameLoop(o, e) }) {
			fn := e.parts[0].run.fn
			out[i].name, out[i].fn = shortName(fn), fn
		}
	}
	return out
}

// sameLoop reports whether two entry points are of one loop, or both of a function.
func sameLoop(x, y entry) bool {
	if len(x.parts) == 0 || len(y.parts) == 0 {
		return len(x.parts) == len(y.parts)
	}
	p, q := x.parts[0], y.parts[0]
	return p.loop == q.loop && p.run.fn == q.run.fn && slices.Equal(p.steps, q.steps)
}

// ready reports whether an activation is only about getting the next piece of work.
func ready(a *activation) bool { return getsWork(a.fn.Name()) }

// getsWork reports whether a function by its name gets the next piece of work.
func getsWork(name string) bool {
	for _, w := range []string{"Receive", "Read", "Fetch", "Poll", "Next", "Dequeue", "Pop", "Recv"} {
		if strings.HasPrefix(name, w) {
			return true
		}
	}
	return false
}

// shown gives the function that people know an activation by.
func shown(a *activation) *ssa.Function {
	for depth := 0; depth < maxDepth; depth++ {
		inner, ok := a.stands()
		if !ok || len(inner) != 1 {
			break
		}
		a = inner[0]
	}
	return a.fn
}

// roundKind tells what an endless loop waits for: a time, or work.
func roundKind(l *loop) amplify.EntryKind {
	kind := amplify.EntryKind("")
	for b := range l.blocks {
		for _, instr := range b.Instrs {
			switch w := waitsFor(instr); {
			case w == amplify.Cron:
				return amplify.Cron
			case w != "":
				kind = w
			}
		}
	}
	return kind
}

// waitsFor tells what an instruction waits for: a tick, or a message.
func waitsFor(instr ssa.Instruction) amplify.EntryKind {
	switch instr := instr.(type) {
	case *ssa.UnOp:
		if instr.Op == token.ARROW {
			return channelKind(instr.X.Type())
		}
	case *ssa.Select:
		kind := amplify.EntryKind("")
		for _, s := range instr.States {
			if s.Dir != types.RecvOnly {
				continue
			}
			switch channelKind(s.Chan.Type()) {
			case amplify.Cron:
				return amplify.Cron
			case amplify.Consumer:
				kind = amplify.Consumer
			}
		}
		return kind
	case *ssa.Call:
		return takes(&instr.Call)
	}
	return ""
}

// channelKind tells what comes through a channel: times, messages, or only a signal.
func channelKind(t types.Type) amplify.EntryKind {
	ch, ok := t.Underlying().(*types.Chan)
	if !ok {
		return ""
	}
	if n := namedOf(ch.Elem()); n != nil && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "time" {
		return amplify.Cron
	}
	if st, ok := ch.Elem().Underlying().(*types.Struct); ok && st.NumFields() == 0 {
		return ""
	}
	if isErrorType(ch.Elem()) {
		return ""
	}
	return amplify.Consumer
}

// takes reports whether a call gets the next message of a queue.
func takes(c *ssa.CallCommon) amplify.EntryKind {
	name := ""
	if c.IsInvoke() {
		name = c.Method.Name()
	} else if fn := c.StaticCallee(); fn != nil {
		name = fn.Name()
		if fn.Pkg != nil && fn.Pkg.Pkg.Path() == "time" && name == "Sleep" {
			return amplify.Cron
		}
	}
	for _, w := range []string{"ReceiveMessage", "Receive", "ReadMessage", "FetchMessage", "PollFetches", "Dequeue", "NextMsg", "ReadRecord"} {
		if strings.HasPrefix(name, w) {
			return amplify.Consumer
		}
	}
	return ""
}
