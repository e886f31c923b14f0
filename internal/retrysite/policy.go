package retrysite

import (
	"go/constant"
	"go/token"
	"go/types"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/catalog"
)

// policy is what a value that configures a library's retries says.
type policy struct {
	attempts Bound
	limit    time.Duration // elapsed time that ends it; 0 for none
	limited  bool          // by elapsed time, known or not
	delay    Delay
	jitter   Tri
	context  Tri
	maxEnds  bool // the wait that would pass delay.Max ends it
	open     bool // something that cannot be followed could change it
}

// bound is the attempts of the policy under its time limit.
func (q policy) bound() Bound {
	b := q.attempts
	if b.Kind == "" {
		b = Bound{Kind: Unbounded}
		if q.open {
			b = Bound{Kind: Symbol, Symbol: "the policy", Why: "set by a policy that cannot be followed"}
		}
	}
	if n := catalog.AttemptsUpTo(q.delay.Base, q.delay.Max, q.delay.Factor); q.maxEnds && n > 0 && (b.Kind != Const || n < b.N) {
		b = Bound{Kind: Const, N: n, Why: "waits grow to the limit of " + q.delay.Max.String(), Pos: b.Pos}
	}
	if b.Kind == Unbounded && (q.limited || q.limit > 0) {
		b = Bound{Kind: Deadline, Limit: q.limit, Why: "elapsed time", Pos: b.Pos}
	}
	if b.Kind == Unbounded && q.context == Yes {
		b = Bound{Kind: Deadline, Why: "until the context ends", Pos: b.Pos}
	}
	return b
}

// operand finds the value that an operand of a catalog row refers to.
type operand func(catalog.Operand) ssa.Value

// callOperand resolves operands at a call.
func callOperand(c *ssa.CallCommon) operand {
	recv := receiverIn(c)
	return func(o catalog.Operand) ssa.Value {
		switch o.Kind {
		case catalog.Argument:
			if i := o.Index + recv; i < len(c.Args) {
				return c.Args[i]
			}
		case catalog.Receiver:
			if c.IsInvoke() {
				return c.Value
			}
			if recv == 1 {
				return c.Args[0]
			}
		}
		return nil
	}
}

// apply adds to q what a row says, in the order that the catalog gives:
// what is inherited, the row's own settings, then the configuring value.
func (p *pkgInfo) apply(q *policy, e *catalog.Entry, at operand, depth int) {
	if !e.Inherit.IsZero() {
		p.follow(q, at(e.Inherit), depth+1)
	}
	p.set(q, &e.Set, at)
	if !e.Policy.IsZero() {
		p.follow(q, at(e.Policy), depth+1)
	}
}

// set applies the settings of one row.
func (p *pkgInfo) set(q *policy, s *catalog.Settings, at operand) {
	read := func(o catalog.Operand) constant.Value { return p.constantOf(at(o), 0) }
	if x := s.Attempts; !x.IsZero() {
		b := p.attemptsOf(x, read, at)
		if x.Min && q.attempts.Kind != "" && !worse(q.attempts, b) {
			b = q.attempts
		}
		q.attempts = b
	}
	if x := s.Deadline; !x.IsZero() {
		if v, ok := x.Eval(read); ok {
			q.limited = !v.NoLimit
			q.limit = durationValue(v)
		} else {
			q.limited, q.limit = true, 0
		}
	}
	if x := s.Delay; !x.IsZero() {
		if v, ok := x.Eval(read); ok && v.Const != nil && v.Const.Kind() == constant.String {
			q.delay.Kind = DelayKind(constant.StringVal(v.Const))
		}
	}
	if x := s.Base; !x.IsZero() {
		if v, ok := x.Eval(read); ok {
			q.delay.Base = durationValue(v)
			if q.delay.Base == 0 && q.delay.Kind == Fixed {
				q.delay.Kind = NoDelay
			}
		}
	}
	if x := s.Max; !x.IsZero() {
		if v, ok := x.Eval(read); ok {
			q.delay.Max = durationValue(v)
		}
	}
	if x := s.MaxEnds; !x.IsZero() {
		q.maxEnds = true
	}
	if x := s.Factor; !x.IsZero() {
		if v, ok := x.Eval(read); ok && v.Const != nil {
			q.delay.Factor, _ = constant.Float64Val(constant.ToFloat(v.Const))
		}
	}
	q.jitter = triOf(s.Jitter, read, q.jitter)
	if x := s.Context; !x.IsZero() {
		if !x.Operand().IsZero() {
			q.context = p.liveContext(at(x.Operand()))
		} else {
			q.context = triOf(x, read, q.context)
		}
	}
}

// liveContext reports whether a value is a context, or done channel, that can end.
func (p *pkgInfo) liveContext(v ssa.Value) Tri {
	if v == nil {
		return Unknown
	}
	if p.neverEnds(v, noAttempt, 0) {
		return No
	}
	return Yes
}

func triOf(x catalog.Expr, read func(catalog.Operand) constant.Value, old Tri) Tri {
	if x.IsZero() {
		return old
	}
	v, ok := x.Eval(read)
	if !ok || v.Const == nil || v.Const.Kind() != constant.Bool {
		return Unknown
	}
	if constant.BoolVal(v.Const) {
		return Yes
	}
	return No
}

func durationValue(v catalog.Value) time.Duration {
	if v.Const == nil {
		return 0
	}
	n, _ := constant.Int64Val(constant.ToInt(v.Const))
	return time.Duration(n)
}

func (p *pkgInfo) attemptsOf(x catalog.Expr, read func(catalog.Operand) constant.Value, at operand) Bound {
	var pos token.Pos
	name := "a setting"
	if op := x.Operand(); !op.IsZero() {
		if v := at(op); v != nil {
			pos = v.Pos()
			name = nonEmpty(valueName(v), name)
		}
	}
	v, ok := x.Eval(read)
	switch {
	case !ok:
		return Bound{Kind: Symbol, Symbol: name, Why: "set by " + name, Pos: pos}
	case v.NoLimit:
		return Bound{Kind: Unbounded, Pos: pos}
	}
	n, exact := constant.Int64Val(constant.ToInt(v.Const))
	if !exact || n > 1<<30 {
		return Bound{Kind: Unbounded, Pos: pos}
	}
	return Bound{Kind: Const, N: int(n), Why: "the library's settings", Pos: pos}
}

// row finds the catalog's row for a function.
func (p *pkgInfo) row(fn *ssa.Function, what catalog.What) *catalog.Entry {
	if o := fn.Origin(); o != nil {
		fn = o
	}
	obj, ok := fn.Object().(*types.Func)
	if !ok {
		return nil
	}
	return p.funcRow(obj, what)
}

func (p *pkgInfo) funcRow(obj *types.Func, what catalog.What) *catalog.Entry {
	path, symbol := catalog.SymbolOf(obj)
	e, _ := p.cat.Lookup(what, path, symbol)
	return e
}

func calleeObject(c *ssa.CallCommon) *types.Func {
	if c.IsInvoke() {
		return c.Method
	}
	fn := c.StaticCallee()
	if fn == nil {
		return nil
	}
	if o := fn.Origin(); o != nil {
		fn = o
	}
	obj, _ := fn.Object().(*types.Func)
	return obj
}

// receiverIn counts the arguments of a call before those in its brackets: a method has
// its receiver there. So has a method expression, which is called like a function; a
// method value and a call through an interface have not.
func receiverIn(c *ssa.CallCommon) int {
	obj := calleeObject(c)
	if obj == nil || obj.Signature().Recv() == nil || c.IsInvoke() {
		return 0
	}
	return max(0, len(c.Args)-obj.Signature().Params().Len())
}

// typeName is the name of a named type or of what a pointer points to.
func typeName(t types.Type) string {
	t = types.Unalias(t)
	if ptr, ok := t.(*types.Pointer); ok {
		t = types.Unalias(ptr.Elem())
	}
	if n, ok := t.(*types.Named); ok {
		return n.Obj().Name()
	}
	return ""
}

func typePath(t types.Type) string {
	t = types.Unalias(t)
	if ptr, ok := t.(*types.Pointer); ok {
		t = types.Unalias(ptr.Elem())
	}
	if n, ok := t.(*types.Named); ok && n.Obj().Pkg() != nil {
		return n.Obj().Pkg().Path()
	}
	return ""
}

// catalogWait describes a call that the catalog knows to wait.
func (p *pkgInfo) catalogWait(obj *types.Func) *waitInfo {
	e := p.funcRow(obj, catalog.Wait)
	if e == nil {
		return nil
	}
	var q policy
	p.set(&q, &e.Set, func(catalog.Operand) ssa.Value { return nil })
	w := &waitInfo{name: funcName(obj), delay: q.delay, jitter: q.jitter, watches: q.context == Yes}
	if w.delay.Kind == "" {
		w.delay.Kind = Custom
	}
	return w
}

// nextPolicy gives the policy object behind a call for the next delay.
func (p *pkgInfo) nextPolicy(c *ssa.CallCommon) (policy, bool) {
	obj := calleeObject(c)
	if obj == nil {
		return policy{}, false
	}
	e := p.funcRow(obj, catalog.Next)
	if e == nil {
		return policy{}, false
	}
	var q policy
	p.apply(&q, e, callOperand(c), 0)
	return q, true
}
