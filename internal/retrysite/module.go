package retrysite

import (
	"go/ast"
	"go/types"
	"reflect"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
)

// Module analyses the packages of a program that is at hand as a whole, for a
// reader that follows calls from one package into another. What the packages
// know of each other are the same facts that travel through a package-wise driver.
type Module struct {
	// Settings may be set before the first package is given.
	Settings Settings
	// Elsewhere says what directives say of functions whose packages are not given; it
	// may be nil.
	Elsewhere func(*types.Func) Declared

	facts map[factKey]analysis.Fact
}

type factKey struct {
	obj types.Object
	typ reflect.Type
}

// NewModule returns an empty Module.
func NewModule() *Module { return &Module{facts: map[factKey]analysis.Fact{}} }

// Package is what is known of one package of a Module. It is not safe for
// concurrent use.
type Package struct{ p *pkgInfo }

// Package analyses a package. Packages are to be given in the order of their
// imports: those that are imported first.
func (m *Module) Package(pkg *packages.Package, code *ssa.Package) *Package {
	pass := &analysis.Pass{
		Analyzer:         Facts,
		Fset:             pkg.Fset,
		Files:            pkg.Syntax,
		Pkg:              pkg.Types,
		TypesInfo:        pkg.TypesInfo,
		ImportObjectFact: m.importFact,
		ExportObjectFact: func(obj types.Object, f analysis.Fact) { m.facts[factKey{obj, reflect.TypeOf(f)}] = f },
	}
	if pkg.Module != nil {
		pass.Module = &analysis.Module{Path: pkg.Module.Path, Version: pkg.Module.Version}
	}
	p := newPkgInfo(pass, code, sourceFuncs(pkg, code), m.Settings)
	p.exportHelpers() // what retries inside is for the caller to find out
	pass.TypesInfo = nil
	return &Package{p}
}

func (m *Module) importFact(obj types.Object, to analysis.Fact) bool {
	f, ok := m.facts[factKey{obj, reflect.TypeOf(to)}]
	if ok {
		reflect.ValueOf(to).Elem().Set(reflect.ValueOf(f).Elem())
		return true
	}
	d, isDeclared := to.(*Declared)
	fn, isFunc := obj.(*types.Func)
	if isDeclared && isFunc && m.Elsewhere != nil {
		*d = m.Elsewhere(fn)
	}
	return isDeclared && *d != Declared{}
}

// sourceFuncs lists the functions that are written in a package, with their
// literals, in source order.
func sourceFuncs(pkg *packages.Package, code *ssa.Package) []*ssa.Function {
	var out []*ssa.Function
	for _, f := range pkg.Syntax {
		for _, d := range f.Decls {
			decl, ok := d.(*ast.FuncDecl)
			if !ok || decl.Name.Name == "_" {
				continue
			}
			if obj, ok := pkg.TypesInfo.Defs[decl.Name].(*types.Func); ok {
				if fn := code.Prog.FuncValue(obj); fn != nil {
					out = append(out, withLiterals(fn)...)
				}
			}
		}
	}
	return out
}

// NaturalLoop is a loop of a function by its control flow. Loops that share a header are one.
type NaturalLoop struct {
	Header *ssa.BasicBlock
	Blocks map[*ssa.BasicBlock]bool
}

// Loops lists the loops of a function, outermost first.
func Loops(fn *ssa.Function) []NaturalLoop {
	var out []NaturalLoop
	for _, l := range naturalLoops(fn) {
		out = append(out, NaturalLoop{l.header, l.blocks})
	}
	return out
}

// Call describes a call of a retry helper that another library provides, or
// gives nil for other calls. What a helper of the program's own does is read
// from its body.
func (k *Package) Call(call *ssa.Call) *Site { return k.p.callSite(call.Parent(), call) }

// FuncName names a function as sites do: "pkg/path.(*T).M". A function literal
// goes by the name of the function around it.
func FuncName(fn *ssa.Function) string { return siteFunc(fn) }
