package driver

import (
	"errors"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
)

// TestGuard runs analysers that fail, and one that asks for the result of
// another by the analyser it knows.
func TestGuard(t *testing.T) {
	base := &analysis.Analyzer{Name: "base", Run: func(*analysis.Pass) (any, error) { return 42, nil }}
	asks := &analysis.Analyzer{Name: "asks", Requires: []*analysis.Analyzer{base}, Run: func(pass *analysis.Pass) (any, error) {
		return pass.ResultOf[base], nil
	}}
	panics := &analysis.Analyzer{Name: "panics", Run: func(*analysis.Pass) (any, error) { panic("oh\nno") }}
	fails := &analysis.Analyzer{Name: "fails", Run: func(*analysis.Pass) (any, error) { return nil, errors.New("cannot") }}

	g := &guard{}
	wrapped := g.wrap([]*analysis.Analyzer{base, asks, panics, fails})
	if wrapped[1].Requires[0] != wrapped[0] {
		t.Error("an analyser that two paths lead to is wrapped twice")
	}
	var reported []string
	pass := func(a *analysis.Analyzer) *analysis.Pass {
		return &analysis.Pass{
			Analyzer: a,
			Pkg:      types.NewPackage("example.com/p", "p"),
			Files:    []*ast.File{{Package: token.Pos(1)}},
			Report:   func(d analysis.Diagnostic) { reported = append(reported, d.Category+": "+d.Message) },
			ResultOf: map[*analysis.Analyzer]any{wrapped[0]: 42},
		}
	}
	if got, err := wrapped[1].Run(pass(wrapped[1])); got != 42 || err != nil {
		t.Errorf("asks: got %v, %v", got, err)
	}
	for _, a := range wrapped[2:] {
		if _, err := a.Run(pass(a)); err == nil {
			t.Errorf("%s: no error", a.Name)
		}
	}
	want := []string{
		"internal: internal error: panics failed on package example.com/p (oh); please report it",
		"internal: internal error: fails failed on package example.com/p (cannot); please report it",
	}
	if strings.Join(reported, "\n") != strings.Join(want, "\n") {
		t.Errorf("reported %q, want %q", reported, want)
	}
	if n := len(g.problems()); n != 2 {
		t.Errorf("%d problems, want 2", n)
	}
}
