package unfold

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/amplify"
	"github.com/retrylint/retrylint/internal/retrysite"
)

// maxGuarded is how many rounds of a loop are played to see when its guard ends it.
const maxGuarded = 100

// guarded counts the rounds of a loop that an object of the program decides about, a
// budget or a policy: what the loop calls on it is run, round by round, on a copy.
func (b *builder) guarded(a *activation, l retrysite.FlowLoop) (int64, bool) {
	o := guardOf(a, l)
	if o == nil {
		return 0, false
	}
	in := b.in
	budget := in.copyOf(o, map[*object]*object{}, 0)
	calls := in.callsOn(a, l, o)
	var goesOn bool
	for n := int64(0); n < maxGuarded; n++ {
		for _, c := range calls {
			result := in.once(c, a, o, budget)
			if c != l.Guard {
				continue
			}
			is, known := holds(truthOf(result))
			switch {
			case !known:
				return 0, false
			case n == 0:
				goesOn = is
			case is != goesOn && l.GuardFirst:
				return n, true
			case is != goesOn:
				return n + 1, true
			}
		}
	}
	return 0, false
}

// asksPolicy gives the policy of a library that a loop asks for its next wait, and the
// attempts that it allows: "for { ...; if b.NextBackOff() == backoff.Stop { return } }".
func (in *interp) asksPolicy(a *activation, l retrysite.FlowLoop) (q quota, n amplify.Bound, ok bool) {
	if l.Guard == nil {
		return q, n, false
	}
	c := &l.Guard.Call
	recv := c.Value
	if !c.IsInvoke() {
		fn := c.StaticCallee()
		if fn == nil || fn.Signature.Recv() == nil || len(fn.Blocks) > 0 {
			return q, n, false
		}
		recv = c.Args[0]
	}
	in.applyValue(&q, a.vars.all(recv), 0)
	if n, ok = q.bound(); !ok {
		return q, n, false
	}
	if k, isNumber := n.Number(); isNumber && l.GuardFirst { // the first attempt is asked for, too
		n = amplify.Number(k - 1)
	}
	return q, n, true
}

// guardOf gives the object of the program that decides about a loop's rounds, or nil.
func guardOf(a *activation, l retrysite.FlowLoop) *object {
	recv := receiverOf(l.Guard)
	if recv == nil {
		return nil
	}
	o, _ := a.vars.all(recv).(*object)
	return o
}

// sharesBudget reports whether a loop further down spends from the budget of this one:
// by the time that it comes back, there is nothing left to go round for.
func (b *builder) sharesBudget(a *activation, l retrysite.FlowLoop) bool {
	o := guardOf(a, l)
	inside := b.in.shapeOf(a.fn).loops[l.Header]
	if o == nil || inside == nil {
		return false
	}
	below := map[*activation]bool{}
	for _, instr := range a.order {
		if inside.blocks[instr.Block()] {
			for _, t := range a.calls[instr].targets {
				reach(t, below)
			}
		}
	}
	for t := range below {
		if t == a || !t.requests {
			continue
		}
		if flow := b.flowOf(t); flow != nil && slices.ContainsFunc(flow.Loops, func(l retrysite.FlowLoop) bool { return l.Site != nil && guardOf(t, l) == o }) {
			return true
		}
	}
	return false
}

// receiverOf gives the receiver of a static call.
func receiverOf(c *ssa.Call) ssa.Value {
	if c == nil || c.Call.StaticCallee() == nil || c.Call.StaticCallee().Signature.Recv() == nil || len(c.Call.StaticCallee().Blocks) == 0 {
		return nil
	}
	return c.Call.Args[0]
}

// callsOn lists the calls in a loop of methods of one object, in their order.
func (in *interp) callsOn(a *activation, l retrysite.FlowLoop, o *object) []*ssa.Call {
	s := in.shapeOf(a.fn)
	inside := s.loops[l.Header]
	if inside == nil {
		return nil
	}
	var out []*ssa.Call
	for _, blk := range s.order {
		if !inside.blocks[blk] {
			continue
		}
		for _, instr := range blk.Instrs {
			if c, ok := instr.(*ssa.Call); ok {
				if recv := receiverOf(c); recv != nil && a.vars.all(recv) == value(o) {
					out = append(out, c)
				}
			}
		}
	}
	return out
}

// once runs a method on a copy of the object that it is called on, as if nothing had
// been known of the call before.
func (in *interp) once(c *ssa.Call, a *activation, o, copied *object) value {
	fn := c.Call.StaticCallee()
	args := make([]value, len(c.Call.Args))
	for i, arg := range c.Call.Args {
		if k, ok := arg.(*ssa.Const); ok && k.Value != nil {
			args[i] = konst{k.Value}
		} else if a.vars.all(arg) == value(o) {
			args[i] = copied
		}
	}
	run := newActivation(fn, args, nil)
	in.stack = append(in.stack, run)
	in.run(run)
	in.stack = in.stack[:len(in.stack)-1]
	return run.result
}

// truthOf gives the truth value among results.
func truthOf(v value) value {
	t, ok := v.(tuple)
	if !ok {
		return v
	}
	for _, r := range t {
		if _, known := holds(r); known {
			return r
		}
	}
	return nil
}

// copyOf copies an object with what it is made of, to be changed freely.
func (in *interp) copyOf(o *object, done map[*object]*object, depth int) *object {
	if c, ok := done[o]; ok || depth > 6 {
		if !ok {
			c = o
		}
		return c
	}
	c := in.another(o)
	c.weak = 1 << 20
	done[o] = c
	if p, ok := c.val.(*object); ok {
		c.val = in.copyOf(p, done, depth+1)
	}
	for i, k := range c.kids {
		c.kids[i].obj = in.copyOf(k.obj, done, depth+1)
	}
	return c
}
