// Package unfold reads the code of a service and unfolds it into the graph that
// amplify works on: every function once for each of the ways in which it is set
// up, so that two clients of one type keep their own numbers of attempts.
//
// To tell the ways apart it runs the program on values of which it knows some
// (interp.go, run.go, exec.go, call.go, frame.go, generics.go): what main and the
// constructors put together, which handlers they register (framework.go, entry.go;
// likeness.go where the catalog does not have the framework, around.go where one hands
// on to another), which settings clients and policies have (policy.go). Calls out of
// scope are looked up in the catalog, or left alone (foreign.go, request.go), unless a
// directive says what they do (declared.go). What was run then becomes the graph
// (build.go); which of its loops (flows.go) and ranges over functions (yields.go)
// retry, how often, and what comes after a failure is up to the package retrysite.
package unfold

import (
	"cmp"
	"context"
	"go/token"
	"go/types"
	"maps"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/tools/go/callgraph"
	"golang.org/x/tools/go/callgraph/vta"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/retrylint/retrylint/amplify"
	"github.com/retrylint/retrylint/internal/catalog"
	"github.com/retrylint/retrylint/internal/retrysite"
)

// Config says what to read.
type Config struct {
	Dir      string   // where the go command runs
	Patterns []string // package patterns
	// Scope are patterns of packages outside of the module that are read by
	// syntax too.
	Scope []string
	// Entries and Sinks are patterns of functions that are entry points and
	// sinks besides those that are known.
	Entries, Sinks []string
	Tests          bool               // whether test files are read too
	Settings       retrysite.Settings // what the configuration says of helpers and the like
	Progress       func(stage string) // told what is being done; may be nil
}

// Result is a service as a graph.
type Result struct {
	Graph *amplify.Graph
	// Problems name the packages that do not compile, one line each. They are
	// left out of the graph.
	Problems []string
	// Notes are what the user should know about the graph.
	Notes []string
	Dir   string // what paths are shown relative to
}

// Load reads the packages. An error means that nothing could be done; its text
// is one line.
func Load(ctx context.Context, cfg Config) (*Result, error) {
	if cfg.Progress == nil {
		cfg.Progress = func(string) {}
	}
	prog, err := load(ctx, cfg)
	if err != nil {
		return nil, err
	}
	cfg.Progress("following the calls")
	all := ssautil.AllFunctions(prog.ssa)
	// What has no code here leads nowhere.
	maps.DeleteFunc(all, func(fn *ssa.Function, _ bool) bool { return len(fn.Blocks) == 0 })
	graph := make(chan *callgraph.Graph)
	go func() { graph <- vta.CallGraph(all, nil) }()
	in := newInterp(prog, cfg)
	packages := prog.analyse(cfg.Settings, in.said) // in the meantime
	doers := in.findDoers(all)
	in.readGraph(<-graph)
	in.findWorth(all, doers)
	in.construct(prog)
	go runtime.GC() // there is a processor to spare now; later, garbage of all walks adds up
	b := &builder{in: in, fset: prog.fset, packages: packages, nodes: map[*activation]int{}, requests: map[string]int{}, tries: map[*activation]bool{}, graph: &amplify.Graph{}}
	es, notes := b.entries(prog, cfg)
	in.settle()
	cfg.Progress("adding up the attempts")
	b.workOut(es)
	for _, e := range es {
		b.addEntry(e)
	}
	return &Result{Graph: b.graph, Problems: prog.problems, Notes: slices.Concat(prog.notes, notes), Dir: cfg.Dir}, nil
}

// program is the code in scope.
type program struct {
	fset     *token.FileSet
	ssa      *ssa.Program
	packages []*packages.Package // that compile, those that are imported first
	code     map[*packages.Package]*ssa.Package
	asked    map[*packages.Package]bool
	funcs    map[*packages.Package][]*ssa.Function // by functions
	problems []string
	notes    []string // what else the user should know
}

// analyse prepares the packages for questions about their loops.
func (p *program) analyse(s retrysite.Settings, said *declarations) map[*ssa.Package]*flows {
	m := retrysite.NewModule()
	m.Settings, m.Elsewhere = s, said.elsewhere
	out := map[*ssa.Package]*flows{}
	for _, pkg := range p.packages {
		out[p.code[pkg]] = newFlows(m.Package(pkg, p.code[pkg]))
		pkg.TypesInfo = nil // it is not needed any more
	}
	return out
}

func newInterp(p *program, cfg Config) *interp {
	in := &interp{
		prog: p.ssa, scope: map[*types.Package]bool{}, cat: cfg.Settings.Rows(), budget: maxBudget,
		globals: map[*ssa.Global]*object{}, memo: map[string]*activation{}, traits: map[*ssa.Function]*traits{}, ways: map[*ssa.Function]int{}, matters: map[types.Type]bool{}, byType: map[*types.TypeName]union{},
		makers: map[*types.TypeName][]*ssa.Function{}, asked: map[*types.TypeName]bool{}, shapes: map[*ssa.Function]*shape{}, ran: map[*ssa.Function]bool{}, mutable: map[*types.Var]bool{},
		impls: map[*types.Func][]*ssa.Function{}, worth: map[*ssa.Function]bool{}, opens: map[*types.Func]bool{}, targets: map[ssa.CallInstruction][]*ssa.Function{}, sorted: map[ssa.CallInstruction]bool{}, names: map[*ssa.Function]string{}, leaving: map[*types.Func]bool{}, notable: map[*types.Func]bool{}, likely: map[*types.Func]catalog.Registration{}, options: map[string]*object{},
		found: newFrameworks(), extra: cfg.Sinks, said: newDeclarations(p), mains: map[*packages.Package]*activation{},
	}
	for _, pkg := range p.packages {
		in.scope[pkg.Types] = true
	}
	for _, pkg := range p.packages {
		for _, fn := range p.functions(pkg) {
			in.index(fn)
			in.all = append(in.all, fn)
		}
		scope := pkg.Types.Scope()
		for _, name := range scope.Names() {
			if t, ok := scope.Lookup(name).(*types.TypeName); ok && !t.IsAlias() {
				in.types = append(in.types, t.Type())
			}
		}
	}
	return in
}

// functions lists the functions and methods of a package that have syntax, with their
// literals, in the order of their positions.
func (p *program) functions(pkg *packages.Package) []*ssa.Function {
	out, ok := p.funcs[pkg]
	if !ok {
		out = functions(p.code[pkg])
		p.funcs[pkg] = out
	}
	return out
}

func functions(pkg *ssa.Package) []*ssa.Function {
	var out []*ssa.Function
	var add func(*ssa.Function)
	add = func(fn *ssa.Function) {
		if fn == nil || len(fn.Blocks) == 0 {
			return
		}
		out = append(out, fn)
		for _, lit := range fn.AnonFuncs {
			add(lit)
		}
	}
	for _, m := range pkg.Members {
		switch m := m.(type) {
		case *ssa.Function:
			if m.Synthetic == "" {
				add(m)
			}
		case *ssa.Type:
			if n, ok := m.Type().(*types.Named); ok {
				for fn := range n.Methods() {
					add(pkg.Prog.FuncValue(fn))
				}
			}
		}
	}
	slices.SortFunc(out, func(a, b *ssa.Function) int {
		if c := comparePos(pkg.Prog.Fset, a.Pos(), b.Pos()); c != 0 {
			return c
		}
		return cmp.Compare(a.String(), b.String())
	})
	return out
}

// maxMakers limits how many functions are looked at to find out what an object of
// a type is like.
const maxMakers = 6

// index notes which types a function makes, and whether it registers handlers.
func (in *interp) index(fn *ssa.Function) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Alloc:
				name := in.ofScope(instr.Type().Underlying().(*types.Pointer).Elem())
				if name != nil && fn.Parent() == nil && len(in.makers[name]) < maxMakers && !slices.Contains(in.makers[name], fn) {
					in.makers[name] = append(in.makers[name], fn)
				}
			case *ssa.Store:
				in.indexStore(instr)
			case ssa.CallInstruction:
				if in.registers(calledIn(instr.Common())) && fn.Parent() == nil && !slices.Contains(in.registrars, fn) {
					in.registrars = append(in.registrars, fn)
				}
			}
		}
	}
}

// indexStore notes a field that is written outside of the function that makes its
// struct.
func (in *interp) indexStore(st *ssa.Store) {
	fa, ok := st.Addr.(*ssa.FieldAddr)
	if !ok {
		return
	}
	if _, made := fa.X.(*ssa.Alloc); made {
		return
	}
	if s, ok := fa.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct); ok {
		in.mutable[s.Field(fa.Field)] = true
	}
}

// construct runs what the program does by itself: the initialisation of its
// packages, and main.
func (in *interp) construct(p *program) {
	for _, pkg := range p.packages {
		if init := p.code[pkg].Func("init"); init != nil {
			in.call(init, nil, nil, nil)
		}
	}
	for _, pkg := range p.packages {
		if main := p.code[pkg].Func("main"); main != nil && pkg.Name == "main" && p.asked[pkg] {
			if a := in.call(main, nil, nil, nil); a != nil {
				in.mains[pkg] = a
			}
		}
	}
	for _, fn := range in.registrars {
		if !in.ran[fn] && p.isAsked(fn) {
			in.guessing = fn
			in.exported(fn, amplify.Exported)
		}
	}
	in.guessing = nil
	in.serving = true
}

func (p *program) isAsked(fn *ssa.Function) bool {
	pkg := packageOf(fn)
	for q := range p.asked {
		if p.code[q] == pkg {
			return true
		}
	}
	return false
}

// matchName reports whether a pattern, in which "*" stands for any characters,
// matches a function's name, whole or without the path of its package.
func matchName(pattern, name string) bool {
	plain := strings.NewReplacer("(*", "", "(", "", ")", "")
	pattern, name = plain.Replace(pattern), plain.Replace(name)
	short := name[strings.LastIndex(name, "/")+1:]
	return glob(pattern, name) || glob(pattern, short)
}

// glob matches s against a pattern in which "*" stands for any characters.
func glob(pattern, s string) bool {
	head, rest, star := strings.Cut(pattern, "*")
	if !star {
		return pattern == s
	}
	s, ok := strings.CutPrefix(s, head)
	if !ok {
		return false
	}
	for i := 0; i <= len(s); i++ {
		if glob(rest, s[i:]) {
			return true
		}
	}
	return false
}
