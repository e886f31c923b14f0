package retrysite

import (
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// verdict is what a walk of a loop tells of one call in it.
type verdict struct {
	probe   probe
	effect  Effect
	item    itemKind  // whether it works on the loop's own item
	fail    []outcome // ways from a failure
	succeed []outcome // ways from a success
	walker  *walker   // of the failing walk, for its marks
	// okWalker is that of the succeeding walk.
	okWalker *walker
	unsure   bool // not all ways from a success were seen
	session  bool // a call that tells of no failure, and runs until it is over
}

func again(os []outcome) (some, unwaited, waited, timed bool) {
	for _, o := range os {
		if o.again {
			some = true
			if o.waited == 0 {
				unwaited = true
			} else {
				waited = true
			}
		}
	}
	return some, unwaited, waited, timed
}

type edge struct{ from, to *ssa.BasicBlock }

func exits(os []outcome) map[edge]bool {
	out := map[edge]bool{}
	for _, o := range os {
		if !o.again {
			out[edge{o.exitFrom, o.exitTo}] = true
		}
	}
	return out
}

// leavesOnSuccess reports whether success can leave the loop where failure
// cannot. That everything ends, by a context or a done channel, is no success.
func (p *pkgInfo) leavesOnSuccess(l *loop, v *verdict) bool {
	f := p.failingExits(l, v)
	for _, o := range v.succeed {
		if !o.again && !f[edge{o.exitFrom, o.exitTo}] && !p.endsAnyway(l, v, o) {
			return true
		}
	}
	return false
}

// failingExits gives the ways out of the loop while the call fails from the
// first round on.
func (p *pkgInfo) failingExits(l *loop, v *verdict) map[edge]bool {
	var all []outcome
	for _, a := range v.probe.fails {
		_, _, outs := p.playOne(l, v.probe.call, a)
		if len(outs) == 0 {
			return exits(v.fail) // the call is not reached that way
		}
		all = append(all, outs...)
	}
	return exits(all)
}

// leaves reports whether success can leave the loop at all.
func (p *pkgInfo) leaves(l *loop, v *verdict) bool {
	for _, o := range v.succeed {
		if !o.again && !p.endsAnyway(l, v, o) {
			return true
		}
	}
	return false
}

// endsAnyway reports whether a way leaves the loop because it was told to end.
func (p *pkgInfo) endsAnyway(l *loop, v *verdict, o outcome) bool {
	b := p.limit(l, v, o)
	return b.Kind == Deadline && b.Why != "elapsed time"
}

// itemKind says how what a call works on comes with the rounds of a loop.
type itemKind uint8

const (
	sameThing itemKind = iota // the same in each round
	element                   // an element of a list
	received                  // taken from a stream, a channel or a queue
	nextOne                   // computed from the last round's
)

// judge walks loop l from every call in it that can fail.
func (p *pkgInfo) judge(l *loop) []*verdict {
	var out []*verdict
	for _, b := range l.header.Parent().Blocks {
		if !l.blocks[b] {
			continue
		}
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			eff := p.loopEffect(l, call)
			if w := p.waitAt(call); eff == 0 || w != nil && !w.event {
				continue
			}
			for _, pr := range p.probes(call, l.blocks) {
				v := &verdict{probe: pr, effect: eff, item: p.worksOnItem(l, call)}
				v.fail, v.walker = p.walkLoop(l, pr.call, pr.fails)
				if some, _, _, _ := again(v.fail); !some {
					continue
				}
				v.succeed, v.okWalker = p.walkLoop(l, pr.call, p.allWell(l, pr))
				v.unsure = v.okWalker.cut
				out = append(out, v)
			}
		}
	}
	return out
}

// debugVerdicts prints
func (p *pkgInfo) debugVerdicts(l *loop, vs []*verdict) {
	if os.Getenv("DBG") == "" {
		return
	}
	ps := p.pass.Fset.Position(l.pos())
	if !strings.HasSuffix(fmt.Sprintf("%s:%d", ps.Filename, ps.Line), os.Getenv("DBG")) {
		return
	}
	for _, v := range vs {
		sAgain, sUnwaited, _, _ := again(v.succeed)
		_, fUnwaited, fWaited, _ := again(v.fail)
		println("VERDICT", callName(&v.probe.call.Call), v.probe.what, "item", v.item, "eff", v.effect.String(), "sAgain", sAgain, "sUnw", sUnwaited, "fUnw", fUnwaited, "fW", fWaited, "distinct", p.leavesOnSuccess(l, v), "unsure", v.unsure, "iter", l.iterates(), "kind", string(p.kindOf(l, v)))
	}
	for _, b := range l.header.Parent().Blocks {
		if l.blocks[b] {
			for _, in := range b.Instrs {
				if c, ok := in.(*ssa.Call); ok && fallible(c.Call.Signature()) {
					println("   CALL", callName(&c.Call), p.loopEffect(l, c).String(), p.waitAt(c) != nil)
				}
			}
		}
	}
}

// sessions finds the calls in an endless loop that tell of no failure because they
// serve until they are over: connect and receive, dial everybody, announce. The
// loop waits before it runs them again.
func (p *pkgInfo) sessions(l *loop) []*verdict {
	if l.iterates() {
		return nil
	}
	var out []*verdict
	for _, b := range l.header.Parent().Blocks {
		if !l.blocks[b] {
			continue
		}
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || fallible(call.Call.Signature()) || call.Call.Signature().Results().Len() > 0 {
				continue
			}
			fn := call.Call.StaticCallee()
			if fn == nil || fn.Pkg != p.ssa || !p.effectOf(&call.Call).Remote() || !hasWord(fn.Name(), "connect", "dial", "subscribe", "session", "announce", "login") ||
				p.worksOnItem(l, call) != sameThing {
				continue
			}
			v := &verdict{probe: probe{call: call, what: "its end"}, effect: p.effectOf(&call.Call), session: true}
			v.fail, v.walker = p.walkLoop(l, call, []assumption{{}})
			v.succeed, v.okWalker = v.fail, v.walker
			some, unwaited, _, _ := again(v.fail)
			if some && !unwaited && p.timed(v.fail, v.walker) {
				out = append(out, v)
			}
		}
	}
	return out
}

// allWell gives the assumptions for a success of the probe's call under which
// the loop's other operations succeed too: leaving because of another failure
// is not leaving on success.
func (p *pkgInfo) allWell(l *loop, pr probe) []assumption {
	others := assumption{}
	for b := range l.blocks {
		for _, instr := range b.Instrs {
			c, ok := instr.(*ssa.Call)
			if !ok || c == pr.call || !p.isOperation(c) {
				continue
			}
			res := c.Call.Signature().Results()
			for i := range res.Len() {
				if isErrorish(res.At(i).Type()) {
					if v := resultValue(c, i); v != nil {
						others[v] = nilV
					}
				}
			}
		}
	}
	var out []assumption
	for _, ok := range pr.oks {
		a := maps.Clone(others)
		maps.Copy(a, ok)
		out = append(out, a)
	}
	return out
}

// loopEffect is the effect of repeating a call: its own, or, for one that only
// looks at what another call in the loop brought, that one's.
func (p *pkgInfo) loopEffect(l *loop, call *ssa.Call) Effect {
	if neverRetried(&call.Call) {
		return 0
	}
	if e := p.effectOf(&call.Call); e != 0 {
		return e
	}
	if !fallible(call.Call.Signature()) {
		return 0
	}
	for b := range l.blocks {
		for _, instr := range b.Instrs {
			if c, ok := instr.(*ssa.Call); ok && c != call && p.isOperation(c) && p.derives(call, c, 0) {
				return p.effectOf(&c.Call)
			}
		}
	}
	return 0
}

// walkLoop walks from call, assumed to have each of the outcomes.
func (p *pkgInfo) walkLoop(l *loop, call *ssa.Call, outcomes []assumption) ([]outcome, *walker) {
	w := &walker{pkg: p, region: l.blocks, header: l.header, target: call, marks: p.logsIn(l)}
	var out []outcome
	for _, a := range outcomes {
		w.assume, w.steps, w.outcomes = a, 0, nil
		e := p.seed(l, call)
		e.add(assumedOf(call, a))
		w.run(call, e)
		out = append(out, w.outcomes...)
	}
	return out, w
}

// logsIn lists the error logs in a loop; a few will do.
func (p *pkgInfo) logsIn(l *loop) []ssa.Instruction {
	if l.logs == nil {
		l.logs = append([]ssa.Instruction{}, errorLogs(l.header.Parent().Blocks, l.blocks)...)
		l.logs = l.logs[:min(len(l.logs), 12)]
	}
	return slices.Clone(l.logs)
}

// assumedOf gives the part of an assumption that is about the call's own value.
func assumedOf(call *ssa.Call, a assumption) assumption {
	if v, ok := a[ssa.Value(call)]; ok {
		return assumption{call: v}
	}
	return nil
}

// seed gives what is known when the loop runs call: the conditions on the way
// from the header to it, and that counters only move one way.
func (p *pkgInfo) seed(l *loop, call *ssa.Call) *env {
	e := &env{}
	w := &walker{pkg: p}
	for _, instr := range l.header.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		if c, ok := cellOf(phi); ok {
			if n, up := capturedCounter(l, phi); up {
				e.set(c, atLeast(n))
			}
			continue
		}
		if c := counterOf(l, phi); c != nil && c.known {
			if c.step > 0 {
				e.set(phi, atLeast(c.init))
			} else {
				e.set(phi, value{integer, -1 << 62, c.init})
			}
		}
	}
	var chain []*ssa.BasicBlock
	for b := call.Block(); b != nil && l.blocks[b]; b = b.Idom() {
		chain = append(chain, b)
		if b == l.header {
			break
		}
	}
	for i := len(chain) - 1; i > 0; i-- {
		b, next := chain[i], chain[i-1]
		in, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		for k, s := range b.Succs {
			if s == next && len(s.Preds) == 1 {
				w.refine(e, in.Cond, k == 0)
			}
		}
	}
	return e
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

// worksOnItem says whether what a call works on is the loop's own item: an
// element picked by the loop's counter or iterator, or one received in it.
func (p *pkgInfo) worksOnItem(l *loop, call *ssa.Call) itemKind {
	q := &itemSearch{p: p, l: l, op: call, seen: map[ssa.Value]bool{}}
	for _, a := range append(slices.Clone(call.Call.Args), call.Call.Value) {
		if k := q.from(a, 0); k != sameThing {
			return k
		}
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
		if a, ok := v.X.(*ssa.Alloc); ok {
			for _, s := range storedIn(a, 0) {
				if k := q.from(s, depth+1); k != sameThing {
					return k
				}
			}
			return sameThing
		}
	case *ssa.IndexAddr:
		if p.dependsOnCounter(l, v.Index, 0) {
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
	case *ssa.Phi:
		if v.Block() == l.header {
			if l.counts() && (advances(v) || counterOf(l, v) != nil) && !isDuration(v.Type()) {
				return element
			}
			if movesOn(l, v) {
				return nextOne
			}
			if popped(v) {
				return received
			}
			return sameThing
		}
	case *ssa.Slice:
		if p.dependsOnCounter(l, v.Low, 0) || p.dependsOnCounter(l, v.High, 0) {
			return nextOne
		}
	case *ssa.Alloc:
		return q.holds(v, depth)
	case *ssa.MakeClosure:
		for _, b := range v.Bindings {
			if a, ok := b.(*ssa.Alloc); ok {
				for _, s := range storedIn(a, 0) {
					if k := q.from(s, depth+1); k != sameThing {
						return k
					}
				}
			}
		}
		return sameThing
	}
	for _, op := range instr.Operands(nil) {
		if k := q.from(*op, depth+1); k != sameThing {
			return k
		}
	}
	return sameThing
}

// holds says whether something in an array or a struct that is made in the
// loop is its item.
func (q *itemSearch) holds(a *ssa.Alloc, depth int) itemKind {
	for _, ref := range *a.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr == a {
				if k := q.from(ref.Val, depth+1); k != sameThing {
					return k
				}
			}
		case *ssa.IndexAddr, *ssa.FieldAddr:
			for _, r := range *ref.(ssa.Value).Referrers() {
				if st, ok := r.(*ssa.Store); ok && st.Addr == ref.(ssa.Value) {
					if k := q.from(st.Val, depth+1); k != sameThing {
						return k
					}
				}
			}
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

// takesItems reports whether a call by its name takes the next item of a stream.
func takesItems(name string) bool {
	if i := strings.LastIndexAny(name, "./"); i >= 0 {
		name = name[i+1:]
	}
	words := camelWords(name)
	if len(words) == 0 || !slices.Contains(itemVerbs, words[0]) {
		return false
	}
	return len(words) == 1 || slices.Contains(itemNouns, strings.TrimSuffix(words[1], "s"))
}

var itemVerbs = []string{"accept", "read", "recv", "receive", "next", "fetch", "poll", "pop", "dequeue", "scan", "pull", "peek", "decode", "write",
	"send", "text", "copy"}

var itemNouns = []string{"msg", "message", "packet", "from", "frame", "event", "line", "byte", "string", "record", "json", "full", "all", "batch",
	"header", "part", "job", "task", "item", "entry", "row", "tcp", "unix", "conn", "stream", "command", "request", "response", "result", "queue", "udp", "candidate", "value",
	"element", "node", "key", "block", "chunk", "page", "work", "log"}

// camelWords splits a name at its capitals, in lower case.
func camelWords(name string) []string {
	var out []string
	start := 0
	for i := 1; i <= len(name); i++ {
		if i == len(name) || isUpper(name[i]) && (!isUpper(name[i-1]) || i+1 < len(name) && !isUpper(name[i+1])) {
			out = append(out, strings.ToLower(name[start:i]))
			start = i
		}
	}
	return out
}

func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }

// movesBytes reports whether a call reads or writes a part of a stream: loops
// around it are about the rest of the bytes.
func movesBytes(c *ssa.CallCommon) bool {
	res := c.Signature().Results()
	return res.Len() == 2 && isInteger(res.At(0).Type()) && hasWord(calleeName(c), "read", "write", "copy")
}

// establishes reports whether a call by its name sets up something that then
// serves: a connection, a session, a watch.
func establishes(name string) bool {
	return hasWord(name, "connect", "dial", "subscribe", "consume", "watch", "listen", "serve", "stream", "session", "join", "login", "open",
		"keepalive", "reconnect", "attach", "run", "start", "announce", "follow", "tail", "monitor", "resume", "register")
}

func hasWord(name string, words ...string) bool {
	if i := strings.LastIndexAny(name, "./"); i >= 0 {
		name = name[i+1:]
	}
	n := strings.ToLower(name)
	for _, w := range words {
		if strings.Contains(n, strings.ToLower(w)) {
			return true
		}
	}
	return false
}

func hasAssumption(list []assumption, a assumption) bool {
	for _, o := range list {
		if maps.Equal(o, a) {
			return true
		}
	}
	return false
}

func hasEnv(list []*env, e *env) bool {
	for _, o := range list {
		if o.equal(e) {
			return true
		}
	}
	return false
}
