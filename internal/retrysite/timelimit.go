package retrysite

import (
	"go/token"
	"slices"
	"time"

	"golang.org/x/tools/go/ssa"
)

// timeLimit gives the time after which a loop ends, where the function fixes it: by
// a timeout or deadline that it puts on a context before, a comparison with the
// clock, or a timer that it has started before. It is 0 where that cannot be told.
func (p *pkgInfo) timeLimit(l *loop) time.Duration {
	w := &walker{pkg: p}
	var limit time.Duration
	for _, b := range l.header.Parent().Blocks {
		for _, instr := range b.Instrs {
			for _, v := range timesIn(l, b, instr) {
				if n, ok := w.eval(v, &env{}).exact(); ok && n > 0 && (limit == 0 || time.Duration(n) < limit) {
					limit = time.Duration(n)
				}
			}
		}
	}
	return limit
}

// addLimit adds what the function says of the time that a loop has, and what its ticks
// tell of the waits.
func (p *pkgInfo) addLimit(s *Site, l *loop) {
	switch s.Attempts.Kind {
	case Const:
		if s.Jitter != No || !p.endsInTime(s, l) {
			return
		}
	case Deadline:
	default:
		return
	}
	if s.Attempts.Limit == 0 {
		s.Attempts.Limit = p.timeLimit(l)
	}
	s.Attempts.Later = s.waitsFirst()
	if tick := p.tickOf(l); s.Attempts.Limit > 0 && tick > 0 && (s.Delay.Base == 0 || tick < s.Delay.Base) {
		s.Delay = Delay{Kind: Fixed, Base: tick}
	}
}

// endsInTime reports whether, besides what bounds its number, time ends the attempts at
// each of the calls that a loop runs again.
func (p *pkgInfo) endsInTime(s *Site, l *loop) bool {
	for _, v := range s.chosen {
		timed := false
		for _, o := range v.fail {
			if o.again {
				continue
			}
			if b := p.limit(l, v, o); b.Kind == Deadline {
				timed = true
				s.Attempts.Clock = clockCheck(b, o)
			}
		}
		if !timed {
			return false
		}
	}
	return len(s.chosen) > 0
}

// waitsFirst reports whether the first attempts come after a wait as the others do.
func (s *Site) waitsFirst() bool {
	for _, v := range s.chosen {
		for _, o := range v.fail {
			before := func(wait ssa.Instruction) bool {
				b := wait.Block()
				return s.loop.blocks[b] && b != v.probe.call.Block() && b.Dominates(v.probe.call.Block())
			}
			if o.again && !slices.ContainsFunc(v.walker.marked(o.waited), before) {
				return false
			}
		}
	}
	return len(s.chosen) > 0
}

// tickOf gives the time between two ticks that a loop waits for; 0 where there are none,
// or that is not known.
func (p *pkgInfo) tickOf(l *loop) time.Duration {
	for _, b := range l.inOrder() {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.UnOp:
				if d := p.ticksOn(instr.X); instr.Op == token.ARROW && d > 0 {
					return d
				}
			case *ssa.Select:
				for _, st := range instr.States {
					if d := p.ticksOn(st.Chan); d > 0 {
						return d
					}
				}
			}
		}
	}
	return 0
}

// ticksOn gives the time between two ticks that come through a channel.
func (p *pkgInfo) ticksOn(ch ssa.Value) time.Duration {
	if ld, ok := ch.(*ssa.UnOp); ok && ld.Op == token.MUL {
		if fa, ok := ld.X.(*ssa.FieldAddr); ok {
			ch = fa.X
		}
	}
	call, ok := ch.(*ssa.Call)
	if !ok {
		return 0
	}
	if path, name := calleePath(&call.Call); path != "time" || name != "NewTicker" && name != "Tick" {
		return 0
	}
	n, _ := (&walker{pkg: p}).eval(call.Call.Args[0], &env{}).exact()
	return time.Duration(n)
}

// timesIn lists the durations by which an instruction limits a loop.
func timesIn(l *loop, b *ssa.BasicBlock, instr ssa.Instruction) []ssa.Value {
	before := b.Dominates(l.header) && !l.blocks[b]
	switch instr := instr.(type) {
	case *ssa.Call:
		switch path, name := calleePath(&instr.Call); {
		case path == "context" && name == "WithTimeout" && before:
			return []ssa.Value{instr.Call.Args[1]}
		case path == "context" && name == "WithDeadline" && before:
			return fromNow(instr.Call.Args[1])
		case path == "time" && (name == "Before" || name == "After" && len(instr.Call.Args) == 2) && l.blocks[b]:
			return append(fromNow(instr.Call.Args[0]), fromNow(instr.Call.Args[1])...)
		case path == "time" && name == "Until" && l.blocks[b]:
			return fromNow(instr.Call.Args[0])
		case path == "time" && (name == "After" || name == "NewTimer") && before && endsLoop(l, instr):
			return []ssa.Value{instr.Call.Args[0]}
		}
	case *ssa.BinOp:
		switch {
		case !l.blocks[b] || !isComparison(instr.Op) || !isDuration(instr.X.Type()):
		case isLeft(instr.X) || isLeft(instr.Y): // against what is left, the next wait is held
		case fromClock(instr.X, 0):
			return []ssa.Value{instr.Y}
		case fromClock(instr.Y, 0):
			return []ssa.Value{instr.X}
		}
	}
	return nil
}

// isLeft reports whether a value is the time that is left until a point in time.
func isLeft(v ssa.Value) bool {
	c, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	path, name := calleePath(&c.Call)
	return path == "time" && name == "Until"
}

// calleePath gives the import path and the name of a function that is called
// statically.
func calleePath(c *ssa.CallCommon) (path, name string) {
	fn := c.StaticCallee()
	if fn == nil || fn.Pkg == nil {
		return "", ""
	}
	return fn.Pkg.Pkg.Path(), fn.Name()
}

// fromNow gives d of time.Now().Add(d).
func fromNow(t ssa.Value) []ssa.Value {
	add, ok := t.(*ssa.Call)
	if !ok || len(add.Call.Args) != 2 {
		return nil
	}
	if path, name := calleePath(&add.Call); path != "time" || name != "Add" || !fromClock(add.Call.Args[0], 0) {
		return nil
	}
	return []ssa.Value{add.Call.Args[1]}
}

// endsLoop reports whether a loop receives from the channel that a call of
// time.After gives, or of the timer that one of time.NewTimer does, in a select that
// leads out of it.
func endsLoop(l *loop, timer *ssa.Call) bool {
	for b := range l.blocks {
		for _, instr := range b.Instrs {
			s, ok := instr.(*ssa.Select)
			if !ok {
				continue
			}
			for i, st := range s.States {
				if ofTimer(st.Chan, timer) && caseLeaves(l, s, i) {
					return true
				}
			}
		}
	}
	return false
}

func ofTimer(ch ssa.Value, timer *ssa.Call) bool {
	if ld, ok := ch.(*ssa.UnOp); ok && ld.Op == token.MUL {
		fa, ok := ld.X.(*ssa.FieldAddr)
		return ok && fa.X == ssa.Value(timer)
	}
	return ch == ssa.Value(timer)
}

// caseLeaves reports whether one case of a select ends a loop at once.
func caseLeaves(l *loop, s *ssa.Select, i int) bool {
	for _, ref := range *s.Referrers() {
		index, ok := ref.(*ssa.Extract)
		if !ok || index.Index != 0 {
			continue
		}
		for _, use := range *index.Referrers() {
			cmp, ok := use.(*ssa.BinOp)
			if !ok || cmp.Op != token.EQL {
				continue
			}
			if n, ok := intConst(cmp.Y); !ok || n != int64(i) {
				continue
			}
			for _, branch := range *cmp.Referrers() {
				if in, ok := branch.(*ssa.If); ok && !l.blocks[in.Block().Succs[0]] {
					return true
				}
			}
		}
	}
	return false
}

// comparesClock reports whether a block ends with a comparison of the clock, as it is,
// with something: the next wait is not added to it.
func comparesClock(b *ssa.BasicBlock) bool {
	in, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok {
		return false
	}
	switch c := in.Cond.(type) {
	case *ssa.BinOp:
		if n, isConst := intConst(c.Y); isLeft(c.X) && (!isConst || n != 0) {
			return false // it is held against the next wait
		}
		return isClock(c.X) || isClock(c.Y)
	case *ssa.Call:
		return len(c.Call.Args) == 2 && (isClock(c.Call.Args[0]) || isClock(c.Call.Args[1]))
	}
	return false
}

// isClock reports whether a value is the time of day, or the time that has passed or
// is left.
func isClock(v ssa.Value) bool {
	c, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	path, name := calleePath(&c.Call)
	return path == "time" && (name == "Now" || name == "Since" || name == "Until" || name == "Sub" && isClock(c.Call.Args[0]))
}
