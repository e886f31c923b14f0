package unfold

import (
	"go/types"
	"slices"
	"strings"

	"github.com/retrylint/retrylint/amplify"
	"github.com/retrylint/retrylint/internal/catalog"
)

// clientQuota gives the attempts that are built into a client for one call, which may
// be given options of its own.
func (in *interp) clientQuota(obj *types.Func, recv value, args []value) quota {
	q := quota{}
	_, symbol := catalog.SymbolOf(obj)
	if c, ok := catalog.ClientOf(obj.Pkg().Path(), receiverName(symbol), obj.Name()); ok {
		if c.Attempts == 1 {
			if !madeWith(recv, c.Unless) {
				return q
			}
			c, _ = catalog.ClientOf(obj.Pkg().Path(), receiverName(symbol), "")
		}
		q.byDefault(c)
	}
	in.configure(&q, recv, 0)
	if n := len(args); n > 0 && obj.Signature().Variadic() {
		in.configure(&q, args[n-1], 0)
	}
	return q
}

// madeWith reports whether one of the functions named had a part in making a value.
func madeWith(v value, names []string) bool {
	m := making{names: names, looked: map[*object]int{}}
	return m.of(v, 0)
}

// making looks for functions that had a part in making a value.
type making struct {
	names  []string
	looked map[*object]int // how far from the value these were, plus 1
}

func (m *making) of(v value, depth int) bool {
	v = unboxed(first(v))
	if s, ok := v.(slice); ok && depth < maxMadeDepth {
		return slices.ContainsFunc(s.elements(), func(e value) bool { return m.of(e, depth+1) })
	}
	o := at(v)
	if o == nil || depth > maxMadeDepth {
		return false
	}
	if before := m.looked[o]; before > 0 && before <= depth+1 {
		return false
	}
	m.looked[o] = depth + 1
	if o.owner != nil && m.of(o.owner, depth+1) || o.made != nil && m.by(o.made, depth) {
		return true
	}
	return slices.ContainsFunc(o.later, func(c *foreignCall) bool { return m.by(c, depth) })
}

// by reports whether a call is one of them, or was given what one of them made.
func (m *making) by(c *foreignCall, depth int) bool {
	return slices.Contains(m.names, c.fn.Name()) || m.of(c.recv, depth+1) ||
		slices.ContainsFunc(c.args, func(a value) bool { return m.of(a, depth+1) })
}

// maxMadeDepth limits how far back is looked for them.
const maxMadeDepth = 6

func (q *quota) byDefault(c catalog.Client) {
	q.library = strings.TrimSuffix(c.Package, "/...")
	q.attempts, q.known, q.why = amplify.Number(int64(c.Attempts)), true, "default of "+q.library
	if c.Attempts == 0 {
		q.attempts = amplify.Unlimited()
	}
}

// Limits of the search for what a client was made with.
const (
	maxConfigured = 12    // values in values
	maxLooked     = 2_000 // values in all
)

// configure adds what is set on a client, where it was made, and on what it was
// made from.
func (in *interp) configure(q *quota, v value, depth int) {
	if q.looked++; depth > maxConfigured || q.looked > maxLooked {
		return
	}
	q.worst(v, func(q *quota, v value) { in.configureOne(q, v, depth) })
}

func (in *interp) configureOne(q *quota, v value, depth int) {
	switch v := unboxed(v).(type) {
	case slice:
		for _, e := range v.members() {
			in.configure(q, e, depth+1)
		}
	case record:
		if v.from != nil {
			in.configureMade(q, v.from, depth+1)
		}
		in.configureFields(q, v.from, v.typ, depth, func(i int) (value, bool) {
			if i >= len(v.fields) {
				return nil, false
			}
			return v.fields[i], true
		})
	case closure:
		for _, o := range in.optionsSet(v) {
			in.configureObject(q, o, depth+1)
		}
	case *object:
		in.configureObject(q, v, depth)
	}
}

func (in *interp) configureObject(q *quota, o *object, depth int) {
	in.configureMade(q, o, depth)
	in.configureFields(q, o, o.typ, depth, func(i int) (value, bool) {
		if k := o.kids.at(i); k != nil && (k.set || isAggregate(k.typ)) {
			return in.load(k), true
		}
		return nil, false
	})
}

// configureMade adds what made an object says, and what was called on it.
func (in *interp) configureMade(q *quota, o *object, depth int) {
	if o.owner != nil {
		in.configure(q, o.owner, depth+1)
	}
	switch {
	case o.made != nil:
		in.configureCall(q, o.made, depth)
	case o.shared == nil && o.zero && isClient(o.typ):
		in.applyType(q, o.typ, depth) // a literal
	}
	for _, c := range o.later {
		if !in.leaves(c.fn) { // the options of a request are its own
			in.configureCall(q, &foreignCall{fn: c.fn, args: c.args}, depth)
		}
	}
}

// isClient reports whether a type is a client that retries by default.
func isClient(t types.Type) bool {
	n := namedOf(t)
	if n == nil || n.Obj().Pkg() == nil {
		return false
	}
	_, ok := catalog.ClientOf(n.Obj().Pkg().Path(), n.Obj().Name(), "")
	return ok
}

// configureFields adds what the fields of a struct say that have been set: those that
// hold a policy first, since the plain settings of clients change that. The object is
// what the struct was read from, or nil.
func (in *interp) configureFields(q *quota, o *object, t types.Type, depth int, read func(int) (value, bool)) {
	st, ok := t.Underlying().(*types.Struct)
	n := namedOf(t)
	if !ok || n == nil || n.Obj().Pkg() == nil {
		return
	}
	var plain []func()
	policy := false
	for i := range st.NumFields() {
		f := st.Field(i)
		e, ok := in.cat.Lookup(catalog.Config, n.Obj().Pkg().Path(), n.Obj().Name()+"."+f.Name())
		if !ok && (in.scope[n.Obj().Pkg()] || !holdsClient(f)) {
			continue
		}
		v, ok := read(i)
		switch {
		case !ok || !wasSet(o, t, f, v):
		case e == nil:
			in.configure(q, v, depth+1)
		case e.Policy.IsZero():
			plain = append(plain, func() {
				if !policy || !same(v, zeroOf(f.Type(), 1)) {
					in.apply(q, e, operands(nil, nil, v), depth)
				}
			})
		default:
			policy = true
			in.apply(q, e, operands(nil, nil, v), depth)
		}
	}
	for _, set := range plain {
		set()
	}
}

// holdsClient reports whether a field by its name holds another client that does the
// work, or what decides for it.
func holdsClient(f *types.Var) bool {
	return f.Exported() && (f.Name() == "Client" || f.Name() == "HTTPClient" || f.Name() == "Transport" || f.Name() == "Retryer")
}

// wasSet reports whether the program has put something into a field that holds v:
// neither the zero value, which stands for the default, nor what a library's function
// left there.
func wasSet(o *object, t types.Type, f *types.Var, v value) bool {
	switch {
	case v == nil:
		return false
	case o != nil && o.made != nil && same(v, symbol{typeName(t) + "." + f.Name()}):
		return false
	case o == nil || o.zero && o.made == nil:
		return !same(v, zeroOf(f.Type(), 1))
	}
	return true
}

// configureCall adds what a call sets that made a client or changed it: by itself,
// by its arguments, and by what it was called on. What it sets whatever it is given
// comes before its arguments.
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
	pkg, symbol := catalog.SymbolOf(c.fn)
	e, ok := in.cat.Lookup(catalog.Config, pkg, symbol)
	read := operands(nil, c.args, nil)
	fixed := ok && e.Set.Attempts.Operand().IsZero()
	if fixed {
		in.applySettings(q, e, read)
	}
	for _, a := range c.args {
		in.configure(q, a, depth+1)
	}
	switch {
	case fixed && !e.Policy.IsZero():
		in.applyValue(q, read(e.Policy), depth)
	case ok && !fixed:
		in.apply(q, e, read, depth)
	}
}
