package fix_test

import (
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/fix"
)

func TestImport(t *testing.T) {
	for _, test := range []struct{ name, before, want string }{
		{"nothing is imported", "package p // import \"x\"\n", "package p // import \"x\"\n\nimport \"time\"\n"},
		{"it is there", "package p\n\nimport \"time\"\n", "package p\n\nimport \"time\"\n"},
		{"it has a name", "package p\n\nimport clock \"time\"\n", "package p\n\nimport clock \"time\"\n"},
		{"for its effects", "package p\n\nimport _ \"time\"\n", "package p\n\nimport _ \"time\"\nimport \"time\"\n"},
		{"with a dot", "package p\n\nimport . \"time\"\n", ""},
		{"one by one", "package p\n\nimport \"a\"\nimport \"z\" // last\n", "package p\n\nimport \"a\"\nimport \"z\" // last\nimport \"time\"\n"},
		{"first", "package p\n\nimport (\n\t// z is last\n\t\"z\"\n)\n", "package p\n\nimport (\n\t\"time\"\n\t// z is last\n\t\"z\"\n)\n"},
		{"in between", "package p\n\nimport (\n\t\"a\"\n\tb \"z\"\n)\n", "package p\n\nimport (\n\t\"a\"\n\t\"time\"\n\tb \"z\"\n)\n"},
		{"last", "package p\n\nimport (\n\t\"a\" // first\n\n\t\"x.y/z\"\n)\n", "package p\n\nimport (\n\t\"a\" // first\n\t\"time\"\n\n\t\"x.y/z\"\n)\n"},
		{"no group of the library's", "package p\n\nimport (\n\t\"x.y/z\"\n)\n", "package p\n\nimport (\n\t\"time\"\n\n\t\"x.y/z\"\n)\n"},
		{"one group for all", "package p\n\nimport (\n\t\"a\"\n\t\"x.y/z\"\n)\n", "package p\n\nimport (\n\t\"a\"\n\t\"time\"\n\t\"x.y/z\"\n)\n"},
		{"the second declaration", "package p\n\nimport (\n\t\"x.y/z\"\n)\n\nimport (\n\t\"a\"\n)\n", "package p\n\nimport (\n\t\"x.y/z\"\n)\n\nimport (\n\t\"a\"\n\t\"time\"\n)\n"},
		{"nothing in brackets", "package p\n\nimport ()\n", "package p\n\nimport ()\nimport \"time\"\n"},
		{"cgo", "package p\n\n// #include <a.h>\nimport \"C\"\n", "package p\n\n// #include <a.h>\nimport \"C\"\n\nimport \"time\"\n"},
		{"a package variable", "package p\n\nvar time int\n", ""},
		{"another package", "package p\n\nimport \"x.y/time\"\n", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			const rest = "\nfunc f() {\n\tg()\n}\n"
			got, ok := addTime(t, test.before+rest)
			if !ok {
				got = rest
			}
			if got != test.want+rest {
				t.Errorf("got\n%s", got)
			}
			if formatted, err := format.Source([]byte(got)); ok && (err != nil || string(formatted) != got) {
				t.Errorf("gofmt makes of it (%v)\n%s", err, formatted)
			}
		})
	}
}

// addTime imports the package time where src calls g.
func addTime(t *testing.T, src string) (string, bool) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Defs: map[*ast.Ident]types.Object{}, Implicits: map[ast.Node]types.Object{}, Scopes: map[ast.Node]*types.Scope{}}
	conf := &types.Config{Importer: empty{}, FakeImportC: true, Error: func(error) {}}
	pkg, _ := conf.Check("p", fset, []*ast.File{f}, info) // nothing is used, g is nowhere
	pass := &analysis.Pass{Fset: fset, Files: []*ast.File{f}, Pkg: pkg, TypesInfo: info}
	pos := fset.File(f.Pos()).Pos(strings.Index(src, "g()"))
	place, ok := fix.At(pass, pos)
	if !ok {
		t.Fatal("there is no place")
	}
	_, edits, ok := place.Import("time", pos, "time")
	if !ok {
		return "", false
	}
	for _, e := range edits {
		at := fset.Position(e.Pos).Offset
		src = src[:at] + string(e.NewText) + src[at:]
	}
	return src, true
}

// empty imports packages that have nothing in them.
type empty struct{}

func (empty) Import(name string) (*types.Package, error) {
	pkg := types.NewPackage(name, path.Base(name))
	pkg.MarkComplete()
	return pkg, nil
}
