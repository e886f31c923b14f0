package unfold

import (
	"fmt"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/catalog"
)

// foreign calls a function out of scope: a request, a retry helper, the
// registration of an entry point, or code that we do not see. Functions that it
// is given are taken to be called right there.
func (r *runner) foreign(instr ssa.CallInstruction, obj *types.Func, recv value, args []value) value {
	obj = obj.Origin()
	if passesOn(obj) {
		switch h := recv.(type) {
		case boxed, closure, chained: // it stands for the router, see substitute
			return r.method(instr, boxed{unboxed(h), boxType(h)}, obj, args)
		case *object:
			if r.anyOfMap(instr, h, obj, args) {
				return nil
			}
		}
		r.a.serve(at(recv))
	}
	if out, done := r.in.found.call(r, instr, obj, recv, args); done {
		return out
	}
	if out, done := r.listed(obj, args); done {
		return out
	}
	if r.proxy(instr, obj, recv) {
		return r.answer(instr, obj, recv, args, true)
	}
	if r.request(instr, obj, recv, args) {
		return r.answer(instr, obj, recv, args, true)
	}
	if e := r.in.helperRow(obj); e != nil {
		r.help(instr, e, recv, args)
		return r.answer(instr, obj, recv, args, true)
	}
	ran := r.runArgs(instr, args)
	return r.answer(instr, obj, recv, args, ran || asked(recv) || slices.ContainsFunc(args, asked))
}

// anyOfMap has one of the handlers in a map of a library's type serve a request. It
// reports false where that is no map, or has none.
func (r *runner) anyOfMap(instr ssa.CallInstruction, m *object, obj *types.Func, args []value) bool {
	r.in.weak++
	defer func() { r.in.weak-- }()
	some := false
	for _, e := range m.held().keys {
		for _, h := range alternatives(e.val) {
			if b, ok := h.(boxed); ok {
				r.method(instr, b, obj, args)
				some = true
			}
		}
	}
	return some
}

// asked reports whether a value is what a request gave, and may tell of its failure.
func asked(v value) bool {
	o := at(unboxed(v))
	for o != nil && o.made == nil {
		o = o.owner
	}
	return o != nil && o.made.asked
}

// runArgs calls the functions among the arguments of a call. It reports whether a
// request can be made in them.
func (r *runner) runArgs(instr ssa.CallInstruction, args []value) bool {
	requests := false
	for _, f := range closuresIn(args, 0) {
		if a := r.runUnknown(instr, f); a != nil {
			r.a.add(r.a.record(instr), a)
			requests = requests || a.requests
		}
	}
	return requests
}

// runUnknown calls a function as code out of scope does: its arguments are unknown but
// for what it may set as an option.
func (r *runner) runUnknown(instr ssa.CallInstruction, f closure) *activation {
	r.in.weak++
	defer func() { r.in.weak-- }()
	args := r.in.optionArgs(f)
	if r.in.running(f.fn, args, f.bind) != nil {
		return nil
	}
	return r.in.call(f.fn, args, f.bind, instr.(ssa.Instruction))
}

// closuresIn lists the functions in scope among values, also in lists.
func closuresIn(vs []value, depth int) []closure {
	var out []closure
	for _, v := range vs {
		for _, a := range alternatives(unboxed(v)) {
			switch x := unboxed(a).(type) {
			case closure:
				out = append(out, x)
			case slice:
				if depth < 2 {
					out = append(out, closuresIn(x.elements(), depth+1)...)
				}
			}
		}
	}
	return out
}

// helperCall is a call of a library's retry helper.
type helperCall struct {
	entry  *catalog.Entry
	policy quota
}

// help calls the callback of a library's retry helper; that is the only one of
// its arguments that it runs again.
func (r *runner) help(instr ssa.CallInstruction, e *catalog.Entry, recv value, args []value) {
	rec := r.a.record(instr)
	read := operands(recv, args, nil)
	callback := read(catalog.Operand{Kind: catalog.Argument, Index: e.Callback})
	if e.CallbackField != "" {
		callback = r.in.fieldNamed(callback, e.CallbackField)
	}
	for _, f := range closuresIn([]value{callback}, 0) {
		r.a.add(rec, r.runUnknown(instr, f))
	}
	if rec.helper == nil {
		q := quota{}
		r.in.apply(&q, e, read, 0)
		rec.helper = &helperCall{entry: e, policy: q}
	}
	for _, f := range closuresIn(args, 0) {
		r.runUnknown(instr, f)
	}
}

// answer makes up the results of a call out of scope. Where it can fail because
// of a request, its error is open.
func (r *runner) answer(instr ssa.CallInstruction, obj *types.Func, recv value, args []value, open bool) value {
	c := &foreignCall{fn: obj, recv: recv, args: args, instr: instr, asked: open && !canFail(instr.Common().Signature())}
	if o := at(recv); o != nil && len(o.later) < maxRounds {
		o.later = append(o.later, c)
	}
	r.fill(obj, args)
	res := instr.Common().Signature().Results()
	switch res.Len() {
	case 0:
		return nil
	case 1:
		if v, ok := r.passed(instr, obj, recv, args, res.At(0).Type()); ok {
			return v
		}
		return r.madeUp(c, 0, open)
	}
	t := make(tuple, res.Len())
	for i := range t {
		t[i] = r.madeUp(c, i, open)
	}
	return t
}

// canFail reports whether the results of a function tell of an error.
func canFail(sig *types.Signature) bool {
	for v := range sig.Results().Variables() {
		if isErrorType(v.Type()) {
			return true
		}
	}
	return false
}

// passed gives the argument or receiver that a call hands back: a setter that
// returns what it has changed, a wrapper around a handler or a transport.
func (r *runner) passed(instr ssa.CallInstruction, obj *types.Func, recv value, args []value, t types.Type) (value, bool) {
	if obj.Pkg() != nil && obj.Pkg().Path() == "cmp" && obj.Name() == "Or" && len(args) == 1 {
		return firstSet(args[0])
	}
	if obj.Pkg() != nil && obj.Pkg().Path() == "fmt" && obj.Name() == "Sprintf" && len(args) == 2 {
		return printed(args[0], args[1])
	}
	sig := instr.Common().Signature()
	if recvOf := obj.Signature().Recv(); recvOf != nil && types.Identical(recvOf.Type(), t) && recv != nil {
		if _, isPointer := t.Underlying().(*types.Pointer); isPointer {
			return recv, true
		}
	}
	if !wrapsCode(t) {
		return nil, false
	}
	for i := len(args) - 1; i >= 0; i-- {
		if i < sig.Params().Len() && types.AssignableTo(sig.Params().At(i).Type(), t) && r.in.isCode(args[i]) {
			return args[i], true
		}
	}
	return nil, false
}

// firstSet gives what cmp.Or makes of a list: the first that is not zero.
func firstSet(list value) (value, bool) {
	s, ok := list.(slice)
	if !ok || s.n <= 0 {
		return nil, false
	}
	for i := range s.n {
		v := s.arr.element(i)
		if n, ok := integer(v); ok && n == 0 && i < s.n-1 {
			continue
		}
		return v, true
	}
	return nil, false
}

// printed gives what fmt.Sprintf makes of numbers and strings that are all known.
func printed(format, list value) (value, bool) {
	f, ok := text(format)
	s, isSlice := list.(slice)
	if !ok || !isSlice || s.n < 0 {
		return nil, false
	}
	var args []any
	for _, v := range s.elements() {
		b, _ := v.(boxed)
		if _, plain := b.typ.(*types.Basic); !plain {
			return nil, false // other types may print themselves
		}
		if n, ok := integer(b.val); ok {
			args = append(args, n)
		} else if t, ok := text(b); ok {
			args = append(args, t)
		} else {
			return nil, false
		}
	}
	return konst{constant.MakeString(fmt.Sprintf(f, args...))}, true
}

// wrapsCode reports whether values of a type are code to be run by others.
func wrapsCode(t types.Type) bool {
	if _, ok := t.Underlying().(*types.Signature); ok {
		return true
	}
	n := namedOf(t)
	return n != nil && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "net/http" && (n.Obj().Name() == "Handler" || n.Obj().Name() == "RoundTripper")
}

// isCode reports whether a value is code in scope.
func (in *interp) isCode(v value) bool {
	for _, a := range alternatives(v) {
		if b, ok := a.(boxed); ok {
			if n := namedOf(b.typ); n != nil && n.Obj().Pkg() != nil && in.scope[n.Obj().Pkg()] {
				return true
			}
			a = b.val
		}
		if _, ok := a.(closure); ok {
			return true
		}
	}
	return false
}

// madeUp gives one of the results of a call out of scope.
func (r *runner) madeUp(c *foreignCall, i int, open bool) value {
	results := c.fn.Signature().Results()
	if c.instr != nil {
		results = c.instr.Common().Signature().Results()
	}
	t := results.At(i).Type()
	if isErrorType(t) {
		if open || results.Len() == 1 && makesErrors(c) {
			return nil
		}
		return null{}
	}
	if b, ok := t.Underlying().(*types.Basic); ok {
		if b.Info()&(types.IsInteger|types.IsString) != 0 {
			return symbol{symbolName(c)}
		}
		return nil
	}
	if !r.in.worthKeeping(t) && !c.asked && len(closuresIn(c.args, 0)) == 0 && !overConnection(c.fn) {
		return nil
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		return r.foreignObject(c, i, u.Elem())
	case *types.Struct:
		return r.in.load(r.foreignObject(c, i, t))
	}
	return r.foreignObject(c, i, t)
}

// foreignObject makes memory for a result of a call out of scope. In a loop that runs
// an unknown number of times there is one for all rounds.
func (r *runner) foreignObject(c *foreignCall, i int, t types.Type) *object {
	key := allocKey{c.instr, i}
	if o, ok := r.a.allocs[key]; ok && c.instr != nil && r.in.weak > o.weak {
		return o
	}
	o := r.in.newObject(t, false)
	o.made = c
	if len(c.args) == 1 && c.fn.Signature().Params().Len() == 1 && types.Identical(c.fn.Signature().Params().At(0).Type(), t) {
		o.val, o.set = c.args[0], true // a pointer to a copy of the argument
	}
	if c.instr != nil {
		r.a.allocs[key] = o
	}
	return o
}

// worthKeeping reports whether values of a type out of scope can have settings, or
// lead to code: those of packages that the catalog knows, and memory of numbers.
func (in *interp) worthKeeping(t types.Type) bool {
	keep, ok := in.matters[t]
	if !ok {
		keep = in.settings(t)
		in.matters[t] = keep
	}
	return keep
}

func (in *interp) settings(t types.Type) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		if _, basic := p.Elem().Underlying().(*types.Basic); basic {
			return true
		}
	}
	n := namedOf(t)
	if n == nil || n.Obj().Pkg() == nil {
		return false
	}
	path, name := n.Obj().Pkg().Path(), n.Obj().Name()
	if path == "net/http" {
		return name == "Client" || name == "Transport" || name == "ServeMux" || name == "Server" || name == "Handler" || name == "RoundTripper"
	}
	return in.cat.Has(path) || catalog.Known(path) || isDotted(path) && (takesRoutes(n) || isCommand(n))
}

// makesErrors reports whether a call is one that makes or wraps an error.
func makesErrors(c *foreignCall) bool {
	if c.fn.Pkg() != nil {
		switch p := c.fn.Pkg().Path(); {
		case p == "fmt", p == "errors", strings.HasSuffix(p, "/errors"), strings.HasSuffix(p, "/status"):
			return true
		}
	}
	for p := range c.fn.Signature().Params().Variables() {
		if isErrorType(p.Type()) {
			return true
		}
	}
	return strings.HasPrefix(c.fn.Name(), "New") || strings.HasPrefix(c.fn.Name(), "Err")
}

// symbolName names what a call returns: after the setting that it reads, or else
// the function.
func symbolName(c *foreignCall) string {
	for _, a := range c.args {
		if s, ok := unboxed(a).(symbol); ok {
			return s.name
		}
	}
	for _, a := range c.args {
		if s, ok := text(a); ok && s != "" && len(s) < 40 && !strings.ContainsAny(s, " %\n/") {
			if c.fn.Pkg() != nil && (c.fn.Pkg().Name() == "flag" || c.fn.Pkg().Name() == "pflag") {
				return "flag --" + s
			}
			return s
		}
	}
	return c.fn.Name() + "()"
}

// fill notes that a call may write to the variables whose address it is given: a
// flag, or what a decoder fills in.
func (r *runner) fill(obj *types.Func, args []value) {
	for _, a := range args {
		switch a := unboxed(a).(type) {
		case slice:
			r.fill(obj, a.elements())
		case *object:
			b, basic := a.typ.Underlying().(*types.Basic)
			switch {
			case basic && b.Info()&(types.IsInteger|types.IsString) != 0:
				r.in.store(a, symbol{filledName(obj, args)})
			case basic && b.Info()&types.IsBoolean != 0:
				r.in.store(a, nil)
			case decodes(obj.Name()):
				r.in.forget(a, 0)
			}
		}
	}
}

// filledName names what a call writes to a variable.
func filledName(obj *types.Func, args []value) string {
	name := symbolName(&foreignCall{fn: obj, args: args})
	if !strings.HasPrefix(name, "flag ") && strings.HasSuffix(obj.Name(), "Var") {
		name = "flag --" + name
	}
	return name
}

// decodes reports whether a function by its name fills in the value that it is given.
func decodes(name string) bool {
	for _, w := range []string{"Unmarshal", "Decode", "Scan", "Process", "Parse", "Bind", "Load", "Unpack"} {
		if strings.HasPrefix(name, w) {
			return true
		}
	}
	return false
}

// forget makes the numbers and strings in an object unknown.
func (in *interp) forget(o *object, depth int) {
	st, ok := o.typ.Underlying().(*types.Struct)
	if !ok || in.ofScope(o.typ) == nil || depth > 3 {
		return
	}
	for i := range st.NumFields() {
		k := in.kid(o, i)
		switch u := k.typ.Underlying().(type) {
		case *types.Basic:
			if u.Info()&types.IsBoolean != 0 {
				k.val, k.set = nil, true
			} else {
				k.val, k.set = symbol{k.name()}, true
			}
		case *types.Struct:
			in.forget(k, depth+1)
		}
	}
}

// fieldNamed gives a field of a struct, or of what a pointer points to.
func (in *interp) fieldNamed(v value, name string) value {
	v = unboxed(v)
	if o := at(v); o != nil {
		v = in.load(o)
	}
	rec, ok := v.(record)
	if !ok {
		return nil
	}
	st, ok := rec.typ.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for i := range st.NumFields() {
		if st.Field(i).Name() == name && i < len(rec.fields) {
			return rec.fields[i]
		}
	}
	return nil
}

// funcName names a function as sinks and sites do: "pkg/path.(*T).M".
func funcName(fn *types.Func) string {
	path, symbol := catalog.SymbolOf(fn)
	if path == "" {
		return symbol
	}
	return path + "." + symbol
}
