// Package pkgwise runs analyzers on one package at a time, as vet, Bazel's nogo
// and other build systems do: a package is seen with nothing but its own source,
// the export data of what it imports, and the facts about that, which were
// encoded when it was analysed. It is for tests: it keeps nothing on disk, and
// leaves the standard library out, as nogo does.
package pkgwise

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"
)

// Finding is what an analyzer reported.
type Finding struct {
	Pos     token.Position
	Rule    string
	Message string

	Diagnostic analysis.Diagnostic
	Fset       *token.FileSet // of the diagnostic's positions
}

func (f Finding) String() string {
	return fmt.Sprintf("%s:%d:%d: %s (%s)", f.Pos.Filename, f.Pos.Line, f.Pos.Column, f.Message, f.Rule)
}

// Run analyses packages of a GOPATH, and those that they import from it, and
// returns the findings by position.
func Run(gopath string, as []*analysis.Analyzer, patterns ...string) ([]Finding, error) {
	l, err := Load(gopath, patterns...)
	if err != nil {
		return nil, err
	}
	return l.Run(as, nil)
}

// Loaded is packages of a GOPATH that can be analysed more than once.
type Loaded struct {
	gopath  string
	roots   []*packages.Package
	exports map[string]string // the files with export data, by import path
}

// Load finds packages of a GOPATH and all that they import.
func Load(gopath string, patterns ...string) (*Loaded, error) {
	roots, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps |
			packages.NeedExportFile | packages.NeedTypesSizes,
		Env: append(os.Environ(), "GO111MODULE=off", "GOFLAGS=", "GOWORK=off", "GOPATH="+gopath),
	}, patterns...)
	if err != nil {
		return nil, err
	}
	l := &Loaded{gopath, roots, map[string]string{}}
	packages.Visit(roots, nil, func(p *packages.Package) { l.exports[p.PkgPath] = p.ExportFile })
	return l, nil
}

// Run analyses the packages. Overlay holds what is in some files instead of what is on
// disk; packages that import those see what is on disk.
func (l *Loaded) Run(as []*analysis.Analyzer, overlay map[string][]byte) ([]Finding, error) {
	if err := analysis.Validate(as); err != nil {
		return nil, err
	}
	d := &driver{Loaded: l, analyzers: as, overlay: overlay, facts: map[string]map[string][]byte{}}
	var errs []error
	packages.Visit(l.roots, nil, func(p *packages.Package) {
		for _, e := range p.Errors {
			errs = append(errs, e)
		}
		if err := d.analyse(p, slices.Contains(l.roots, p)); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", p.PkgPath, err))
		}
	})
	slices.SortFunc(d.findings, func(a, b Finding) int {
		return cmp.Or(strings.Compare(a.Pos.Filename, b.Pos.Filename), cmp.Compare(a.Pos.Offset, b.Pos.Offset),
			strings.Compare(a.Rule, b.Rule), strings.Compare(a.Message, b.Message))
	})
	return d.findings, errors.Join(errs...)
}

type driver struct {
	*Loaded
	analyzers []*analysis.Analyzer
	overlay   map[string][]byte
	facts     map[string]map[string][]byte // encoded, by package and analyzer
	findings  []Finding
}

// analyse runs the analyzers on a package. Nothing but bytes is left of it.
func (d *driver) analyse(p *packages.Package, asked bool) error {
	if !slices.ContainsFunc(p.GoFiles, func(f string) bool { return strings.HasPrefix(f, d.gopath) }) {
		return nil
	}
	u := &unit{driver: d, fset: token.NewFileSet(), imports: map[string]*types.Package{}, results: map[*analysis.Analyzer]any{}}
	if asked {
		u.report = func(f Finding) { d.findings = append(d.findings, f) }
	}
	for _, name := range p.CompiledGoFiles {
		var src any
		if text, ok := d.overlay[name]; ok {
			src = text
		}
		f, err := parser.ParseFile(u.fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		u.files = append(u.files, f)
	}
	u.info = &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Instances: map[*ast.Ident]types.Instance{}, Defs: map[*ast.Ident]types.Object{},
		Uses: map[*ast.Ident]types.Object{}, Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		Scopes: map[ast.Node]*types.Scope{}, FileVersions: map[*ast.File]string{},
	}
	var err error
	conf := &types.Config{Importer: importer.ForCompiler(u.fset, "gc", u.export), Sizes: p.TypesSizes}
	if u.pkg, err = conf.Check(p.PkgPath, u.fset, u.files, u.info); err != nil {
		return err
	}
	u.addImports(u.pkg)
	u.sizes = p.TypesSizes
	d.facts[p.PkgPath] = map[string][]byte{}
	for _, a := range d.analyzers {
		if _, err := u.run(a); err != nil {
			return err
		}
	}
	return nil
}

// unit is one package while it is analysed.
type unit struct {
	*driver
	fset    *token.FileSet
	files   []*ast.File
	pkg     *types.Package
	info    *types.Info
	sizes   types.Sizes
	imports map[string]*types.Package
	results map[*analysis.Analyzer]any
	report  func(Finding)
}

// export opens the export data of a package.
func (u *unit) export(path string) (io.ReadCloser, error) { return os.Open(u.exports[path]) }

// addImports notes the packages that can be seen from p.
func (u *unit) addImports(p *types.Package) {
	for _, q := range p.Imports() {
		if u.imports[q.Path()] == nil {
			u.imports[q.Path()] = q
			u.addImports(q)
		}
	}
}

// run runs an analyzer, after those that it requires, once.
func (u *unit) run(a *analysis.Analyzer) (any, error) {
	if res, ok := u.results[a]; ok {
		return res, nil
	}
	resultOf := map[*analysis.Analyzer]any{}
	for _, dep := range a.Requires {
		res, err := u.run(dep)
		if err != nil {
			return nil, err
		}
		resultOf[dep] = res
	}
	facts, err := u.decode(a)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", a.Name, err)
	}
	pass := &analysis.Pass{
		Analyzer: a, Fset: u.fset, Files: u.files, Pkg: u.pkg, TypesInfo: u.info, TypesSizes: u.sizes, ResultOf: resultOf,
		Report: func(d analysis.Diagnostic) {
			if u.report != nil {
				u.report(Finding{u.fset.Position(d.Pos), a.Name, d.Message, d, u.fset})
			}
		},
		ReadFile:          func(name string) ([]byte, error) { return nil, fmt.Errorf("%s: there are no files here", name) },
		ImportObjectFact:  facts.ofObject,
		ExportObjectFact:  facts.setObject,
		ImportPackageFact: facts.ofPackage,
		ExportPackageFact: func(f analysis.Fact) { facts.packages[factKey{u.pkg, reflect.TypeOf(f)}] = f },
		AllObjectFacts:    facts.allObjects,
		AllPackageFacts:   facts.allPackages,
	}
	res, err := a.Run(pass)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", a.Name, err)
	}
	u.results[a] = res
	return res, u.encode(a, facts)
}
