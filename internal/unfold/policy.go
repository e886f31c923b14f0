package unfold

import (
	"go/constant"
	"go/types"
	"slices"
	"strconv"
	"strings"
	"time"

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
	library  string        // import path of the package that says so
	limit    time.Duration // elapsed time that ends it; 0 for none
	base     value         // first wait
	maxEnds  bool          // the wait that would pass delay.Max ends it
	delay    amplify.Delay
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

// apply adds to q what a row says: what is inherited, the row's own settings,
// then the configuring value.
func (in *interp) apply(q *quota, e *catalog.Entry, read func(catalog.Operand) value, depth int) {
	if depth > 8 {
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
}

// applySettings adds the attributes that a row fixes.
func (in *interp) applySettings(q *quota, e *catalog.Entry, read func(catalog.Operand) value) {
	consts := func(o catalog.Operand) constant.Value {
		v := unboxed(first(read(o)))
		if p, ok := v.(*object); ok && p.set {
			v = p.val // a pointer to a number
		}
		if k, ok := v.(konst); ok {
			return k.v
		}
		return nil
	}
	if x := e.Set.Attempts; !x.IsZero() {
		q.setAttempts(x, e, first(read(x.Operand())), consts)
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
			q.open = true
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
	q.attempts, q.known, q.library = b, true, e.Package
	if x.Operand().IsZero() {
		q.why = "default of " + e.Symbol
	} else {
		q.why = "set by " + e.Symbol
	}
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
	if depth > 8 {
		return
	}
	switch v := unboxed(first(v)).(type) {
	case slice:
		in.applyList(q, v, depth)
	case foreign:
		pkg, symbol := catalog.SymbolOf(v.fn)
		in.applySymbol(q, pkg, symbol, operands(v.recv, nil, nil), depth)
	case *object:
		in.applyObject(q, v, depth)
	case record:
		in.applyRecord(q, v, depth)
	}
}

func (in *interp) applyList(q *quota, s slice, depth int) {
	if s.n < 0 || s.arr == nil {
		q.open = true
		return
	}
	for i := range s.n {
		in.applyValue(q, s.arr.element(i), depth+1)
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
		if k, ok := o.kids[i]; ok && (k.set || isAggregate(k.typ)) {
			in.applyField(q, o.typ, st.Field(i), in.load(k), depth)
		}
	}
}

func (in *interp) applyField(q *quota, t types.Type, f *types.Var, v value, depth int) {
	n := namedOf(t)
	if n == nil || n.Obj().Pkg() == nil {
		return
	}
	if e, ok := in.cat.Lookup(catalog.Field, n.Obj().Pkg().Path(), n.Obj().Name()+"."+f.Name()); ok {
		in.apply(q, e, operands(nil, nil, v), depth+1)
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

// clientQuota gives the attempts that are built into a client for one call.
func (in *interp) clientQuota(obj *types.Func, recv value) quota {
	q := quota{}
	_, symbol := catalog.SymbolOf(obj)
	if c, ok := catalog.ClientOf(obj.Pkg().Path(), receiverName(symbol), obj.Name()); ok {
		if c.Attempts == 1 {
			if !madeWith(recv, c.Unless, 0) {
				return q
			}
			c, _ = catalog.ClientOf(obj.Pkg().Path(), receiverName(symbol), "")
		}
		q.byDefault(c)
	}
	in.configure(&q, recv, 0)
	return q
}

// madeWith reports whether one of the functions named had a part in making a value.
func madeWith(v value, names []string, depth int) bool {
	v = unboxed(first(v))
	if s, ok := v.(slice); ok && depth < maxMadeDepth {
		return slices.ContainsFunc(s.elements(), func(e value) bool { return madeWith(e, names, depth+1) })
	}
	o := at(v)
	if o == nil || depth > maxMadeDepth {
		return false
	}
	calls := o.later
	if o.made != nil {
		calls = append(slices.Clone(calls), o.made)
	}
	return o.owner != nil && madeWith(o.owner, names, depth+1) || slices.ContainsFunc(calls, func(c *foreignCall) bool {
		return slices.Contains(names, c.fn.Name()) || madeWith(c.recv, names, depth+1) ||
			slices.ContainsFunc(c.args, func(a value) bool { return madeWith(a, names, depth+1) })
	})
}

// maxMadeDepth limits how far back madeWith looks.
const maxMadeDepth = 6

func (q *quota) byDefault(c catalog.Client) {
	q.library = strings.TrimSuffix(c.Package, "/...")
	q.attempts, q.known, q.why = amplify.Number(int64(c.Attempts)), true, "default of "+q.library
	if c.Attempts == 0 {
		q.attempts = amplify.Unlimited()
	}
}

// configure adds what is set on a client, where it was made, and on what it was
// made from.
func (in *interp) configure(q *quota, v value, depth int) {
	v = unboxed(first(v))
	if depth > 6 {
		return
	}
	switch v := v.(type) {
	case slice:
		for _, e := range v.elements() {
			in.configure(q, e, depth+1)
		}
	case record:
		if v.from != nil {
			in.configure(q, v.from, depth+1)
		}
		if st, ok := v.typ.Underlying().(*types.Struct); ok {
			for i, f := range v.fields {
				if i < st.NumFields() && f != nil && !same(f, zeroOf(st.Field(i).Type(), 1)) {
					in.configureField(q, v.typ, st.Field(i), f, depth)
				}
			}
		}
	case *object:
		in.configureObject(q, v, depth)
	}
}

func (in *interp) configureObject(q *quota, o *object, depth int) {
	if o.owner != nil {
		in.configure(q, o.owner, depth+1)
	}
	if o.made != nil {
		in.configureCall(q, o.made, depth)
	}
	for _, c := range o.later {
		in.configureCall(q, &foreignCall{fn: c.fn, args: c.args}, depth)
	}
	st, ok := o.typ.Underlying().(*types.Struct)
	if !ok {
		return
	}
	for i := range st.NumFields() {
		if k, ok := o.kids[i]; ok && (k.set || isAggregate(k.typ)) {
			in.configureField(q, o.typ, st.Field(i), in.load(k), depth)
		}
	}
}

// configureCall adds what a call sets that made a client or changed it: by itself,
// by its arguments, and by what it was called on.
func (in *interp) configureCall(q *quota, c *foreignCall, depth int) {
	if c.recv != nil {
		if !q.known && c.fn.Pkg() != nil {
			_, symbol := catalog.SymbolOf(c.fn)
			if row, ok := catalog.ClientOf(c.fn.Pkg().Path(), receiverName(symbol), ""); ok {
				q.byDefault(row) // another client stands behind this one
			}
		}
		in.configure(q, c.recv, depth+1)
	}
	for _, a := range c.args {
		in.configure(q, a, depth+1)
	}
	pkg, symbol := catalog.SymbolOf(c.fn)
	if e, ok := in.cat.Lookup(catalog.Config, pkg, symbol); ok {
		in.applySettings(q, e, operands(nil, c.args, nil))
	}
}

func (in *interp) configureField(q *quota, t types.Type, f *types.Var, v value, depth int) {
	n := namedOf(t)
	if n == nil || n.Obj().Pkg() == nil {
		return
	}
	if e, ok := in.cat.Lookup(catalog.Config, n.Obj().Pkg().Path(), n.Obj().Name()+"."+f.Name()); ok {
		in.applySettings(q, e, operands(nil, nil, v))
		return
	}
	if !in.scope[n.Obj().Pkg()] && f.Exported() && (f.Name() == "Client" || f.Name() == "HTTPClient" || f.Name() == "Transport" || f.Name() == "Retryer") {
		in.configure(q, v, depth+1)
	}
}
