package retrysite

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// itemKind says how what a call works on comes with the rounds of a loop.
type itemKind uint8

// worksOnItem says whether what a call works on is the loop's own item: an
// element picked by the loop's counter or iterator, or one received in it.
func (p *pkgInfo) worksOnItem(l *loop, call *ssa.Call) itemKind {
	if p.again[call] {
		return sameThing
	}
	q := &itemSearch{p: p, l: l, op: call, seen: map[ssa.Value]bool{}}
	for _, a := range append(slices.Clone(call.Call.Args), call.Call.Value) {
		if k := q.from(a, 0); k != sameThing {
			return k
		}
	}
	for _, a := range call.Call.Args {
		if q.aimed(a, 0) {
			return element
		}
	}
	if q.chosenBy() {
		return element
	}
	return sameThing
}

// itemSearch follows what flows into an operation within one round of a loop.
type itemSearch struct {
	p    *pkgInfo
	l    *loop
	op   *ssa.Call
	seen map[ssa.Value]bool
}

func (q *itemSearch) from(v ssa.Value, depth int) itemKind {
	if v == nil || q.seen[v] || depth > 20 {
		return sameThing
	}
	q.seen[v] = true
	p, l := q.p, q.l
	instr, ok := v.(ssa.Instruction)
	if !ok || !l.contains(instr) {
		if a, ok := v.(*ssa.Alloc); ok {
			return q.stored(a, depth) // one variable for the items of all rounds
		}
		return sameThing
	}
	switch v := v.(type) {
	case *ssa.Next:
		return element
	case *ssa.Call:
		if takesItems(callName(&v.Call)) && v.Call.Signature().Results().Len() > 0 && v != q.op && v.Block().Dominates(q.op.Block()) {
			return received
		}
	case *ssa.UnOp:
		if v.Op == token.ARROW {
			if isDoneChan(v.X) {
				return sameThing
			}
			return received
		}
		switch a := v.X.(type) {
		case *ssa.Alloc:
			return q.loaded(a, depth)
		case *ssa.FreeVar:
			return q.stored(a, depth)
		case *ssa.FieldAddr:
			if q.listens() && q.raised(a) {
				return nextOne
			}
		}
	case *ssa.IndexAddr:
		if p.dependsOnCounter(l, v.Index, 0) || q.cutDown(v) {
			return element
		}
	case *ssa.Index:
		if p.dependsOnCounter(l, v.Index, 0) {
			return element
		}
	case *ssa.Lookup:
		if p.dependsOnCounter(l, v.Index, 0) {
			return element
		}
	case *ssa.Extract:
		if sel, ok := v.Tuple.(*ssa.Select); ok && sel.Block() != nil {
			if v.Index >= 2 {
				return received
			}
			return sameThing
		}
		if q.givenOut(v) {
			return received
		}
	case *ssa.Phi:
		if v.Block() == l.header {
			return q.variable(v)
		}
	case *ssa.Slice:
		if p.dependsOnCounter(l, v.Low, 0) || p.dependsOnCounter(l, v.High, 0) {
			return nextOne
		}
	case *ssa.Alloc:
		return q.holds(v, depth)
	case *ssa.MakeClosure:
		return q.captured(v, depth)
	}
	for _, op := range instr.Operands(nil) {
		if k := q.from(*op, depth+1); k != sameThing {
			return k
		}
	}
	return sameThing
}

// captured says whether a variable that a function literal captures holds the loop's item.
func (q *itemSearch) captured(c *ssa.MakeClosure, depth int) itemKind {
	for _, b := range c.Bindings {
		if a, ok := b.(*ssa.Alloc); ok {
			if k := q.stored(a, depth); k != sameThing {
				return k
			}
		}
	}
	return sameThing
}

// givenOut reports whether a value comes with a flag from another call, and the loop is
// over when the flag is not set: there are no more of them.
func (q *itemSearch) givenOut(x *ssa.Extract) bool {
	c, ok := x.Tuple.(*ssa.Call)
	if !ok || c == q.op || x.Index != 0 || isInteger(x.Type()) || !c.Block().Dominates(q.op.Block()) {
		return false
	}
	res := c.Call.Signature().Results()
	if res.Len() != 2 || !isBool(res.At(1).Type()) {
		return false
	}
	in, ok := c.Block().Instrs[len(c.Block().Instrs)-1].(*ssa.If)
	return ok && in.Cond == resultValue(c, 1) && !q.l.blocks[c.Block().Succs[1]]
}

// variable says whether a variable of the loop is its item.
func (q *itemSearch) variable(v *ssa.Phi) itemKind {
	l := q.l
	if q.listens() && advances(v) && !numbersAttempts(v.Comment) {
		return nextOne
	}
	if l.counts() && (advances(v) || counterOf(l, v) != nil) && !isDuration(v.Type()) {
		if numbersAttempts(v.Comment) {
			return sameThing
		}
		return element
	}
	if movesOn(l, v) || multiplies(v) {
		return nextOne
	}
	if _, isFunc := v.Type().Underlying().(*types.Signature); isFunc {
		return nextOne // another operation each time
	}
	if popped(v) {
		return received
	}
	if q.drawn(v) || q.offered(v) {
		return element
	}
	return sameThing
}

// numbersAttempts reports whether a counter by its name counts attempts: an operation
// that is told the number is the same one all the same.
func numbersAttempts(name string) bool {
	return slices.ContainsFunc(camelWords(name), func(w string) bool {
		return slices.Contains([]string{"attempt", "attempts", "retry", "retries", "try", "tries"}, w)
	})
}

// stored says whether what is stored in a variable is the loop's item.
func (q *itemSearch) stored(a ssa.Value, depth int) itemKind {
	for _, s := range storedIn(a, 0) {
		if k := q.from(s, depth+1); k != sameThing {
			return k
		}
	}
	return sameThing
}

// loaded says whether what a variable holds is the loop's item: stored whole,
// or a struct that each round fills with what comes next. A struct that has
// been given the number of the attempt stays the same thing.
func (q *itemSearch) loaded(a *ssa.Alloc, depth int) itemKind {
	if q.drawn(a) {
		return element
	}
	if k := q.stored(a, depth); k != sameThing {
		return k
	}
	if k := q.holds(a, depth); k != element {
		return k
	}
	return sameThing
}

// holds says whether something in an array or a struct that is made in the
// loop is its item.
func (q *itemSearch) holds(a *ssa.Alloc, depth int) itemKind {
	for _, st := range storesInto(a) {
		if k := q.from(st.Val, depth+1); k != sameThing {
			return k
		}
	}
	return sameThing
}

// dependsOnCounter reports whether an index moves with the loop's rounds.
func (p *pkgInfo) dependsOnCounter(l *loop, v ssa.Value, depth int) bool {
	if depth > 5 {
		return false
	}
	switch v := v.(type) {
	case *ssa.Phi:
		return l.blocks[v.Block()] && advances(v)
	case *ssa.BinOp:
		return p.dependsOnCounter(l, v.X, depth+1) || p.dependsOnCounter(l, v.Y, depth+1)
	case *ssa.Convert:
		return p.dependsOnCounter(l, v.X, depth+1)
	}
	return false
}

// advances reports whether a variable is moved on in each round by adding to it.
func advances(phi *ssa.Phi) bool {
	if !isNumeric(phi.Type()) {
		return false
	}
	for _, e := range phi.Edges {
		if b, ok := e.(*ssa.BinOp); ok && (b.Op == token.ADD || b.Op == token.SUB) && (b.X == ssa.Value(phi) || b.Y == ssa.Value(phi)) {
			return true
		}
	}
	return false
}

// movesOn reports whether a loop variable is each round's next item, computed
// from the last one: a list's next node, the rest of a slice, a path's parent.
func movesOn(l *loop, phi *ssa.Phi) bool {
	switch phi.Type().Underlying().(type) {
	case *types.Slice, *types.Pointer:
	case *types.Basic:
		if b := phi.Type().Underlying().(*types.Basic); b.Info()&types.IsString == 0 {
			return false
		}
	default:
		return false
	}
	for i, e := range phi.Edges {
		if !l.blocks[phi.Block().Preds[i]] {
			continue
		}
		if stepsOn(e, phi, 0) {
			return true
		}
	}
	return false
}

// multiplies reports whether a loop variable grows by a factor: a buffer that was too
// small.
func multiplies(phi *ssa.Phi) bool {
	if !isInteger(phi.Type()) || isDuration(phi.Type()) {
		return false
	}
	for _, e := range phi.Edges {
		if b, ok := e.(*ssa.BinOp); ok && (b.Op == token.MUL || b.Op == token.SHL) && b.X == ssa.Value(phi) {
			return true
		}
	}
	return false
}

// popped reports whether a loop variable is taken from a queue or a stream in
// every round, the first one included.
func popped(phi *ssa.Phi) bool {
	for _, e := range phi.Edges {
		x, ok := e.(*ssa.Extract)
		if !ok {
			return false
		}
		c, ok := x.Tuple.(*ssa.Call)
		if !ok || !takesItems(callName(&c.Call)) {
			return false
		}
	}
	return true
}

// drawn reports whether a variable of the loop holds what one function of the package,
// that touches nothing outside and is not what the loop is about, gives before the
// loop and for each round: the next candidate.
func (q *itemSearch) drawn(v ssa.Value) bool {
	calls := map[*ssa.Call]bool{}
	if !q.draws(v, calls, map[ssa.Value]bool{}) {
		return false
	}
	var from *ssa.Function
	before, within := false, false
	for c := range calls {
		fn := c.Call.StaticCallee()
		if c == q.op || fn == nil || from != nil && fn != from {
			return false
		}
		from = fn
		if q.l.contains(c) {
			within = true
		} else {
			before = true
		}
	}
	return before && within && from.Pkg == q.p.ssa && q.p.effects[from] == 0 && !fallible(from.Signature)
}

// draws collects the calls whose results a variable holds, and reports whether it holds
// nothing else.
func (q *itemSearch) draws(v ssa.Value, calls map[*ssa.Call]bool, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return true
	}
	seen[v] = true
	switch v := v.(type) {
	case *ssa.Phi:
		for _, e := range v.Edges {
			if !q.draws(e, calls, seen) {
				return false
			}
		}
		return true
	case *ssa.Alloc:
		vals := storedIn(v, 0)
		for _, s := range vals {
			if !q.draws(s, calls, seen) {
				return false
			}
		}
		return len(vals) > 0
	case *ssa.UnOp:
		return v.Op == token.MUL && q.draws(v.X, calls, seen)
	case *ssa.Extract:
		c, ok := v.Tuple.(*ssa.Call)
		if ok {
			calls[c] = true
		}
		return ok
	}
	return false
}

// stepsOn reports whether v is computed from phi, and is not phi itself.
func stepsOn(v ssa.Value, phi *ssa.Phi, depth int) bool {
	if depth > 5 {
		return false
	}
	is := func(x ssa.Value) bool { return x == ssa.Value(phi) || stepsOn(x, phi, depth+1) }
	switch v := v.(type) {
	case *ssa.Phi:
		for _, e := range v.Edges {
			if e != ssa.Value(v) && stepsOn(e, phi, depth+1) {
				return true
			}
		}
	case *ssa.Slice:
		return is(v.X)
	case *ssa.Extract:
		c, ok := v.Tuple.(*ssa.Call)
		return ok && stepsOn(c, phi, depth)
	case *ssa.Call:
		if fallible(v.Call.Signature()) {
			return false
		}
		for _, a := range v.Call.Args {
			if is(a) {
				return true
			}
		}
	case *ssa.UnOp:
		if fa, ok := v.X.(*ssa.FieldAddr); ok {
			return fa.X == ssa.Value(phi)
		}
	}
	return false
}
