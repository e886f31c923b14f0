package directive_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"

	"github.com/retrylint/retrylint/internal/directive"
)

func read(t *testing.T, src string) *directive.Set {
	t.Helper()
	fset := token.NewFileSet()
	f, _ := parser.ParseFile(fset, "a.go", src, parser.ParseComments|parser.SkipObjectResolution)
	if f == nil {
		t.Fatal("there is no file")
	}
	return directive.Read(fset, f)
}

// TestSymbols holds that functions are found under the names that the catalog has.
func TestSymbols(t *testing.T) {
	s := read(t, `package a

//retrylint:sink x
func F() {}

//retrylint:sink x
func (T) Value() {}

//retrylint:sink x
func (t *T) Pointer() {}

//retrylint:sink x
func (*G[K]) One() {}

//retrylint:sink x
func (g (*P[K, V])) Two() {}

type (
	I interface {
		//retrylint:sink x
		Above()
		Behind() //retrylint:sink x
		error
	}
	J[K any] interface {
		~int
		//retrylint:sink x
		Generic()
	}
)
`)
	var got []string
	for _, f := range s.Funcs {
		got = append(got, f.Symbol)
		if s.Symbol(f.Symbol) != f || f.Get(directive.Sink).Args != "x" || f.Get(directive.Entry) != nil {
			t.Errorf("%s is not found again", f.Symbol)
		}
	}
	want := []string{"F", "(T).Value", "(*T).Pointer", "(*G).One", "(*P).Two", "(I).Above", "(I).Behind", "(J).Generic"}
	if !slices.Equal(got, want) || len(s.Problems) > 0 {
		t.Errorf("got %v, want %v; problems %v", got, want, s.Problems)
	}
}

// TestOdd holds that no place of a directive is too odd to be told of, in code that
// does not parse either.
func TestOdd(t *testing.T) {
	for _, src := range []string{
		"//retrylint:%s\npackage a",
		"package a\n//retrylint:%s",
		"package a //retrylint:%s",
		"package a\nimport ( //retrylint:%s\n)",
		"package a\nvar x = //retrylint:%s\nf()()",
		"package a\nconst (\n//retrylint:%s\nx = 1\n)",
		"package a\ntype T struct {\n//retrylint:%s\nF func()\n}",
		"package a\ntype T struct {\nF interface {\n//retrylint:%s\nM()\n}\n}",
		"package a\ntype T interface {\n//retrylint:%s\nfmt.Stringer\n}",
		"package a\ntype T interface {\n//retrylint:%s\n}",
		"package a\nfunc f(x int, //retrylint:%s\ny int) {}",
		"package a\nfunc f() {\n//retrylint:%s\n}",
		"package a\nfunc f() {\nif x {\n} //retrylint:%s\n}",
		"package a\nfunc f() {\nswitch {\n//retrylint:%s\ncase f():\n}\n}",
		"package a\nfunc f() {\nselect {\n//retrylint:%s\ncase <-f():\n}\n}",
		"package a\nfunc f() {\ngo //retrylint:%s\nfunc() {}()\n}",
		"package a\n//retrylint:%s\nfunc",
		"package a\n//retrylint:%s\nfunc (",
		"package a\n//retrylint:%s\nfunc () m() {}",
		"package a\n//retrylint:%s\nfunc (x []int) m() {}",
		"package a\nfunc f() {\n//retrylint:%s\nf(",
	} {
		for _, name := range []string{"helper attempts=3", "idempotent a search", "entry x", "sink x", "", "sink"} {
			s := read(t, strings.ReplaceAll(src, "%s", name))
			if len(s.Funcs)+len(s.Calls)+len(s.Problems) != 1 {
				t.Errorf("%q with %q: %d functions, %d calls, problems %v", src, name, len(s.Funcs), len(s.Calls), s.Problems)
			}
		}
	}
}

// TestCalls holds which calls an idempotent directive is on.
func TestCalls(t *testing.T) {
	for src, want := range map[string]string{
		"//retrylint:idempotent x\na(b())\nc()":                "a b",
		"//retrylint:idempotent x\n//lint:ignore r x\na()":     "a",
		"a(); b() //retrylint:idempotent x\nc()":               "a b",
		"a(\n1) //retrylint:idempotent x\nc()":                 "a",
		"//retrylint:idempotent x\nif a() {\nb()\n}":           "a",
		"//retrylint:idempotent x\nif x := a(); b(x) {\n}":     "a b",
		"//retrylint:idempotent x\na(func() {\nb()\n})":        "a",
		"//retrylint:idempotent x\nx := y.\na().\nb()":         "a b",
		"//retrylint:idempotent x\n\na()":                      "",
		"x = 1 //retrylint:idempotent x\na()":                  "",
		"for a() { //retrylint:idempotent x\nb()\n}":           "a",
		"func() { //retrylint:idempotent x\nb()\n}()":          "",
		"//retrylint:idempotent x\nreturn func() { a() }, b()": "a b",
		"//retrylint:idempotent x\ndefer a()":                  "a",
	} {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, "a.go", "package a\nfunc f() {\n"+src+"\n}\n", parser.ParseComments)
		if err != nil {
			t.Errorf("%q: %v", src, err)
			continue
		}
		var got []string
		s := directive.Read(fset, f)
		for _, c := range s.Calls {
			for _, paren := range c.Parens {
				got = append(got, nameBefore(f, paren))
			}
		}
		slices.Sort(got)
		if g := strings.Join(got, " "); g != want || (want == "") != (len(s.Problems) == 1) {
			t.Errorf("%q: got %q, want %q; problems %v", src, g, want, s.Problems)
		}
	}
}

// nameBefore names the function of the call whose arguments open at a place.
func nameBefore(f *ast.File, paren token.Pos) (name string) {
	ast.Inspect(f, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok && c.Lparen == paren {
			switch fun := c.Fun.(type) {
			case *ast.Ident:
				name = fun.Name
			case *ast.SelectorExpr:
				name = fun.Sel.Name
			}
		}
		return true
	})
	return name
}
