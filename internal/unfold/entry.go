package unfold

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/amplify"
	"github.com/retrylint/retrylint/internal/catalog"
	"github.com/retrylint/retrylint/internal/retrysite"
)

// entry is a place where a request comes in, with what runs then.
type entry struct {
	name string
	kind amplify.EntryKind
	fn   *ssa.Function // the handler
	runs []*activation
	// parts are what runs where it is a part of what a function does.
	parts []part
	pos   token.Pos
}

// entries runs all handlers that the program has registered.
func (in *interp) entries() []entry {
	var out []entry
	in.linkServers()
	in.linkAround()
	certain := func(rt *route) bool { return rt.guess == nil || rt.path != "" }
	out = in.routeEntries(out, 0, certain)
	in.linkCommands()
	before := len(in.found.routes)
	for _, l := range in.found.literals {
		out = append(out, in.literalEntries(l)...)
	}
	out = in.routeEntries(out, before, certain)
	// What registers any route for anything is of use only where nothing calls it.
	out = in.routeEntries(out, 0, func(rt *route) bool { return !certain(rt) && in.ways[rt.guess] < 2 })
	known := map[string]bool{}
	for _, e := range out {
		known[retrysite.FuncName(e.fn)] = true
	}
	for _, row := range catalog.Implementations() {
		for _, e := range in.implementations(row) {
			if !known[retrysite.FuncName(e.fn)] {
				out = append(out, e)
			}
		}
	}
	return out
}

// routeEntries adds the entries of routes from one on, and of those that their handlers
// register in turn.
func (in *interp) routeEntries(out []entry, from int, want func(*route) bool) []entry {
	for i := from; i < len(in.found.routes); i++ {
		if rt := in.found.routes[i]; want(rt) {
			out = append(out, in.routeEntry(rt)...)
		}
	}
	return out
}

func (in *interp) routeEntry(rt *route) []entry {
	if rt.handler == nil || rt.root && in.found.leads(rt.handler) {
		return nil
	}
	e := entry{name: rt.name, kind: rt.kind, pos: rt.pos}
	for _, h := range in.served(rt) {
		runs, fn := in.runHandler(h, rt)
		for _, a := range runs {
			e.runs = addRun(e.runs, a)
		}
		e.fn = fn
	}
	if _, fn := in.runHandler(rt.handler, rt); fn != nil {
		e.fn = fn
	}
	if len(e.runs) == 0 {
		return nil
	}
	if e.name == "" {
		e.name = joinPath(in.found.prefix(rt.router), rt.path)
		if rt.path == "" && rt.label != "" {
			e.name = rt.label
		}
		if rt.method != "" {
			e.name = strings.TrimSpace(rt.method + " " + e.name)
		}
	}
	if e.name == "" || rt.kind == amplify.Cron {
		e.name = shortName(e.fn)
	}
	return []entry{e}
}

// runHandler runs a handler, a function or a value with a method, with arguments
// of which nothing is known.
func (in *interp) runHandler(h value, rt *route) (runs []*activation, fn *ssa.Function) {
	for _, a := range alternatives(h) {
		b, isBoxed := a.(boxed)
		if c, ok := unboxed(a).(chained); ok {
			runs = addRun(runs, in.runChained(c, nil))
			fn = c.before.fn
			continue
		}
		if c, ok := unboxed(a).(closure); ok {
			runs = addRun(runs, in.call(c.fn, make([]value, len(c.fn.Params)), c.bind, nil))
			fn = innermost(c, in)
			continue
		}
		if !isBoxed {
			continue
		}
		if run := in.runProxy(b, rt); run != nil {
			runs, fn = addRun(runs, run), rt.call.Parent()
			continue
		}
		name := rt.callName
		if inner, ok := b.val.(boxed); ok {
			b = inner
		}
		if name == "" || name == "*" {
			name = "ServeHTTP"
		}
		if run, m := in.runMethod(b, name); run != nil {
			runs, fn = addRun(runs, run), m
		}
	}
	return runs, fn
}

func addRun(runs []*activation, a *activation) []*activation {
	if a != nil && !slices.Contains(runs, a) {
		runs = append(runs, a)
	}
	return runs
}

// runMethod runs a method of a value.
func (in *interp) runMethod(b boxed, name string) (*activation, *ssa.Function) {
	obj, _, _ := types.LookupFieldOrMethod(b.typ, true, nil, name)
	m, ok := obj.(*types.Func)
	if !ok {
		return nil, nil
	}
	sel := in.selection(b.typ, m)
	if sel == nil {
		return nil, nil
	}
	fn := in.prog.MethodValue(sel)
	if !in.hasBody(sel) {
		if a := in.runEmbedded(b, sel); a != nil {
			return a, a.fn
		}
		return nil, nil
	}
	if fn == nil || len(fn.Blocks) == 0 {
		return nil, nil
	}
	args := make([]value, len(fn.Params))
	args[0] = b.val
	shown := in.prog.FuncValue(m)
	if shown == nil {
		shown = fn
	}
	return in.call(fn, args, nil, nil), shown
}

// runEmbedded runs a method that a value has from an embedded field of a type of a library,
// such as http.HandlerFunc: what is in the field.
func (in *interp) runEmbedded(b boxed, sel *types.Selection) *activation {
	v := b.val
	t := b.typ
	for _, i := range sel.Index()[:len(sel.Index())-1] {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		st, ok := t.Underlying().(*types.Struct)
		if !ok {
			return nil
		}
		v, t = in.fieldNamed(v, st.Field(i).Name()), st.Field(i).Type()
	}
	if f, ok := unboxed(v).(closure); ok && len(sel.Index()) > 1 {
		return in.call(f.fn, make([]value, len(f.fn.Params)), f.bind, nil)
	}
	return nil
}

// innermost gives the handler that middleware wraps: a function of the same
// signature among the variables that it captures.
func innermost(c closure, in *interp) *ssa.Function {
	for depth := 0; depth < 10; depth++ {
		next, ok := wrapped(c, in)
		if !ok {
			break
		}
		c = next
	}
	return c.fn
}

func wrapped(c closure, in *interp) (closure, bool) {
	for _, b := range c.bind {
		if o, ok := b.(*object); ok {
			b = peek(o, 0)
		}
		for _, a := range alternatives(b) {
			f, ok := unboxed(a).(closure)
			if ok && types.Identical(f.fn.Signature.Params(), c.fn.Signature.Params()) {
				return f, true
			}
		}
	}
	return closure{}, false
}

func (in *interp) literalEntries(l literal) []entry {
	var out []entry
	for _, name := range l.row.Handlers {
		h := in.fieldNamed(l.obj, name)
		if h == nil {
			continue
		}
		if _, isNull := h.(null); isNull {
			continue
		}
		e := entry{kind: amplify.EntryKind(l.row.Kind), pos: l.pos}
		e.runs, e.fn = in.runHandler(h, &route{callName: l.row.HandlerMethod})
		if len(e.runs) == 0 {
			continue
		}
		e.name = in.literalName(l)
		if e.name == "" {
			e.name = shortName(e.fn)
		}
		out = append(out, e)
		if l.row.Kind == "cli" {
			break // the others are for what comes before and after
		}
	}
	return out
}

// literalName gives the path of a command, or the name in the literal.
func (in *interp) literalName(l literal) string {
	word := func(o *object) string {
		s, _ := text(in.fieldNamed(o, l.row.Name))
		if l.row.Kind == "cli" {
			s, _, _ = strings.Cut(s, " ")
		}
		return s
	}
	name := word(l.obj)
	if m, ok := text(in.fieldNamed(l.obj, l.row.MethodField)); ok && m != "" {
		name = m + " " + name
	}
	for o, depth := in.found.parents[l.obj], 0; o != nil && depth < 20; o, depth = in.found.parents[o], depth+1 {
		name = word(o) + " " + name
	}
	return strings.TrimSpace(name)
}

// implementations runs the method of every type of the program that implements an
// interface of a framework.
func (in *interp) implementations(row catalog.Registration) []entry {
	pkg := in.prog.ImportedPackage(row.Package)
	name, method, ok := strings.Cut(row.Symbol, ".")
	if pkg == nil || !ok || pkg.Type(name) == nil {
		return nil
	}
	iface, ok := pkg.Type(name).Type().Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	var out []entry
	for _, t := range in.types {
		ptr := types.NewPointer(t)
		if !types.Implements(ptr, iface) || types.IsInterface(t) {
			continue
		}
		e := entry{kind: amplify.EntryKind(row.Kind)}
		for _, o := range alternatives(in.anyOf(t)) {
			run, fn := in.runMethod(boxed{o, ptr}, method)
			e.runs, e.fn = addRun(e.runs, run), fn
		}
		if len(e.runs) > 0 && e.fn != nil {
			e.name, e.pos = shortName(e.fn), e.fn.Pos()
			out = append(out, e)
		}
	}
	return out
}

// shortName names a function for people: "T.M", or "pkg.F" outside of a program's
// own package.
func shortName(fn *ssa.Function) string {
	full := retrysite.FuncName(fn)
	full = full[strings.LastIndex(full, "/")+1:]
	pkg, name, ok := strings.Cut(full, ".")
	if !ok {
		return full
	}
	if strings.HasPrefix(name, "(") {
		return strings.NewReplacer("(", "", ")", "", "*", "").Replace(name)
	}
	if fn.Pkg != nil && fn.Pkg.Pkg.Name() == "main" {
		return name
	}
	return pkg + "." + name
}

// compare orders functions by their names, whatever was read first.
func (in *interp) compare(a, b *ssa.Function) int {
	if c := cmp.Compare(in.nameOf(a), in.nameOf(b)); c != 0 {
		return c
	}
	return comparePos(a.Prog.Fset, a.Pos(), b.Pos())
}

func (in *interp) nameOf(fn *ssa.Function) string {
	name, ok := in.names[fn]
	if !ok {
		name = fn.String()
		in.names[fn] = name
	}
	return name
}

// comparePos orders positions by file and place: the numbers themselves depend on which
// file was read first.
func comparePos(fset *token.FileSet, a, b token.Pos) int {
	if a == b {
		return 0
	}
	x, y := fset.File(a), fset.File(b)
	if x == y || x == nil || y == nil {
		return cmp.Compare(a, b)
	}
	return cmp.Or(cmp.Compare(x.Name(), y.Name()), cmp.Compare(x.Offset(a), y.Offset(b)))
}

// exported runs a function that others may call.
func (in *interp) exported(fn *ssa.Function, kind amplify.EntryKind) (entry, bool) {
	e := entry{name: shortName(fn), kind: kind, fn: fn, pos: fn.Pos()}
	args := in.unknownArgs(fn)
	if recv := fn.Signature.Recv(); recv != nil {
		_, isPointer := recv.Type().Underlying().(*types.Pointer)
		for _, o := range alternatives(in.anyOf(recv.Type())) {
			args = slices.Clone(args)
			args[0] = o
			if obj, ok := o.(*object); ok && !isPointer {
				args[0] = in.load(obj)
			}
			e.runs = addRun(e.runs, in.call(fn, args, nil, nil))
		}
	}
	if len(e.runs) == 0 {
		e.runs = addRun(e.runs, in.call(fn, args, nil, nil))
	}
	return e, slices.ContainsFunc(e.runs, asks)
}
