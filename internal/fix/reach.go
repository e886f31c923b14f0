package fix

import (
	"go/ast"
	"go/build"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Always reports whether an object is there whenever the code at pos is compiled: its
// file is no test and has no build constraint, or it is the same file.
func Always(pass *analysis.Pass, obj types.Object, pos token.Pos) bool {
	from, of := pass.Fset.PositionFor(pos, false).Filename, pass.Fset.PositionFor(obj.Pos(), false).Filename
	if !obj.Pos().IsValid() || of == "" || from == of {
		return true
	}
	if strings.HasSuffix(of, "_test.go") && !strings.HasSuffix(from, "_test.go") || forPlatform(of) {
		return false
	}
	for _, f := range pass.Files {
		if f.FileStart <= obj.Pos() && obj.Pos() < f.FileEnd {
			return !constrained(f)
		}
	}
	return true
}

// forPlatform reports whether the name of a file says that it is for some platforms
// only.
func forPlatform(name string) bool {
	nowhere := build.Context{GOOS: "none", GOARCH: "none", Compiler: "gc", OpenFile: func(string) (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader("package p\n")), nil
	}}
	ok, err := nowhere.MatchFile(filepath.Dir(name), filepath.Base(name))
	return !ok && err == nil
}

// constrained reports whether a file has a build constraint.
func constrained(f *ast.File) bool {
	for _, group := range f.Comments {
		for _, c := range group.List {
			if c.Pos() < f.Package && (constraint.IsGoBuild(c.Text) || constraint.IsPlusBuild(c.Text)) {
				return true
			}
		}
	}
	return false
}

// elsewhere reports whether a file of the package that is left out of this build
// declares a name.
func (p Place) elsewhere(name string) bool {
	for _, file := range p.pass.IgnoredFiles {
		if !strings.HasSuffix(file, ".go") {
			continue
		}
		src, err := p.pass.ReadFile(file)
		if err != nil {
			continue
		}
		f, _ := parser.ParseFile(token.NewFileSet(), file, src, parser.SkipObjectResolution)
		if f != nil && f.Name.Name == p.pass.Pkg.Name() && declares(f, name) {
			return true
		}
	}
	return false
}

// declares reports whether a name is one of those that a file gives its package.
func declares(f *ast.File, name string) bool {
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil && d.Name.Name == name {
				return true
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					if s.Name.Name == name {
						return true
					}
				case *ast.ValueSpec:
					if slices.ContainsFunc(s.Names, func(id *ast.Ident) bool { return id.Name == name }) {
						return true
					}
				}
			}
		}
	}
	return false
}
