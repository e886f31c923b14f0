package unfold

import (
	"bytes"
	"fmt"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/amplify"
	"github.com/retrylint/retrylint/internal/catalog"
	"github.com/retrylint/retrylint/internal/directive"
	"github.com/retrylint/retrylint/internal/retrysite"
)

// declarations know what directives say of functions: of those in scope by the code
// that was loaded, of the others by the files that declare them.
type declarations struct {
	asking sync.Mutex // held by elsewhere
	fset   *token.FileSet
	scope  map[*types.Package]*directive.Set
	files  map[string]*directive.Set       // out of scope; nil where there are no directives
	said   map[*types.Func]*directive.Func // as found so far
	rows   map[*types.Func]*catalog.Entry  // of helpers, as found so far; nil for other functions
}

func newDeclarations(p *program) *declarations {
	d := &declarations{fset: p.fset, scope: map[*types.Package]*directive.Set{}, files: map[string]*directive.Set{}, said: map[*types.Func]*directive.Func{}, rows: map[*types.Func]*catalog.Entry{}}
	for _, pkg := range p.packages {
		d.scope[pkg.Types] = directive.Resolve(pkg.Fset, pkg.Syntax, pkg.TypesInfo)
	}
	return d
}

// of gives what directives say of a function, or nil.
func (d *declarations) of(obj *types.Func) *directive.Func {
	if obj == nil || obj.Pkg() == nil {
		return nil
	}
	obj = obj.Origin()
	f, ok := d.said[obj]
	if !ok {
		f = d.find(obj)
		d.said[obj] = f
	}
	return f
}

func (d *declarations) find(obj *types.Func) *directive.Func {
	if s, ok := d.scope[obj.Pkg()]; ok {
		return s.Of(obj)
	}
	s := d.file(d.fset.PositionFor(obj.Pos(), false).Filename)
	if s == nil {
		return nil
	}
	_, symbol := catalog.SymbolOf(obj)
	return s.Symbol(symbol)
}

// file reads the directives of a file out of scope. One that cannot be read has none.
func (d *declarations) file(name string) *directive.Set {
	s, ok := d.files[name]
	if ok || !filepath.IsAbs(name) {
		return s
	}
	d.files[name] = nil
	src, err := os.ReadFile(name)
	if err != nil || !bytes.Contains(src, []byte("//retrylint:")) {
		return nil
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	d.files[name] = directive.Read(fset, f)
	return d.files[name]
}

// elsewhere tells the search for retry sites what directives say of a function. It may
// be called by several at once.
func (d *declarations) elsewhere(obj *types.Func) retrysite.Declared {
	d.asking.Lock()
	defer d.asking.Unlock()
	return retrysite.DeclaredBy(d.of(obj))
}

// helperRow gives the row of a retry helper: the catalog's, or what a directive
// says; nil for other functions.
func (in *interp) helperRow(obj *types.Func) *catalog.Entry {
	e, ok := in.said.rows[obj]
	if ok {
		return e
	}
	pkg, symbol := catalog.SymbolOf(obj)
	if e, ok = in.cat.Lookup(catalog.Helper, pkg, symbol); !ok {
		if d := in.said.of(obj).Get(directive.Helper); d != nil {
			e = directive.Row(obj.Origin(), d.Args)
		}
	}
	in.said.rows[obj] = e
	return e
}

// userHelper is helperRow for a function or an interface in scope, whose code is read:
// only what the user says comes before that.
func (in *interp) userHelper(obj *types.Func) *catalog.Entry {
	if obj == nil || obj.Pkg() == nil {
		return nil
	}
	if e := in.helperRow(obj); e != nil && e.OfUser() {
		return e
	}
	return nil
}

// objectOf gives what a function was declared as; nil for a literal.
func objectOf(fn *ssa.Function) *types.Func {
	obj, _ := fn.Object().(*types.Func)
	return obj
}

// sinkIn names a function in scope that the user says is a sink.
func (in *interp) sinkIn(fn *ssa.Function) (name string, ok bool) {
	if d := in.said.of(objectOf(fn)).Get(directive.Sink); d != nil {
		return d.Args, true
	}
	if len(in.extra) == 0 {
		return "", false
	}
	name = retrysite.FuncName(fn)
	return name, in.extra.match(name)
}

// sinkName names a function whose calls leave the process.
func (in *interp) sinkName(obj *types.Func) string {
	if d := in.said.of(obj).Get(directive.Sink); d != nil {
		return d.Args
	}
	return funcName(obj)
}

// declaredMethod calls a method of an interface that is declared to be a retry helper
// or a sink, whatever implements it.
func (r *runner) declaredMethod(instr ssa.CallInstruction, recv value, args []value) (value, bool) {
	m := instr.Common().Method
	if e := r.in.userHelper(m); e != nil {
		r.help(instr, e, recv, args)
		return r.in.worked(nil, instr), true
	}
	if d := r.in.said.of(m).Get(directive.Sink); d != nil {
		r.note(instr, func() *request { return &request{sink: d.Args} })
		return r.in.worked(nil, instr), true
	}
	return nil, false
}

// declared gives the entry points that directives name, besides those that were
// found. One that was found takes the name.
func (in *interp) declared(p *program, es []entry) ([]entry, []string) {
	var notes []string
	for _, pkg := range p.packages {
		if !p.asked[pkg] {
			continue
		}
		for _, fn := range p.functions(pkg) {
			name := in.entryName(fn)
			if name == "" {
				continue
			}
			if found := rename(es, fn, name); found {
				continue
			}
			e, asks := in.exported(fn, amplify.Exported)
			if !asks {
				notes = append(notes, fmt.Sprintf("the entry point %s makes no request that is known: %s", name, retrysite.FuncName(fn)))
				continue
			}
			e.name = name
			es = append(es, e)
		}
	}
	return es, notes
}

// entryName gives the name that a directive has for an entry point, or "".
func (in *interp) entryName(fn *ssa.Function) string {
	if fn.Parent() != nil {
		return ""
	}
	if d := in.said.of(objectOf(fn)).Get(directive.Entry); d != nil {
		return d.Args
	}
	return ""
}

// rename gives the entries of a function a name. It reports whether there are any.
func rename(es []entry, fn *ssa.Function, name string) bool {
	found := false
	for i := range es {
		if retrysite.FuncName(es[i].fn) == retrysite.FuncName(fn) {
			es[i].name, found = name, true
		}
	}
	return found
}
