package unfold

import (
	"go/constant"
	"go/types"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/amplify"
	"github.com/retrylint/retrylint/internal/catalog"
)

// quota is the number of attempts that a policy, an option or a client's
// settings allow.
type quota struct {
	attempts amplify.Bound
	known    bool
	open     bool // something that is not known could change it
	why      string
	unsure   string        // what sets it to something that is not known, since it was last known
	library  string        // import path of the package that says so
	limit    time.Duration // elapsed time that ends it; 0 for none
	base     value         // first wait
	maxEnds  bool          // the wait that would pass delay.Max ends it
	delay    amplify.Delay
	never    bool // what decides on another attempt says no to all
	looked   int  // values that have been looked at for it
}

// operands gives the values that the operands of a catalog row refer to.
func operands(recv value, args []value, stored value) func(catalog.Operand) value {
	return func(o catalog.Operand) value {
		switch o.Kind {
		case catalog.Argument:
			if o.Index < len(args) {
				return args[o.Index]
			}
		case catalog.Receiver:
			return recv
		case catalog.Stored:
			return stored
		}
		return nil
	}
}

// maxApplied limits how many values a setting is followed through: each call of a chain
// of them, and each list, is worth two or three.
const maxApplied = 40

// apply adds to q what a row says: what is inherited, the row's own settings,
// then the configuring value.
func (in *interp) apply(q *quota, e *catalog.Entry, read func(catalog.Operand) value, depth int) {
	if depth > maxApplied {
		return
	}
	if !e.Inherit.IsZero() {
		in.applyValue(q, read(e.Inherit), depth+1)
	}
	in.applySettings(q, e, read)
	if !e.Policy.IsZero() {
		v := read(e.Policy)
		if v == nil {
			q.open = true
		}
		in.applyValue(q, v, depth+1)
	}
	if !e.Asks.IsZero() {
		q.asked(e, read(e.Asks))
	}
}

// asked notes what a function decides that is asked for another attempt. The last one
// that is set counts.
func (q *quota) asked(e *catalog.Entry, v value) {
	f, ok := unboxed(v).(closure)
	if q.never = ok && alwaysNo(f.fn); q.never {
		q.why = "never asked for by " + e.Symbol
	}
}

// alwaysNo reports whether whatever a function returns, its truth value is false.
func alwaysNo(fn *ssa.Function) bool {
	some := false
	for _, blk := range fn.Blocks {
		ret, ok := blk.Instrs[len(blk.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		i := slices.IndexFunc(ret.Results, func(v ssa.Value) bool { return types.Identical(v.Type(), types.Typ[types.Bool]) })
		if i < 0 {
			return false
		}
		c, ok := ret.Results[i].(*ssa.Const)
		if !ok || c.Value == nil || constant.BoolVal(c.Value) {
			return false
		}
		some = true
	}
	return some
}

// applySettings adds the attributes that a row fixes.
func (in *interp) applySettings(q *quota, e *catalog.Entry, read func(catalog.Operand) value) {
	if e.Query != "" {
		n, ok := inQuery(read(e.Set.Attempts.Operand()), e.Query)
		if !ok {
			return
		}
		read = func(catalog.Operand) value { return n }
	}
	consts := func(o catalog.Operand) constant.Value { return constantOf(first(read(o))) }
	if x := e.Set.Attempts; !x.IsZero() {
		q.worst(read(x.Operand()), func(q *quota, v value) {
			q.setAttempts(x, e, v, func(catalog.Operand) constant.Value { return constantOf(v) })
		})
	}
	if x := e.Set.Deadline; !x.IsZero() {
		if v, ok := x.Eval(consts); ok && !v.NoLimit {
			n, _ := constant.Int64Val(constant.ToInt(v.Const))
			q.limit = time.Duration(n)
		} else if ok {
			q.limit = 0
		}
	}
	if x := e.Set.Delay; !x.IsZero() {
		if v, ok := x.Eval(consts); ok && v.Const != nil && v.Const.Kind() == constant.String {
			q.delay.Kind = constant.StringVal(v.Const)
		}
	}
	if x := e.Set.Base; !x.IsZero() {
		if v, ok := x.Eval(consts); ok && v.Const != nil {
			q.base = konst{v.Const}
		} else {
			q.base = first(read(x.Operand()))
		}
	}
	if x := e.Set.Factor; !x.IsZero() {
		if v, ok := x.Eval(consts); ok && v.Const != nil {
			q.delay.Factor, _ = constant.Float64Val(constant.ToFloat(v.Const))
		}
	}
	if x := e.Set.Max; !x.IsZero() {
		if v, ok := x.Eval(consts); ok && v.Const != nil {
			n, _ := constant.Int64Val(constant.ToInt(v.Const))
			q.delay.Max = time.Duration(n)
		}
	}
	q.maxEnds = q.maxEnds || !e.Set.MaxEnds.IsZero()
}

// constantOf gives the constant that a value is, or a pointer to it; nil for others.
func constantOf(v value) constant.Value {
	v = unboxed(v)
	if p, ok := v.(*object); ok && p.set {
		v = p.val // a pointer to a number
	}
	if k, ok := v.(konst); ok {
		return k.v
	}
	return nil
}

// inQuery gives the number that a parameter of a URL has.
func inQuery(v value, name string) (value, bool) {
	s, ok := text(first(v))
	if !ok {
		return nil, false
	}
	u, err := url.Parse(s)
	if err != nil {
		return nil, false
	}
	n, err := strconv.ParseInt(u.Query().Get(name), 10, 64)
	return number(n), err == nil
}

func (q *quota) setAttempts(x catalog.Expr, e *catalog.Entry, operand value, consts func(catalog.Operand) constant.Value) {
	v, ok := x.Eval(consts)
	var b amplify.Bound
	switch {
	case ok && v.NoLimit:
		b = amplify.Unlimited()
	case ok:
		n, exact := constant.Int64Val(constant.ToInt(v.Const))
		if !exact {
			return
		}
		b = amplify.Number(max(1, n))
	default:
		s, isSymbol := unboxed(operand).(symbol)
		if !isSymbol {
			q.open, q.unsure = true, e.Symbol
			return
		}
		name := s.name
		if x.Head.Plus != 0 {
			name = "(" + name + " + " + strconv.FormatInt(x.Head.Plus, 10) + ")"
		}
		b = amplify.Symbol(name)
	}
	if x.Min && q.known && !q.attempts.Worse(b) {
		return
	}
	q.why = "set by " + e.Symbol
	if x.Operand().IsZero() && (!q.known || !e.Policy.IsZero() || strings.HasPrefix(e.Symbol, "New")) {
		q.why = "default of " + e.Symbol
	}
	q.attempts, q.known, q.library, q.unsure = b, true, e.Package, ""
}

// worst adds what a value says; of several that it can be, what allows most attempts.
func (q *quota) worst(v value, add func(*quota, value)) {
	alts := alternatives(v)
	if len(alts) < 2 {
		add(q, first(v))
		return
	}
	before, looked := *q, 0
	for i, a := range alts {
		one := before
		one.looked = q.looked
		add(&one, a)
		looked = one.looked
		if i == 0 || one.exceeds(q) {
			*q = one
		}
		q.looked = looked
	}
}

// exceeds reports whether q allows more attempts than another quota.
func (q *quota) exceeds(other *quota) bool {
	b, _ := q.bound()
	o, _ := other.bound()
	return q.known && (!other.known || b.Worse(o))
}

// first gives the first of what a value can be, or of a list.
func first(v value) value {
	if a := alternatives(v); len(a) > 0 {
		v = a[0]
	}
	return v
}

// applyValue adds what a value stands for: a policy object, an option, a list of them.
func (in *interp) applyValue(q *quota, v value, depth int) {
	if depth > maxApplied {
		return
	}
	q.worst(v, func(q *quota, v value) { in.applyOne(q, v, depth) })
}

func (in *interp) applyOne(q *quota, v value, depth int) {
	switch v := unboxed(v).(type) {
	case slice:
		in.applyList(q, v, depth)
	case foreign:
		pkg, symbol := catalog.SymbolOf(v.fn)
		in.applySymbol(q, pkg, symbol, operands(v.recv, nil, nil), depth)
	case closure:
		in.applyClosure(q, v, depth)
	case *object:
		in.applyObject(q, v, depth)
	case record:
		in.applyRecord(q, v, depth)
	}
}

func (in *interp) applyList(q *quota, s slice, depth int) {
	q.open = q.open || s.n < 0 || s.arr == nil
	for _, v := range s.members() {
		in.applyValue(q, v, depth+1)
	}
}

// applySymbol adds what the policy row of a symbol says.
func (in *interp) applySymbol(q *quota, pkg, symbol string, read func(catalog.Operand) value, depth int) {
	if e, ok := in.cat.Lookup(catalog.Policy, pkg, symbol); ok {
		in.apply(q, e, read, depth+1)
	}
}

func (in *interp) applyObject(q *quota, o *object, depth int) {
	switch {
	case o.shared != nil && o.shared.Pkg() != nil:
		in.applySymbol(q, o.shared.Pkg().Path(), o.shared.Name(), operands(nil, nil, nil), depth)
	case o.made != nil:
		pkg, symbol := catalog.SymbolOf(o.made.fn)
		in.applySymbol(q, pkg, symbol, operands(o.made.recv, o.made.args, nil), depth)
	default:
		in.applyType(q, o.typ, depth)
	}
	in.applyFields(q, o, depth)
	for _, c := range o.later {
		pkg, symbol := catalog.SymbolOf(c.fn)
		if e, ok := in.cat.Lookup(catalog.Policy, pkg, symbol); ok {
			in.applySettings(q, e, operands(nil, c.args, nil))
		}
	}
}

func (in *interp) applyType(q *quota, t types.Type, depth int) {
	if n := namedOf(t); n != nil && n.Obj().Pkg() != nil {
		if e, ok := in.cat.Lookup(catalog.Type, n.Obj().Pkg().Path(), n.Obj().Name()); ok {
			in.apply(q, e, operands(nil, nil, nil), depth+1)
		}
	}
}

// applyFields adds what the fields that have been set say.
func (in *interp) applyFields(q *quota, o *object, depth int) {
	st, ok := o.typ.Underlying().(*types.Struct)
	if !ok {
		return
	}
	for i := range st.NumFields() {
		if k := o.kids.at(i); k != nil && (k.set || isAggregate(k.typ)) {
			in.applyField(q, o.typ, st.Field(i), in.load(k), depth)
		}
	}
}

func (in *interp) applyField(q *quota, t types.Type, f *types.Var, v value, depth int) {
	n := namedOf(t)
	if n == nil || n.Obj().Pkg() == nil {
		return
	}
	for _, what := range []catalog.What{catalog.Field, catalog.Config} {
		if e, ok := in.cat.Lookup(what, n.Obj().Pkg().Path(), n.Obj().Name()+"."+f.Name()); ok {
			in.apply(q, e, operands(nil, nil, v), depth+1)
			return
		}
	}
}

func (in *interp) applyRecord(q *quota, r record, depth int) {
	st, ok := r.typ.Underlying().(*types.Struct)
	if !ok {
		return
	}
	if r.from != nil {
		in.applyObject(q, r.from, depth+1)
		return
	}
	in.applyType(q, r.typ, depth)
	for i, v := range r.fields {
		if i < st.NumFields() && v != nil && !same(v, zeroOf(st.Field(i).Type(), 1)) {
			in.applyField(q, r.typ, st.Field(i), v, depth)
		}
	}
}

// bound gives the attempts that a quota allows, or false where that is not known.
func (q *quota) bound() (amplify.Bound, bool) {
	if q.never {
		return amplify.Number(1), true
	}
	if !q.known || q.open && !q.attempts.Unlimited() {
		return q.attempts, q.known && !q.open
	}
	if q.attempts.Unlimited() && q.limit > 0 {
		return q.fit(), true
	}
	if base, ok := integer(unboxed(q.base)); ok && q.maxEnds {
		n := catalog.AttemptsUpTo(time.Duration(base), q.delay.Max, q.delay.Factor)
		if b := amplify.Number(int64(n)); n > 0 && q.attempts.Worse(b) {
			return b, true
		}
	}
	return q.attempts, true
}

// fit turns a limit of time into attempts.
func (q *quota) fit() amplify.Bound {
	n, ok := integer(unboxed(q.base))
	if !ok {
		name := "wait"
		if s, isSymbol := unboxed(q.base).(symbol); isSymbol {
			name = s.name
		}
		return amplify.Symbol("(" + q.limit.String() + " / " + name + " + 1)")
	}
	d := q.delay
	d.Base = time.Duration(n)
	return amplify.Fit(q.limit, d)
}
