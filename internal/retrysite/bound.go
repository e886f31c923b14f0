package retrysite

import (
	"fmt"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// boundOf finds the largest number of attempts that the loop makes while one
// of its calls keeps failing.
func (p *pkgInfo) boundOf(l *loop, vs []*verdict) Bound {
	var worst *Bound
	for _, v := range vs {
		b := p.boundOne(l, v)
		if worst == nil || worse(b, *worst) {
			worst = &b
		}
	}
	if worst == nil {
		return Bound{Kind: Unbounded}
	}
	return *worst
}

// waitWatches reports whether a wait on the way from a failure ends with a context.
func (p *pkgInfo) waitWatches(v *verdict) bool {
	for _, o := range v.fail {
		for _, instr := range v.walker.marked(o.waited) {
			if wt := p.waitAt(instr); wt != nil && wt.watches {
				return true
			}
		}
	}
	return false
}

// startName names what a value of the loop counts down from, unless that is a constant:
// the start of a counter, or what a counter is taken from.
func startName(l *loop, v ssa.Value) string {
	if d, ok := v.(*ssa.BinOp); ok && d.Op == token.SUB && !countsRounds(l, d.X, 0) {
		return valueName(d.X)
	}
	phi, ok := v.(*ssa.Phi)
	if !ok {
		return ""
	}
	for i, e := range phi.Edges {
		if _, isConst := e.(*ssa.Const); !isConst && i < len(phi.Block().Preds) && !l.blocks[phi.Block().Preds[i]] {
			return valueName(e)
		}
	}
	return ""
}

// worse orders bounds: the one that allows more attempts is worse.
func worse(a, b Bound) bool {
	rank := map[BoundKind]int{Const: 0, Symbol: 1, Deadline: 2, Unbounded: 3}
	if rank[a.Kind] != rank[b.Kind] {
		return rank[a.Kind] > rank[b.Kind]
	}
	return a.N > b.N
}

func (p *pkgInfo) boundOne(l *loop, v *verdict) Bound {
	n, steady := p.play(l, v)
	if n > 0 {
		return Bound{Kind: Const, N: n, Why: "counted loop", Pos: l.pos()}
	}
	if n := p.countedTo(l, v.fail); n > 0 {
		return Bound{Kind: Const, N: n, Why: "counted loop", Pos: l.pos()}
	}
	best := Bound{Kind: Unbounded, Pos: l.pos()}
	if phi := p.notRaised(l, v); phi != nil {
		best.Why = v.probe.what + " does not move " + nonEmpty(phi.Comment, "the counter")
		return best
	}
	for _, o := range steady {
		if o.again {
			continue
		}
		b := p.limit(l, v, o)
		b.Clock = clockCheck(b, o)
		if b.Kind != "" && worse(best, b) {
			best = b
		}
	}
	if best.Kind == Unbounded && (p.checksContext(l) || p.waitWatches(v)) {
		best = Bound{Kind: Deadline, Why: "until the context ends", Pos: l.pos()}
	}
	return best
}

// clockCheck says when a loop looks at the clock, where a way leaves it for what that
// tells.
func clockCheck(b Bound, o outcome) ClockCheck {
	switch {
	case b.Why != "elapsed time" || !comparesClock(o.exitFrom):
		return ""
	case o.waited == 0:
		return BeforeWait
	}
	return AfterWait
}

// limit says what bounds the attempts where a way leaves the loop although the
// call keeps failing. Its kind is empty where the exit is no limit.
func (p *pkgInfo) limit(l *loop, v *verdict, o outcome) Bound {
	in, ok := o.exitFrom.Instrs[len(o.exitFrom.Instrs)-1].(*ssa.If)
	if !ok {
		return p.guard(l, v, o.exitFrom)
	}
	return p.limitOf(l, in.Cond, 0)
}

// guard looks for the branch that leads to a block which leaves the loop.
func (p *pkgInfo) guard(l *loop, v *verdict, b *ssa.BasicBlock) Bound {
	for d := b.Idom(); d != nil && l.blocks[d]; d = d.Idom() {
		if in, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If); ok {
			return p.limitOf(l, in.Cond, 0)
		}
	}
	return Bound{}
}

func (p *pkgInfo) limitOf(l *loop, cond ssa.Value, depth int) Bound {
	if depth > 4 {
		return Bound{}
	}
	switch c := cond.(type) {
	case *ssa.UnOp:
		switch c.Op {
		case token.NOT:
			return p.limitOf(l, c.X, depth+1)
		case token.MUL:
			if endWord(valueName(c)) {
				return Bound{Kind: Deadline, Why: "until " + valueName(c), Pos: c.Pos()}
			}
		}
	case *ssa.BinOp:
		return p.comparisonLimit(l, c, depth)
	case *ssa.Phi:
		for _, e := range c.Edges {
			if b := p.limitOf(l, e, depth+1); b.Kind != "" {
				return b
			}
		}
	case *ssa.Extract:
		return p.extractLimit(l, c, depth)
	case *ssa.Call:
		if fromClock(c, 0) {
			return Bound{Kind: Deadline, Why: "elapsed time", Pos: c.Pos()}
		}
		return p.callLimit(c)
	}
	return Bound{}
}

func (p *pkgInfo) comparisonLimit(l *loop, c *ssa.BinOp, depth int) Bound {
	for _, x := range []ssa.Value{c.X, c.Y} {
		if fromClock(x, 0) {
			return Bound{Kind: Deadline, Why: "elapsed time", Pos: c.Pos()}
		}
	}
	for i, pair := range [2][2]ssa.Value{{c.X, c.Y}, {c.Y, c.X}} {
		if countsRounds(l, pair[0], 0) && isNumeric(pair[1].Type()) {
			op := c.Op
			if i == 1 {
				op = mirror(op)
			}
			if n, ok := roundsTo(l, pair[0], op, pair[1]); ok {
				return roundsBound(n, c.Pos())
			}
			name := nonEmpty(valueName(pair[1]), "a limit")
			if _, isConst := pair[1].(*ssa.Const); isConst {
				name = nonEmpty(startName(l, pair[0]), name)
			}
			return Bound{Kind: Symbol, Symbol: name, Why: fmt.Sprintf("%s bounds the loop", name), Pos: c.Pos()}
		}
	}
	// A budget in memory that the loop's calls use up.
	for _, pair := range [2][2]ssa.Value{{c.X, c.Y}, {c.Y, c.X}} {
		if ld, ok := pair[0].(*ssa.UnOp); ok && isInteger(ld.Type()) && !isDuration(ld.Type()) && p.usedUp(l, ld) {
			n := nonEmpty(valueName(ld), "a budget")
			return Bound{Kind: Symbol, Symbol: n, Why: n + " is used up", Pos: c.Pos(), limit: ld}
		}
	}
	// A result compared with nil: of the context, of a helper that waits.
	for _, pair := range [2][2]ssa.Value{{c.X, c.Y}, {c.Y, c.X}} {
		if isNilConst(pair[1]) || isConstBool(pair[1]) {
			return p.resultLimit(l, pair[0], depth)
		}
		if sel, ok := pair[0].(*ssa.Extract); ok {
			if s, ok := sel.Tuple.(*ssa.Select); ok && sel.Index == 0 {
				return selectLimit(s, pair[1])
			}
		}
	}
	if n := valueName(c.X); hasWord(n, "Backoff", "Delay", "Wait") && isDuration(c.X.Type()) {
		guard, _ := stripConversions(c.X).(*ssa.Call)
		return Bound{Kind: Symbol, Symbol: n, Why: "the backoff policy stops", Pos: c.Pos(), guard: guard}
	}
	return Bound{}
}

func isConstBool(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value != nil && isBool(c.Type())
}

// resultLimit judges a branch on the result of a call.
func (p *pkgInfo) resultLimit(l *loop, v ssa.Value, depth int) Bound {
	if depth > 6 {
		return Bound{}
	}
	switch v := stripConversions(v).(type) {
	case *ssa.Call:
		return p.callLimit(v)
	case *ssa.Extract:
		return p.extractLimit(l, v, depth)
	case *ssa.Phi:
		for _, e := range v.Edges {
			if b := p.resultLimit(l, e, depth+1); b.Kind != "" {
				return b
			}
		}
	}
	return Bound{}
}

func (p *pkgInfo) extractLimit(l *loop, e *ssa.Extract, depth int) Bound {
	switch t := e.Tuple.(type) {
	case *ssa.Call:
		return p.callLimit(t)
	case *ssa.Next:
		return Bound{Kind: Symbol, Symbol: "range", Why: "the range ends", Pos: e.Pos()}
	case *ssa.UnOp:
		if t.Op == token.ARROW {
			return Bound{Kind: Symbol, Symbol: "range over " + nonEmpty(valueName(t.X), "a channel"), Why: "the channel is closed", Pos: t.Pos()}
		}
	}
	return Bound{}
}

// callLimit judges the result of a call that a way out of the loop depends on:
// a context's end, a helper that waits until a budget is used up, a policy
// object.
func (p *pkgInfo) callLimit(call *ssa.Call) Bound {
	c, pos := &call.Call, call.Pos()
	name := calleeName(c)
	if c.IsInvoke() && isContext(c.Value.Type()) {
		return Bound{Kind: Deadline, Why: "until the context ends", Pos: pos}
	}
	for _, a := range c.Args {
		if isContext(a.Type()) && fallibleOrBool(c.Signature()) {
			return Bound{Kind: Deadline, Why: name + " looks at the context", Pos: pos}
		}
	}
	if w := p.callWait(c); w != nil {
		if w.watches {
			return Bound{Kind: Deadline, Why: name + " gives up", Pos: pos}
		}
		return Bound{Kind: Symbol, Symbol: name, Why: name + " gives up", Pos: pos}
	}
	decides := hasWord(name, "Ongoing", "Backoff", "Attempt", "Retry", "Retries", "Again", "Allow", "Take", "Next", "Exceed", "Expired", "Exhaust") ||
		p.forced != nil && receiverDecides(call)
	if decides && !p.isErrorPredicate(c) {
		return Bound{Kind: Symbol, Symbol: name + "()", Why: name + " decides", Pos: pos, guard: call}
	}
	if endWord(name) || endWord(valueName(c.Value)) || len(c.Args) > 0 && !isContext(c.Args[0].Type()) && endWord(valueName(c.Args[0])) {
		return Bound{Kind: Deadline, Why: "until " + name, Pos: pos}
	}
	return Bound{}
}

// receiverDecides reports whether a call asks an object of the program for a yes or no:
// who knows the object can tell how often it says yes.
func receiverDecides(call *ssa.Call) bool {
	fn := call.Call.StaticCallee()
	return fn != nil && fn.Signature.Recv() != nil && len(fn.Blocks) > 0 && fallibleOrBool(fn.Signature) && len(call.Call.Args) == 1
}

func fallibleOrBool(sig *types.Signature) bool {
	return sig.Results().Len() == 1 && isBool(sig.Results().At(0).Type())
}

// isErrorPredicate reports whether a call classifies an error, an answer, or what was
// read from one.
func (p *pkgInfo) isErrorPredicate(c *ssa.CallCommon) bool {
	for _, a := range c.Args {
		if isError(a.Type()) || namedType(a.Type(), "net/http", "Response") {
			return true
		}
		if ld, ok := stripConversions(a).(*ssa.UnOp); ok {
			if fa, ok := ld.X.(*ssa.FieldAddr); ok && (isError(fa.X.Type()) || isStatusRead(ld)) {
				return true
			}
		}
	}
	return false
}

func selectLimit(s *ssa.Select, index ssa.Value) Bound {
	n, ok := intConst(index)
	if !ok || n < 0 || int(n) >= len(s.States) {
		return Bound{}
	}
	st := s.States[n]
	if st.Dir != types.RecvOnly {
		return Bound{}
	}
	if isDoneChan(st.Chan) {
		return Bound{Kind: Deadline, Why: "until " + nonEmpty(valueName(st.Chan), "the done channel"), Pos: st.Pos}
	}
	if isTimeChan(st.Chan.Type()) {
		return Bound{Kind: Deadline, Why: "a timeout", Pos: st.Pos}
	}
	return Bound{}
}

// endWord reports whether a name speaks of an end.
func endWord(name string) bool {
	n := strings.ToLower(name)
	for _, w := range []string{"stop", "closed", "closing", "done", "quit", "shutdown", "exit", "dead", "cancel", "finished", "terminat", "deadline", "timeout", "expired"} {
		if strings.Contains(n, w) {
			return true
		}
	}
	return false
}

// usedUp reports whether a load reads a variable whose address the loop hands to
// a call, which may count it down.
func (p *pkgInfo) usedUp(l *loop, ld *ssa.UnOp) bool {
	c, ok := cellOf(ld.X)
	if !ok || ld.Op != token.MUL {
		return false
	}
	for _, b := range l.inOrder() {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			for _, a := range call.Call.Args {
				if ac, ok := cellOf(a); ok && ac.base == c.base {
					return true
				}
			}
		}
	}
	return false
}

// fromClock reports whether a value is computed from the time.
func fromClock(v ssa.Value, depth int) bool {
	if depth > 5 {
		return false
	}
	switch v := v.(type) {
	case *ssa.Call:
		if fn := v.Call.StaticCallee(); fn != nil && fn.Pkg != nil && fn.Pkg.Pkg.Path() == "time" {
			switch fn.Name() {
			case "Now", "Since", "Until", "Sub", "Before", "After":
				return true
			}
		}
		for _, a := range v.Call.Args {
			if fromClock(a, depth+1) {
				return true
			}
		}
	case *ssa.BinOp:
		return fromClock(v.X, depth+1) || fromClock(v.Y, depth+1)
	case *ssa.Convert:
		return fromClock(v.X, depth+1)
	case *ssa.Phi:
		if depth > 2 {
			return false
		}
		for _, e := range v.Edges {
			if fromClock(e, depth+2) {
				return true
			}
		}
	}
	return false
}

// countsRounds reports whether a value is, or is computed from, a variable that
// moves with the loop's rounds.
func countsRounds(l *loop, v ssa.Value, depth int) bool {
	if depth > 4 {
		return false
	}
	switch v := v.(type) {
	case *ssa.Phi:
		if !l.blocks[v.Block()] {
			return false
		}
		if counterOf(l, v) != nil {
			return true
		}
		for _, e := range v.Edges {
			if e != ssa.Value(v) && countsRounds(l, e, depth+2) {
				return true
			}
		}
		return v.Block() == l.header && isNumeric(v.Type()) && !isState(l, v, nil)
	case *ssa.BinOp:
		return countsRounds(l, v.X, depth+1) || countsRounds(l, v.Y, depth+1)
	case *ssa.Convert:
		return countsRounds(l, v.X, depth+1)
	case *ssa.UnOp:
		if phi, ok := v.X.(*ssa.Phi); ok && v.Op == token.MUL && phi.Block() == l.header && isNumeric(v.Type()) {
			return true
		}
		// A counter in memory: stored to in the loop.
		if c, ok := cellOf(v.X); ok && v.Op == token.MUL && isNumeric(v.Type()) {
			for _, b := range l.inOrder() {
				for _, instr := range b.Instrs {
					if st, ok := instr.(*ssa.Store); ok {
						if sc, ok := cellOf(st.Addr); ok && sc == c {
							return true
						}
					}
				}
			}
		}
	}
	return false
}

// isState reports whether a variable of the loop is only ever set to constants in it: the
// state that the loop is in, which counts nothing.
func isState(l *loop, v ssa.Value, seen map[ssa.Value]bool) bool {
	phi, ok := v.(*ssa.Phi)
	if !ok || seen[v] {
		_, isConst := v.(*ssa.Const)
		return isConst || ok
	}
	if seen == nil {
		seen = map[ssa.Value]bool{}
	}
	seen[v] = true
	for i, e := range phi.Edges {
		if l.blocks[phi.Block().Preds[i]] && !isState(l, e, seen) {
			return false
		}
	}
	return true
}
