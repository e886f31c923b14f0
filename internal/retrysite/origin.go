package retrysite

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Whether a delay grows, and whether it is drawn at random, is often a setting:
//
//	var slow = newPolicy(time.Second, noJitter)
//	...
//	slow.wait(attempt) // switch p.jitter { case fullJitter: d = rand ... }
//
// To tell which it is at one place, what the code says there is followed into
// the functions that it calls: a constant through a constructor, the field of a
// struct, a captured variable, a table of functions, into the branches that hang on it.

// place is a value, and the call of its function in which it is read.
type place struct {
	v  ssa.Value
	fr *frame
}

// maxPlaces limits how many places one value may come from.
const maxPlaces = 12

// maxOrigin limits how far the origin of a value is followed.
const maxOrigin = 48

// decider follows values to where they come from.
type decider struct {
	p      *pkgInfo
	frames map[frameKey]*frame
	ways   map[*ssa.Function]*ways // of functions that are looked at without a call
	busy   map[place]bool
	consts map[place]constant.Value // what was found out as a whole
	left   int                      // steps that are left for the value at hand
	nested int                      // how deep in it the look is
}

// maxOriginSteps limits how much is looked at for one value.
const maxOriginSteps = 600

// goOn counts a step, and reports whether there is one left.
func (d *decider) goOn(depth int) bool {
	if d.nested == 0 {
		d.left = maxOriginSteps
	}
	d.left--
	return depth <= maxOrigin && d.left > 0
}

type frameKey struct {
	fn        *ssa.Function
	at        *ssa.CallCommon
	up, outer *frame
}

func (p *pkgInfo) decider() *decider {
	if p.decides == nil {
		p.decides = &decider{p: p, frames: map[frameKey]*frame{}, ways: map[*ssa.Function]*ways{}, busy: map[place]bool{}, consts: map[place]constant.Value{}}
	}
	return p.decides
}

// frameAt gives the frame of a call of fn. Where fn is a function literal, outer is
// the frame in which it was made.
func (d *decider) frameAt(fn *ssa.Function, c *ssa.CallCommon, args []ssa.Value, up, outer *frame) *frame {
	k := frameKey{fn, c, up, outer}
	fr := d.frames[k]
	if fr == nil {
		fr = &frame{fn: fn, args: args, up: up, outer: outer}
		d.frames[k] = fr
	}
	return fr
}

// running reports whether fr, or a frame around it, is one of fn.
func (fr *frame) running(fn *ssa.Function) bool {
	for n := 0; fr != nil; fr = fr.up {
		if n++; fr.fn == fn || n > 10 {
			return true
		}
	}
	return false
}

// places lists where v comes from. What cannot be followed stands for itself.
func (d *decider) places(v ssa.Value, fr *frame, depth int) []place {
	self := place{v, fr}
	if !d.goOn(depth) {
		return []place{self}
	}
	d.nested++
	defer func() { d.nested-- }()
	var out []place
	switch v := v.(type) {
	case *ssa.Parameter:
		if a := fr.arg(v); a != nil {
			return d.places(a, fr.up, depth+1)
		}
	case *ssa.ChangeType:
		return d.places(v.X, fr, depth+1)
	case *ssa.ChangeInterface:
		return d.places(v.X, fr, depth+1)
	case *ssa.MakeInterface:
		return d.places(v.X, fr, depth+1)
	case *ssa.TypeAssert:
		if !v.CommaOk {
			return d.places(v.X, fr, depth+1)
		}
	case *ssa.Phi, *ssa.Call, *ssa.Extract, *ssa.UnOp, *ssa.Field, *ssa.Lookup:
		if d.busy[self] {
			return nil
		}
		d.busy[self] = true
		out = d.origin(v, fr, depth+1)
		delete(d.busy, self)
	}
	if len(out) == 0 || len(out) > maxPlaces {
		return []place{self}
	}
	return out
}

// origin follows a value that is computed by one step.
func (d *decider) origin(v ssa.Value, fr *frame, depth int) []place {
	switch v := v.(type) {
	case *ssa.Phi:
		var out []place
		for _, e := range d.edgesOf(v, fr, depth) {
			out = union(out, d.places(e, fr, depth))
		}
		return out
	case *ssa.Call:
		return d.results(&v.Call, 0, fr, depth)
	case *ssa.Extract:
		switch t := v.Tuple.(type) {
		case *ssa.Call:
			return d.results(&t.Call, v.Index, fr, depth)
		case *ssa.Lookup:
			if v.Index == 0 {
				return d.entries(t, fr, depth)
			}
		}
	case *ssa.Lookup:
		return d.entries(v, fr, depth)
	case *ssa.Field:
		return d.field(v.X, fr, []int{v.Field}, depth)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return d.content(v.X, fr, depth)
		}
	}
	return nil
}

func union(to, more []place) []place {
	for _, m := range more {
		if !slices.Contains(to, m) {
			to = append(to, m)
		}
	}
	return to
}

// callee is a function that a call runs, in the frame of that call.
type callee struct {
	fn *ssa.Function
	fr *frame
}

// callees lists the functions of this package that a call runs, as far as the
// function value can be followed to where it is made; nil where it cannot.
func (d *decider) callees(c *ssa.CallCommon, fr *frame, depth int) []callee {
	if fn := c.StaticCallee(); fn != nil && closureOf(c.Value) == nil {
		if o := fn.Origin(); o != nil {
			fn = o
		}
		if fn.Pkg != d.p.ssa && fn.Parent() == nil || len(fn.Blocks) == 0 {
			return nil
		}
		return []callee{{fn, d.frameAt(fn, c, c.Args, fr, nil)}}
	}
	if _, ok := c.Value.(*ssa.Builtin); ok {
		return nil
	}
	var out []callee
	for _, pl := range d.places(c.Value, fr, depth+1) {
		in, ok := d.calleeAt(pl, c, fr)
		if !ok {
			return nil
		}
		out = append(out, in)
	}
	return out
}

// insidesOf lists the functions of this package that a call may run: those that the
// function value is followed to, or else all that it can be.
func (p *pkgInfo) insidesOf(c *ssa.CallCommon, fr *frame) []callee {
	ins := p.decider().callees(c, fr, 0)
	if ins != nil {
		return ins
	}
	for _, fn := range p.callees(c) {
		if fn.Pkg == p.ssa || fn.Parent() != nil {
			ins = append(ins, callee{fn, p.decider().frameAt(fn, c, c.Args, fr, nil)})
		}
	}
	return ins
}

// calleeAt gives the function that a call of the value at pl runs.
func (d *decider) calleeAt(pl place, c *ssa.CallCommon, fr *frame) (callee, bool) {
	var fn *ssa.Function
	var outer *frame
	args := c.Args
	switch v := pl.v.(type) {
	case *ssa.Function:
		fn = v
	case *ssa.MakeClosure:
		fn, outer = v.Fn.(*ssa.Function), pl.fr
		if m := d.boundMethod(fn); m != nil && len(v.Bindings) == 1 {
			// Receiver and arguments are of two frames: the receiver's is kept.
			if pl.fr != fr {
				return callee{}, false
			}
			fn, outer, args = m, nil, append([]ssa.Value{v.Bindings[0]}, args...)
		}
	default:
		if !c.IsInvoke() || pl.fr != fr && !isObject(pl.v) {
			return callee{}, false
		}
		if types.IsInterface(pl.v.Type()) {
			return callee{}, false
		}
		prog := d.p.ssa.Prog
		if sel := prog.MethodSets.MethodSet(pl.v.Type()).Lookup(c.Method.Pkg(), c.Method.Name()); sel != nil {
			fn, args = prog.MethodValue(sel), append([]ssa.Value{pl.v}, args...)
		}
	}
	if fn == nil || fn.Pkg != d.p.ssa && fn.Parent() == nil || len(fn.Blocks) == 0 {
		return callee{}, false
	}
	return callee{fn, d.frameAt(fn, c, args, fr, outer)}, true
}

// isObject reports whether v means the same in every frame.
func isObject(v ssa.Value) bool {
	switch v.(type) {
	case *ssa.Global, *ssa.Const, *ssa.Function:
		return true
	}
	return false
}

// boundMethod gives the method behind a method value, or nil.
func (d *decider) boundMethod(fn *ssa.Function) *ssa.Function {
	obj, ok := fn.Object().(*types.Func)
	if !ok || fn.Synthetic == "" || len(fn.FreeVars) != 1 || fn.Parent() != nil {
		return nil
	}
	return d.p.ssa.Prog.FuncValue(obj)
}

// results follows what a call gives into the functions of this package that it runs.
func (d *decider) results(c *ssa.CallCommon, index int, fr *frame, depth int) []place {
	var out []place
	for _, in := range d.callees(c, fr, depth) {
		if fr.running(in.fn) {
			return nil
		}
		for _, r := range d.returnsOf(in.fn, in.fr, depth) {
			if index < len(r.Results) {
				out = union(out, d.places(r.Results[index], in.fr, depth+1))
			}
		}
	}
	return out
}

// entries lists what a look-up in a map can give: the entry of that key, where the
// map is written out and the key is known, or else all that is put into it.
func (d *decider) entries(l *ssa.Lookup, fr *frame, depth int) []place {
	key := d.known(l.Index, fr, depth)
	var out []place
	for _, m := range d.places(l.X, fr, depth) {
		for _, up := range d.p.updatesOf(m.v) {
			at := m.fr
			if _, kept := m.v.(*ssa.UnOp); kept {
				at = nil
				if up.Parent() == l.Parent() {
					at = fr // put there for next time
				}
			}
			if k := d.known(up.Key, at, depth); k != nil && key != nil && !same(k, key) {
				continue
			}
			out = union(out, d.places(up.Value, at, depth))
		}
	}
	return out
}

// updatesOf lists what is put into the map that v is: one that is made there, or
// one kept in a field.
func (p *pkgInfo) updatesOf(v ssa.Value) []*ssa.MapUpdate {
	switch v := v.(type) {
	case *ssa.MakeMap:
		var out []*ssa.MapUpdate
		for _, ref := range *v.Referrers() {
			if up, ok := ref.(*ssa.MapUpdate); ok && up.Map == v {
				out = append(out, up)
			}
		}
		return out
	case *ssa.UnOp:
		p.index()
		if fa, ok := v.X.(*ssa.FieldAddr); ok {
			return p.updates[fieldOf(fa)]
		}
	}
	return nil
}

// known gives the constant that v is, or nil.
func (d *decider) known(v ssa.Value, fr *frame, depth int) constant.Value {
	if c, ok := v.(*ssa.Const); ok {
		return c.Value
	}
	at := place{v, fr}
	if c, ok := d.consts[at]; ok {
		return c
	}
	if !d.goOn(depth) {
		return nil
	}
	whole := len(d.busy) == 0
	d.nested++
	c := d.constantOf(v, fr, depth)
	d.nested--
	if whole && d.left > 0 {
		d.consts[at] = c
	}
	return c
}

func (d *decider) constantOf(v ssa.Value, fr *frame, depth int) constant.Value {
	var out constant.Value
	for _, pl := range d.places(v, fr, depth+1) {
		c := d.constantAt(pl, depth+1)
		if c == nil || c.Kind() == constant.Unknown || out != nil && !same(c, out) {
			return nil
		}
		out = c
	}
	return out
}

func same(x, y constant.Value) bool {
	number := func(c constant.Value) bool { return c.Kind() == constant.Int || c.Kind() == constant.Float }
	return (x.Kind() == y.Kind() || number(x) && number(y)) && constant.Compare(x, token.EQL, y)
}

// constantAt computes the constant at a place that is not followed further.
func (d *decider) constantAt(pl place, depth int) constant.Value {
	if depth > maxOrigin {
		return nil
	}
	switch v := pl.v.(type) {
	case *ssa.Const:
		return v.Value
	case *ssa.Convert:
		c := d.known(v.X, pl.fr, depth)
		if c != nil && isInteger(v.Type()) && c.Kind() == constant.Float {
			return constant.ToInt(c)
		}
		return c
	case *ssa.UnOp:
		if c := d.known(v.X, pl.fr, depth); c != nil && (v.Op == token.NOT || v.Op == token.SUB) {
			return constant.UnaryOp(v.Op, c, 0)
		}
	case *ssa.BinOp:
		if isComparison(v.Op) {
			if t := d.compares(v, pl.fr, depth); t.kind == truth {
				return constant.MakeBool(t.lo == 1)
			}
			return nil
		}
		x, y := d.known(v.X, pl.fr, depth), d.known(v.Y, pl.fr, depth)
		switch {
		case v.Op == token.MUL && (isZero(x) || isZero(y)), v.Op == token.QUO && isZero(x),
			v.Op == token.SUB && d.bare(v.X, pl.fr, depth) == d.bare(v.Y, pl.fr, depth):
			return constant.MakeInt64(0)
		case x != nil && y != nil:
			return fold(v.Op, x, y)
		}
	}
	return nil
}

func isZero(c constant.Value) bool {
	return c != nil && (c.Kind() == constant.Int || c.Kind() == constant.Float) && constant.Sign(c) == 0
}

// bare gives the value below conversions, and below sums in which the other part is
// zero: with no spread, d - spread is d.
func (d *decider) bare(v ssa.Value, fr *frame, depth int) place {
	for ; depth < maxOrigin; depth++ {
		switch x := v.(type) {
		case *ssa.Convert:
			v = x.X
			continue
		case *ssa.BinOp:
			if (x.Op == token.ADD || x.Op == token.SUB) && isZero(d.known(x.Y, fr, depth)) {
				v = x.X
				continue
			}
		}
		break
	}
	ps := d.places(v, fr, depth+1)
	if len(ps) == 1 {
		return ps[0]
	}
	return place{v, fr}
}

// compares decides a comparison.
func (d *decider) compares(b *ssa.BinOp, fr *frame, depth int) value {
	if isNilConst(b.Y) && (b.Op == token.EQL || b.Op == token.NEQ) {
		return d.comparesNil(b, fr, depth)
	}
	x, y := d.known(b.X, fr, depth), d.known(b.Y, fr, depth)
	if x == nil || y == nil {
		return top
	}
	if x.Kind() == constant.Bool && y.Kind() == constant.Bool && b.Op != token.EQL && b.Op != token.NEQ {
		return top
	}
	if x.Kind() != y.Kind() && (x.Kind() == constant.String || y.Kind() == constant.String || x.Kind() == constant.Bool || y.Kind() == constant.Bool) {
		return top
	}
	return boolean(constant.Compare(x, b.Op, y))
}

func (d *decider) comparesNil(b *ssa.BinOp, fr *frame, depth int) value {
	out := top
	for i, pl := range d.places(b.X, fr, depth) {
		k := top
		switch v := pl.v.(type) {
		case *ssa.Const:
			if v.IsNil() {
				k = boolean(b.Op == token.EQL)
			}
		case *ssa.Alloc, *ssa.Global, *ssa.Function, *ssa.MakeClosure, *ssa.MakeMap, *ssa.FieldAddr:
			k = boolean(b.Op == token.NEQ)
		}
		if i > 0 && k != out {
			return top
		}
		out = k
	}
	return out
}
