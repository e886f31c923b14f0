package catalog

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"
)

// TestEmbedded loads the rows that are part of the program; each of them is
// resolved against its library by the nested module realtest.
func TestEmbedded(t *testing.T) {
	c, err := load()
	if err != nil {
		t.Fatal(err)
	}
	versions := make(map[string]string)
	for _, e := range c.Entries() {
		if v, ok := versions[e.Module]; ok && v != e.Version {
			t.Errorf("%s: %s is of version %s, other rows of %s", e.Pos, e.Module, e.Version, v)
		}
		versions[e.Module] = e.Version
		if got, ok := c.Lookup(e.What, e.Package, e.Symbol); !ok || got.Pos != e.Pos {
			t.Errorf("%s: not found again", e.Pos)
		}
		if e.What == Helper && e.Set.Context.IsZero() && e.Policy.IsZero() {
			t.Errorf("%s: helper does not say whether a context ends its waits", e.Pos)
		}
		if e.Needs != "" && strings.HasSuffix(e.Symbol, "."+e.Needs) {
			t.Errorf("%s: field needs itself", e.Pos)
		}
		if e.Set.Attempts.Min && e.Inherit.IsZero() {
			t.Errorf("%s: min: without a policy to inherit from", e.Pos)
		}
	}
	if len(versions) < 25 {
		t.Errorf("rows of %d modules, want at least 25", len(versions))
	}
}

func TestLookup(t *testing.T) {
	c := Default()
	const v4 = "github.com/cenkalti/backoff/v4"
	e, ok := c.Lookup(Policy, v4, "WithMaxRetries")
	if !ok || e.Inherit != arg0 || e.Set.Attempts.String() != "min:arg1+1" || !e.Set.Attempts.Min {
		t.Errorf("WithMaxRetries of v4 is %+v", e)
	}
	if _, ok := c.Lookup(Helper, v4, "WithMaxRetries"); ok {
		t.Error("WithMaxRetries is found as a helper")
	}
	// The path is the key: v3 counts 0 as no limit, v4 as no retry.
	if e, ok := c.Lookup(Policy, "github.com/cenkalti/backoff/v3", "WithMaxRetries"); !ok || e.Set.Attempts.String() != "min:arg1+1;0=>unbounded" {
		t.Errorf("WithMaxRetries of v3 is %+v", e)
	}
	if e, ok := c.Lookup(Helper, "k8s.io/client-go/util/retry", "RetryOnConflict"); !ok || e.Callback != 1 || e.Repeats != Classified {
		t.Errorf("RetryOnConflict is %+v", e)
	}
	if got := len(c.Symbol(v4, "Ticker.C")); got != 2 {
		t.Errorf("Ticker.C has %d rows, want a wait and a guard", got)
	}
	if !c.Has(v4) || c.Has("github.com/cenkalti/backoff/v44") || c.Has("github.com/cenkalti") {
		t.Error("Has tells paths apart by more than the whole of them")
	}
	if paths := c.Packages(); !slices.IsSorted(paths) || !slices.Contains(paths, v4) || len(slices.Compact(paths)) != len(c.packages) {
		t.Errorf("packages are %q", paths)
	}
}

func TestMerge(t *testing.T) {
	parse := func(rows ...string) []Entry {
		entries, err := Parse("extra", []byte(strings.Join(rows, "\n")))
		if err != nil {
			t.Fatal(err)
		}
		return entries
	}
	base := index(parse(goodRow, policyRow("F", `"set":{"attempts":"arg0"}`)))
	merged, err := base.Merge(parse(policyRow("F", `"set":{"attempts":"arg0+1"}`), policyRow("G", `"set":{"attempts":"5"}`)))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		c            *Catalog
		symbol, want string
	}{{base, "F", "arg0"}, {base, "G", ""}, {merged, "F", "arg0+1"}, {merged, "G", "5"}} {
		got := ""
		if e, ok := tt.c.Lookup(Policy, "example.com/lib", tt.symbol); ok {
			got = e.Set.Attempts.String()
		}
		if got != tt.want {
			t.Errorf("%s has attempts %q, want %q", tt.symbol, got, tt.want)
		}
	}
	if n := len(merged.Entries()); n != 3 || !merged.Has("example.com/lib/retry") {
		t.Errorf("merged has %d entries, want 3", n)
	}
	row := parse(goodRow)
	const want = "extra:1: duplicate helper row for Do of example.com/lib/retry: first at extra:1"
	if _, err := base.Merge(append(row, row...)); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestSymbolOf(t *testing.T) {
	const src = `package p

import "time"

type T struct{ time.Timer }
func (T) Value() {}
func (*T) Pointer() {}

type G[K any] struct{}
func (*G[K]) Method() {}

type I interface{ Method(); interface{ Anonymous() } }
type J interface{ I }
type A = T

func F() {}
func Generic[K any](K) {}

func use(t A, g *G[int], j J, err error) {
	F()
	Generic(1)
	t.Value()
	t.Pointer()
	g.Method()
	j.Method()
	t.Reset(0)
	time.Now().Sub(time.Time{})
	_ = err.Error()
}
`
	want := []string{"p F", "p Generic", "p (T).Value", "p (*T).Pointer", "p (*G).Method", "p (I).Method",
		"time (*Timer).Reset", "time (Time).Sub", "time Now", " (error).Error"}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Uses: make(map[*ast.Ident]types.Object)}
	config := types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
	if _, err := config.Check("p", fset, []*ast.File{file}, info); err != nil {
		t.Fatal(err)
	}
	var got []string
	ast.Inspect(file, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			id, _ := call.Fun.(*ast.Ident)
			if sel, ok := call.Fun.(*ast.SelectorExpr); ok {
				id = sel.Sel
			}
			if fn, ok := info.Uses[id].(*types.Func); ok {
				pkgPath, symbol := SymbolOf(fn)
				got = append(got, pkgPath+" "+symbol)
			}
		}
		return true
	})
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
