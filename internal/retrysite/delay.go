package retrysite

import (
	"go/token"
	"go/types"
	"time"

	"golang.org/x/tools/go/ssa"
)

// frame binds the parameters of a function to the arguments of one call.
type frame struct {
	fn     *ssa.Function
	args   []ssa.Value
	up     *frame
	outer  *frame // of the function that made this one, where it is a literal
	ways   *ways  // what can be reached, once that was looked at
	looked bool
}

func (f *frame) arg(p *ssa.Parameter) ssa.Value {
	if f == nil || p.Parent() != f.fn {
		return nil
	}
	for i, q := range f.fn.Params {
		if q == p && i < len(f.args) {
			return f.args[i]
		}
	}
	return nil
}

// features is what flows into a duration.
type features struct {
	grows   bool // doubles, shifts, multiplies itself
	steps   bool // is multiplied by a counter, or added to
	table   bool // comes from a list, or grows in some other way
	random  bool
	server  bool // comes from a Retry-After header
	opaque  bool // comes from a call that cannot be seen into
	library bool // comes from a library's policy
	capped  bool
	kind    DelayKind
	merged  bool
	consts  []int64
	stops   bool // a library's policy that tells of its end by a value that is no duration
}

// describe fills in what a wait's durations tell.
func (p *pkgInfo) describe(w *waitInfo, fr *frame) {
	if w.event {
		w.delay = Delay{Kind: Event}
		return
	}
	var f features
	for _, d := range w.durations {
		p.trace(d, fr, &f)
	}
	if len(w.durations) == 0 {
		f.opaque = true
	}
	w.delay, w.jitter = f.delay(), f.jitterOf()
	w.module = w.module && f.module()
	w.mayStop = f.stops
}

func (f *features) merge(w *waitInfo) {
	f.merged = true
	f.kind = w.delay.Kind
	if w.jitter == Yes {
		f.random = true
	}
	if w.jitter == Unknown {
		f.opaque = true
	}
	if !w.module {
		f.library = true
	}
}

// policy adds the delay of a library's policy object.
func (f *features) policy(q policy, checked bool) {
	f.library = true
	f.stops = f.stops || (q.limited || q.attempts.Kind == Const) && !q.open && !checked
	if q.delay.Kind != "" {
		f.merged, f.kind = true, q.delay.Kind
	}
	switch {
	case q.jitter == Yes && !q.open:
		f.random = true
	case q.open || q.jitter == Unknown:
		f.opaque = true
	}
}

func (f *features) delay() Delay {
	d := Delay{}
	switch {
	case f.grows:
		d.Kind = Exponential
		d.Factor = 2
	case f.table, f.opaque, f.library:
		d.Kind = Custom
	case f.steps:
		d.Kind = Linear
	case f.server && len(f.consts) == 0:
		d.Kind = Server
	default:
		d.Kind = Fixed
	}
	if f.merged && f.kind != "" && !f.grows && !f.steps {
		d.Kind = f.kind
	}
	for _, c := range f.consts {
		if c >= shortestWait && (d.Base == 0 || time.Duration(c) < d.Base) {
			d.Base = time.Duration(c)
		}
		if f.capped && time.Duration(c) > d.Max {
			d.Max = time.Duration(c)
		}
	}
	return d
}

func (f *features) jitterOf() Tri {
	switch {
	case f.random:
		return Yes
	case f.opaque, f.library:
		return Unknown
	}
	return No
}

func (f *features) module() bool { return !f.library && !f.server }

// trace follows the data that flows into a duration.
func (p *pkgInfo) trace(v ssa.Value, fr *frame, f *features) {
	t := tracer{p: p, f: f, on: map[any]int{}, done: map[any]bool{}, calls: map[*ssa.Function]int{}, d: p.decider(), last: map[*ssa.Function]*frame{}}
	t.enter(fr)
	t.value(v, fr, 0)
}

// tracer walks backwards through the data flow. on holds the variables that
// are being looked into, with the operations passed so far, so that one which
// feeds itself is noticed: that is growth.
type tracer struct {
	p    *pkgInfo
	f    *features
	on   map[any]int
	done map[any]bool
	ops  []token.Token

	calls map[*ssa.Function]int // how often a function was looked into
	last  map[*ssa.Function]*frame
	d     *decider
}

// enter remembers the frames of the functions that are being looked into.
func (t *tracer) enter(fr *frame) {
	for ; fr != nil; fr = fr.up {
		t.last[fr.fn] = fr
	}
}

// frameOf gives the frame for a value that is stored in a variable which was read
// in fr: a function literal may have stored it there.
func (t *tracer) frameOf(v ssa.Value, fr *frame) *frame {
	if fr != nil && fr.fn == v.Parent() || v.Parent() == nil {
		return fr
	}
	if in := t.last[v.Parent()]; in != nil {
		return in
	}
	return fr
}

func (t *tracer) value(v ssa.Value, fr *frame, depth int) {
	if depth > 40 {
		t.f.opaque = true
		return
	}
	switch v := v.(type) {
	case *ssa.Const:
		if n, ok := intConst(v); ok && isDuration(v.Type()) {
			t.f.consts = append(t.f.consts, n)
		}
	case *ssa.Parameter:
		if a := fr.arg(v); a != nil {
			t.value(a, fr.up, depth+1)
		}
	case *ssa.Phi:
		t.variable(v, t.d.edgesOf(v, fr, 0), fr, depth)
	case *ssa.Convert:
		t.value(v.X, fr, depth+1)
	case *ssa.ChangeType:
		t.value(v.X, fr, depth+1)
	case *ssa.BinOp:
		t.binary(v, fr, depth)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			t.load(v, fr, depth)
		} else {
			t.value(v.X, fr, depth+1)
		}
	case *ssa.Extract:
		if c, ok := v.Tuple.(*ssa.Call); ok {
			t.call(&c.Call, v.Index, fr, depth)
			return
		}
		if _, ok := v.Tuple.(*ssa.Lookup); ok {
			t.table(v, fr, depth)
			return
		}
		if _, ok := v.Tuple.(*ssa.Next); ok {
			t.f.table = true
			return
		}
		t.f.opaque = true
	case *ssa.Call:
		t.call(&v.Call, 0, fr, depth)
	case *ssa.Lookup:
		t.table(v, fr, depth)
	case *ssa.Index:
		t.f.table = true
	case *ssa.Field:
		if st := structOf(v.X.Type()); st != nil && toldByServer(v.X.Type(), st.Field(v.Field).Name()) {
			t.f.server = true
			return
		}
		if t.followed(v, fr, depth) {
			return
		}
		if st := structOf(v.X.Type()); st != nil {
			t.variable(st.Field(v.Field), t.p.fieldValues(st.Field(v.Field)), fr, depth)
		}
	default:
		t.f.opaque = true
	}
}

// variable looks into all values that a variable can have.
func (t *tracer) variable(of any, vals []ssa.Value, fr *frame, depth int) {
	key := any([2]any{of, fr})
	if at, ok := t.on[key]; ok {
		for _, op := range t.ops[at:] {
			switch op {
			case token.MUL, token.SHL, token.QUO:
				t.f.grows = true
			case token.ADD, token.SUB:
				t.f.steps = true
			}
		}
		return
	}
	if t.done[key] {
		return
	}
	t.on[key] = len(t.ops)
	for _, v := range vals {
		t.value(v, t.frameOf(v, fr), depth+1)
	}
	delete(t.on, key)
	t.done[key] = true
}

// followed looks into the values that v comes from, where they can be told. It
// reports false where v stands for itself.
func (t *tracer) followed(v ssa.Value, fr *frame, depth int) bool {
	ps := t.d.places(v, fr, 0)
	for _, pl := range ps {
		if pl.v == v {
			return false
		}
	}
	for _, pl := range ps {
		t.value(pl.v, pl.fr, depth+1)
	}
	return true
}

// table looks at a look-up in a map: it is one value where the map is written out
// and the key is known.
func (t *tracer) table(v ssa.Value, fr *frame, depth int) {
	ps := t.d.places(v, fr, 0)
	if len(ps) == 1 && ps[0].v != v {
		t.value(ps[0].v, ps[0].fr, depth+1)
		return
	}
	t.f.table = true
}

func (t *tracer) load(ld *ssa.UnOp, fr *frame, depth int) {
	addr := ld.X
	if up, ok := addr.(*ssa.UnOp); ok { // an optional time
		addr = up.X
	}
	if fa, ok := addr.(*ssa.FieldAddr); ok && toldByServer(fa.X.Type(), valueName(fa)) {
		t.f.server = true
		return
	}
	if t.followed(ld, fr, depth) {
		return
	}
	t.loadAt(ld.X, fr, depth)
}

func (t *tracer) loadAt(addr ssa.Value, fr *frame, depth int) {
	switch a := addr.(type) {
	case *ssa.IndexAddr:
		t.f.table = true
	case *ssa.FieldAddr:
		if f := fieldOf(a); f != nil {
			t.variable(f, t.p.fieldValues(f), nil, depth)
		}
	case *ssa.FreeVar:
		if b := bindingOf(a); b != nil {
			var outer *frame
			if fr != nil && fr.fn == a.Parent() {
				outer = fr.outer
			}
			t.loadAt(b, outer, depth+1)
		}
	case *ssa.Alloc, *ssa.Global:
		t.variable(a, t.p.valuesAt(a), fr, depth)
	default:
		// A pointer of unknown origin: a setting.
	}
}

// fieldValues lists what the package stores into a field.
func (p *pkgInfo) fieldValues(f *types.Var) []ssa.Value {
	p.index()
	return p.fieldSts[f]
}

func (t *tracer) binary(b *ssa.BinOp, fr *frame, depth int) {
	if b.Op == token.MUL && isZero(t.d.known(b, fr, 0)) {
		return // a random part that is switched off
	}
	if b.Op == token.MUL && squares(b) {
		t.f.table = true
	}
	t.ops = append(t.ops, b.Op)
	if b.Op == token.SHL {
		if _, ok := intConst(b.Y); !ok {
			t.f.grows = true
		}
	}
	t.value(b.X, fr, depth+1)
	t.value(b.Y, fr, depth+1)
	t.ops = t.ops[:len(t.ops)-1]
}

// squares reports whether a product has some variable in it twice.
func squares(b *ssa.BinOp) bool {
	seen := map[ssa.Value]bool{}
	work := []ssa.Value{b.X, b.Y}
	for len(work) > 0 {
		v := stripConversions(work[len(work)-1])
		work = work[:len(work)-1]
		if p, ok := v.(*ssa.BinOp); ok && p.Op == token.MUL {
			work = append(work, p.X, p.Y)
			continue
		}
		if _, ok := v.(*ssa.Const); ok {
			continue
		}
		if seen[v] {
			return true
		}
		seen[v] = true
	}
	return false
}

func (t *tracer) call(c *ssa.CallCommon, index int, fr *frame, depth int) {
	if b, ok := c.Value.(*ssa.Builtin); ok {
		if b.Name() == "min" || b.Name() == "max" {
			t.f.capped = true
		}
		if b.Name() == "len" || b.Name() == "cap" {
			return
		}
		for _, a := range c.Args {
			t.value(a, fr, depth+1)
		}
		return
	}
	name := calleeName(c)
	if randomName(c, name) {
		t.f.random = t.f.random || !t.drawsNothing(c, fr)
		return
	}
	if t.inside(c, index, fr, depth) {
		return
	}
	t.foreign(c, name, index, fr, depth)
}

// inside looks into the functions of the package that a call runs. It reports
// false where there are none.
func (t *tracer) inside(c *ssa.CallCommon, index int, fr *frame, depth int) bool {
	ins := t.p.insidesOf(c, fr)
	for _, in := range ins {
		key := [2]any{in, index}
		if t.done[key] || fr.running(in.fn) || t.calls[in.fn] > 6 {
			continue
		}
		t.done[key] = true
		t.calls[in.fn]++
		t.last[in.fn] = in.fr
		for _, r := range t.d.returnsOf(in.fn, in.fr, 0) {
			if index < len(r.Results) {
				t.value(r.Results[index], in.fr, depth+1)
			}
		}
	}
	return len(ins) > 0
}
