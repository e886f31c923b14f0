package retrysite

import (
	"go/token"
	"go/types"
	"hash/maphash"

	"golang.org/x/tools/go/ssa"
)

// A table is a collection of constants that is written out in the code: a map, by
// its keys, or a list, whose elements are keys without a value.
type table map[value]value

func (t table) has(k value) bool {
	_, ok := t[k]
	return ok
}

// key gives the constant that v is known to be, as tables have it.
func (v value) key() (value, bool) {
	_, exact := v.exact()
	return v, exact || v.kind == text
}

// tableAt gives the table that v is: a literal, here or in a variable, a field or
// an argument that nothing else is put into.
func (w *walker) tableAt(v ssa.Value, depth int) (table, bool) {
	if depth > 6 {
		return nil, false
	}
	p := w.pkg
	switch v := stripConversions(v).(type) {
	case *ssa.Parameter:
		if arg, up := w.bound(v); arg != nil {
			return up.tableAt(arg, depth+1)
		}
	case *ssa.MakeMap:
		return written(table{}, p.updatesOf(v))
	case *ssa.Slice:
		if v.Low == nil && v.High == nil {
			return w.tableAt(v.X, depth+1)
		}
	case *ssa.Alloc:
		if isArray(v.Type()) {
			return elements(*v.Referrers())
		}
	case *ssa.Global:
		if isArray(v.Type()) {
			return elements(p.elementStores(v))
		}
	case *ssa.UnOp:
		if v.Op != token.MUL {
			return nil, false
		}
		if g, ok := v.X.(*ssa.Global); ok {
			return w.tableIn(g, depth)
		}
		if a, ok := v.X.(*ssa.Alloc); ok && isArray(a.Type()) {
			return w.tableAt(a, depth+1)
		}
		if vals := p.valuesAt(v.X); len(vals) == 1 {
			t, ok := w.tableAt(vals[0], depth+1)
			if fa, isField := v.X.(*ssa.FieldAddr); ok && isField {
				return written(t, p.updates[fieldOf(fa)])
			}
			return t, ok
		}
	case *ssa.Call:
		return w.tableMade(v, depth)
	}
	return nil, false
}

// tableIn gives the table in a package variable that is set once, where it is
// declared, with what is put into it later.
func (w *walker) tableIn(g *ssa.Global, depth int) (table, bool) {
	p := w.pkg
	if g.Pkg != p.ssa {
		return nil, false
	}
	if isArray(g.Type()) {
		return w.tableAt(g, depth+1)
	}
	sts := p.storesTo(g)
	if len(sts) != 1 || sts[0] == nil || sts[0].Parent().Name() != "init" {
		return nil, false
	}
	t, ok := w.tableAt(sts[0].Val, depth+1)
	if !ok {
		return nil, false
	}
	return written(t, p.globalSets[g])
}

// tableMade gives the table that a call makes: a function of the package that
// returns a literal, or a constructor that is given the elements, of a set.
func (w *walker) tableMade(c *ssa.Call, depth int) (table, bool) {
	fn := c.Call.StaticCallee()
	if fn == nil {
		return nil, false
	}
	if fn.Pkg == w.pkg.ssa && len(fn.Blocks) > 0 {
		if rs := returns(fn); len(rs) == 1 && len(rs[0].Results) == 1 {
			return w.tableAt(rs[0].Results[0], depth+1)
		}
		return nil, false
	}
	if fn.Signature.Variadic() && len(c.Call.Args) == 1 && hasWord(fn.Name(), "new", "set", "of", "from", "make") {
		return w.tableAt(c.Call.Args[0], depth+1)
	}
	return nil, false
}

// written adds what is put into a map to t; all of it must be constants.
func written(t table, ups []*ssa.MapUpdate) (table, bool) {
	for _, up := range ups {
		k, ok := keyConst(up.Key)
		if !ok {
			return nil, false
		}
		t[k] = top
		if c, ok := stripConversions(up.Value).(*ssa.Const); ok {
			t[k] = constValue(c)
		}
	}
	return t, len(t) > 0
}

// elements lists what is stored into the elements of an array, given what refers to
// it; all of it must be constants.
func elements(refs []ssa.Instruction) (table, bool) {
	t := table{}
	for _, v := range storedInto(refs) {
		k, ok := keyConst(v)
		if !ok {
			return nil, false
		}
		t[k] = top
	}
	return t, len(t) > 0
}

// storedInto lists what is stored into the elements of an array, given what refers to
// it.
func storedInto(refs []ssa.Instruction) []ssa.Value {
	var out []ssa.Value
	for _, ref := range refs {
		ia, ok := ref.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		for _, use := range *ia.Referrers() {
			if st, ok := use.(*ssa.Store); ok && st.Addr == ssa.Value(ia) {
				out = append(out, st.Val)
			}
		}
	}
	return out
}

// elementStores lists the accesses to elements of an array variable.
func (p *pkgInfo) elementStores(g *ssa.Global) []ssa.Instruction {
	var out []ssa.Instruction
	init := p.ssa.Func("init")
	if init == nil {
		return nil
	}
	for _, b := range init.Blocks {
		for _, instr := range b.Instrs {
			if ia, ok := instr.(*ssa.IndexAddr); ok && ia.X == ssa.Value(g) {
				out = append(out, ia)
			}
		}
	}
	return out
}

func keyConst(v ssa.Value) (value, bool) {
	c, ok := stripConversions(v).(*ssa.Const)
	if !ok || c.Value == nil {
		return top, false
	}
	return constValue(c).key()
}

func isArray(t types.Type) bool {
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	_, ok := t.Underlying().(*types.Array)
	return ok
}

// lookup evaluates a look-up in a table, such as one of status codes.
func (w *walker) lookup(l *ssa.Lookup, e *env) value {
	v, found := w.find(l, e)
	switch {
	case l.CommaOk, found.kind != truth:
		return top
	case found == falseV && isBool(l.Type()):
		return falseV
	case v.kind == anything && isBool(l.Type()):
		return found
	}
	return v
}

// find gives what a look-up finds, and whether it finds something.
func (w *walker) find(l *ssa.Lookup, e *env) (v, found value) {
	k, ok := w.eval(l.Index, e).key()
	if !ok {
		return top, top
	}
	t, ok := w.tableAt(l.X, 0)
	if !ok {
		return top, usualCode(k, l.Index)
	}
	return t[k], boolean(t.has(k))
}

// searched decides a comparison with an element of a list that a loop goes through:
// the loop is about whether the list has it.
func (w *walker) searched(b *ssa.BinOp, e *env) value {
	if b.Op != token.EQL && b.Op != token.NEQ {
		return top
	}
	for _, p := range [2][2]ssa.Value{{b.X, b.Y}, {b.Y, b.X}} {
		list := listOf(p[1])
		if list == nil {
			continue
		}
		k, ok := w.eval(p[0], e).key()
		if !ok {
			continue
		}
		if t, ok := w.tableAt(list, 0); ok {
			return boolean(t.has(k) == (b.Op == token.EQL))
		}
		if usual := usualCode(k, p[0]); usual.kind == truth {
			return boolean((usual == trueV) == (b.Op == token.EQL))
		}
	}
	return top
}

// usualCode says whether a list of codes that is given by somebody else has a status
// that was read from an answer: such lists name what may pass, and nothing else.
func usualCode(k value, v ssa.Value) value {
	instr, ok := stripConversions(v).(ssa.Instruction)
	n, exact := k.exact()
	if !ok || !exact || !isStatusRead(instr) {
		return top
	}
	switch n {
	case 408, 425, 429, 500, 502, 503, 504:
		return trueV
	}
	return falseV
}

// listOf gives the list that v is an element of, picked by a variable index, or the
// map that it is a key of in a range loop.
func listOf(v ssa.Value) ssa.Value {
	var list, index ssa.Value
	switch v := stripConversions(v).(type) {
	case *ssa.UnOp:
		if ia, ok := v.X.(*ssa.IndexAddr); ok && v.Op == token.MUL {
			list, index = ia.X, ia.Index
		}
	case *ssa.Index:
		list, index = v.X, v.Index
	case *ssa.Extract:
		if next, ok := v.Tuple.(*ssa.Next); ok && v.Index == 1 {
			if r, ok := next.Iter.(*ssa.Range); ok {
				return r.X
			}
		}
	}
	if _, fixed := index.(*ssa.Const); fixed {
		return nil
	}
	return list
}

// contains decides a call that by its name and arguments asks whether a list has an
// element: slices.Contains, a helper of that kind, a method of a set.
func (w *walker) contains(call *ssa.Call, e *env) value {
	args := call.Call.Args
	if !isBool(call.Type()) || len(args) != 2 || !hasWord(calleeName(&call.Call), "contain", "has", "include", "oneof", "member", "isin", "exists") && calleeName(&call.Call) != "in" {
		return top
	}
	for _, p := range [2][2]ssa.Value{{args[0], args[1]}, {args[1], args[0]}} {
		k, ok := w.eval(p[1], e).key()
		if !ok {
			continue
		}
		if t, ok := w.tableAt(p[0], 0); ok {
			return boolean(t.has(k))
		}
		if usual := usualCode(k, p[1]); usual.kind == truth {
			return usual
		}
	}
	return top
}

// bound gives the argument that a parameter stands for in the call that is being
// evaluated, and the walker of the function around that call.
func (w *walker) bound(prm *ssa.Parameter) (ssa.Value, *walker) {
	if a, ok := w.binds[prm]; ok {
		return a, w.up
	}
	return nil, nil
}

// bindsOf gives the arguments of a call that are collections or functions, by the
// parameters of fn that they are passed for, and a hash of them.
func (w *walker) bindsOf(fn *ssa.Function, args []ssa.Value) (map[*ssa.Parameter]ssa.Value, uint64) {
	var out map[*ssa.Parameter]ssa.Value
	var sum uint64
	for i, a := range args {
		if i >= len(fn.Params) || !isCollection(a.Type()) {
			continue
		}
		if out == nil {
			out = map[*ssa.Parameter]ssa.Value{}
		}
		out[fn.Params[i]] = a
		at := a
		for up := w; ; {
			prm, ok := at.(*ssa.Parameter)
			if !ok {
				break
			}
			next, above := up.bound(prm)
			if next == nil {
				break
			}
			at, up = next, above
		}
		type pair struct {
			i int
			v ssa.Value
		}
		sum += maphash.Comparable(envSeed, pair{i, at})
	}
	return out, sum
}

func isCollection(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Map, *types.Slice, *types.Array, *types.Signature:
		return true
	}
	return false
}

// targets lists the functions that a call through a func value can run: one that is
// passed as an argument, kept in a variable or in a field.
func (w *walker) targets(v ssa.Value) []*ssa.Function {
	if prm, ok := stripConversions(v).(*ssa.Parameter); ok {
		if arg, up := w.bound(prm); arg != nil {
			return up.targets(arg)
		}
		return nil
	}
	if fns := w.pkg.funcsOf(v, 0); fns != nil {
		return fns
	}
	ld, ok := stripConversions(v).(*ssa.UnOp)
	if !ok {
		return nil
	}
	if fa, ok := ld.X.(*ssa.FieldAddr); ok && fieldOf(fa) != nil && fieldOf(fa).Pkg() == w.pkg.pass.Pkg {
		if vals := w.pkg.valuesAt(fa); len(vals) == 1 {
			return w.pkg.funcsOf(vals[0], 0) // what it is unless somebody else sets it
		}
	}
	return nil
}
