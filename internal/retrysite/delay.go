package retrysite

import (
	"go/token"
	"go/types"
	"strings"
	"time"

	"golang.org/x/tools/go/ssa"
)

// frame binds the parameters of a function to the arguments of one call.
type frame struct {
	fn   *ssa.Function
	args []ssa.Value
	up   *frame
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
	table   bool // comes from a list
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
	t := tracer{p: p, f: f, on: map[any]int{}, done: map[any]bool{}}
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
		t.variable(v, v.Edges, fr, depth)
	case *ssa.Convert:
		t.value(v.X, fr, depth+1)
	case *ssa.ChangeType:
		t.value(v.X, fr, depth+1)
	case *ssa.BinOp:
		t.binary(v, fr, depth)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			t.load(v.X, fr, depth)
		} else {
			t.value(v.X, fr, depth+1)
		}
	case *ssa.Extract:
		if c, ok := v.Tuple.(*ssa.Call); ok {
			t.call(&c.Call, v.Index, fr, depth)
			return
		}
		if _, ok := v.Tuple.(*ssa.Lookup); ok {
			t.f.table = true
			return
		}
		if _, ok := v.Tuple.(*ssa.Next); ok {
			t.f.table = true
			return
		}
		t.f.opaque = true
	case *ssa.Call:
		t.call(&v.Call, 0, fr, depth)
	case *ssa.Index, *ssa.Lookup:
		t.f.table = true
	case *ssa.Field:
		if st := structOf(v.X.Type()); st != nil {
			t.variable(st.Field(v.Field), t.p.fieldValues(st.Field(v.Field)), fr, depth)
		}
	default:
		t.f.opaque = true
	}
}

// variable looks into all values that a variable can have.
func (t *tracer) variable(key any, vals []ssa.Value, fr *frame, depth int) {
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
		t.value(v, fr, depth+1)
	}
	delete(t.on, key)
	t.done[key] = true
}

func (t *tracer) load(addr ssa.Value, fr *frame, depth int) {
	switch a := addr.(type) {
	case *ssa.IndexAddr:
		t.f.table = true
	case *ssa.FieldAddr:
		if f := fieldOf(a); f != nil {
			t.variable(f, t.p.fieldValues(f), fr, depth)
		}
	case *ssa.FreeVar:
		if b := bindingOf(a); b != nil {
			t.load(b, fr, depth+1)
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
		t.f.random = true
		return
	}
	fns := t.p.callees(c)
	own := 0
	for _, fn := range fns {
		if fn.Pkg != t.p.ssa && fn.Parent() == nil {
			continue
		}
		own++
		key := [2]any{fn, index}
		if t.done[key] {
			continue
		}
		t.done[key] = true
		inner := &frame{fn: fn, args: c.Args, up: fr}
		for _, r := range returns(fn) {
			if index < len(r.Results) {
				t.value(r.Results[index], inner, depth+1)
			}
		}
	}
	if own > 0 {
		return
	}
	t.foreign(c, name, index, fr, depth)
}

// foreign judges a call whose body is elsewhere.
func (t *tracer) foreign(c *ssa.CallCommon, name string, index int, fr *frame, depth int) {
	fn := c.StaticCallee()
	if fn == nil {
		if q, ok := t.p.nextPolicy(c); ok {
			t.f.policy(q, t.stopChecked(c))
			return
		}
		t.f.opaque = true
		return
	}
	obj, _ := fn.Object().(*types.Func)
	if obj == nil || obj.Pkg() == nil {
		t.f.opaque = true
		return
	}
	switch path := obj.Pkg().Path(); {
	case path == "math" && name == "Pow":
		t.f.grows = true
	case path == "math" && (name == "Exp" || name == "Exp2" || name == "Ldexp"):
		t.f.grows = true
	case path == "math", path == "time" && receiverName(obj) == "Duration", path == "cmp":
		for _, a := range c.Args {
			t.value(a, fr, depth+1)
		}
	case path == "net/http" && name == "Get":
		t.f.server = true
	case path == "time" && (name == "Until" || name == "Since" || name == "ParseDuration" || name == "Sub"):
		t.f.server = t.f.server || retryAfterArg(c)
	case path == "strconv" || path == "net/http" || path == "time":
		for _, a := range c.Args {
			t.value(a, fr, depth+1)
		}
	default:
		fact := new(DelayFact)
		if t.p.pass.ImportObjectFact(obj.Origin(), fact) {
			t.fact(fact, c, fr, depth)
			return
		}
		if q, ok := t.p.nextPolicy(c); ok {
			t.f.policy(q, t.stopChecked(c))
			return
		}
		t.f.opaque = true
		t.f.library = true
	}
}

// stopChecked reports whether the delay that a policy gives is compared with
// something before it is slept on.
func (t *tracer) stopChecked(c *ssa.CallCommon) bool {
	for _, fn := range t.p.funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(*ssa.Call)
				if !ok || &call.Call != c {
					continue
				}
				for _, ref := range *call.Referrers() {
					if bo, ok := ref.(*ssa.BinOp); ok && isComparison(bo.Op) {
						return true
					}
				}
				return false
			}
		}
	}
	return true
}

func (t *tracer) fact(d *DelayFact, c *ssa.CallCommon, fr *frame, depth int) {
	switch d.Kind {
	case Exponential:
		t.f.grows = true
	case Linear:
		t.f.steps = true
	case Custom:
		t.f.table = true
	}
	if d.Jitter == Yes {
		t.f.random = true
	}
	if d.Jitter == Unknown {
		t.f.opaque = true
	}
	for _, a := range c.Args {
		if isDuration(a.Type()) {
			t.value(a, fr, depth+1)
		}
	}
}

func retryAfterArg(c *ssa.CallCommon) bool {
	for _, a := range c.Args {
		if e, ok := a.(*ssa.Extract); ok {
			if call, ok := e.Tuple.(*ssa.Call); ok && strings.Contains(calleeName(&call.Call), "Parse") {
				return true
			}
		}
	}
	return false
}

// randomName reports whether a call draws a random number, or lays one over a
// duration.
func randomName(c *ssa.CallCommon, name string) bool {
	if fn := c.StaticCallee(); fn != nil {
		obj, _ := fn.Object().(*types.Func)
		if obj != nil && obj.Pkg() != nil {
			switch obj.Pkg().Path() {
			case "math/rand", "math/rand/v2", "crypto/rand":
				return true
			}
			n := strings.ToLower(name)
			return fn.Blocks == nil && (strings.Contains(n, "jitter") || strings.Contains(n, "rand"))
		}
		return false
	}
	n := strings.ToLower(name)
	return strings.Contains(n, "jitter") || strings.Contains(n, "rand") || strings.HasPrefix(name, "Int63") || strings.HasPrefix(name, "Float64")
}
