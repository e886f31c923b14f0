// Package retrysite finds the code that retries, and works out how: what it
// runs again, how often, after what wait, and what ends it. It is the one
// place that knows how to tell; rules and reports read its result.
package retrysite

import (
	"cmp"
	"go/ast"
	"go/token"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/buildssa"
)

// Facts reads what the functions of a package do that other packages need to
// know: which run a callback again, which wait, which touch nothing outside.
// It runs on dependencies too, so it does as little as it can.
var Facts = &analysis.Analyzer{
	Name:       "retryfacts",
	Doc:        "learn which functions run their callback again, wait, or do no I/O",
	Run:        runFacts,
	Requires:   []*analysis.Analyzer{buildssa.Analyzer},
	FactTypes:  factTypes(),
	ResultType: reflect.TypeFor[*pkgInfo](),
}

func runFacts(pass *analysis.Pass) (any, error) {
	in := pass.ResultOf[buildssa.Analyzer].(*buildssa.SSA)
	p := newPkgInfo(pass, in.Pkg, in.SrcFuncs)
	p.exportFacts()
	return p, nil
}

// Analyzer finds the retry sites of a package.
var Analyzer = &analysis.Analyzer{
	Name:       "retrysite",
	Doc:        "find the places that run an operation again after it failed",
	Run:        run,
	Requires:   []*analysis.Analyzer{Facts},
	ResultType: reflect.TypeFor[*Result](),
}

// Result lists the sites of one package, ordered by position.
type Result struct {
	Sites []*Site
	// Answers lists the places in servers that tell every client the same time to
	// come back.
	Answers []Answer
}

func run(pass *analysis.Pass) (any, error) {
	p := pass.ResultOf[Facts].(*pkgInfo)
	res := &Result{}
	for _, fn := range p.funcs {
		if generated(pass, fn.Pos()) {
			continue
		}
		res.Sites = append(res.Sites, p.loopSitesOf(fn)...)
		res.Sites = append(res.Sites, p.callSites(fn)...)
		res.Answers = append(res.Answers, p.constantAnswers(fn)...)
	}
	res.Sites = append(res.Sites, p.recursionSites()...)
	slices.SortStableFunc(res.Sites, func(a, b *Site) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), strings.Compare(string(a.Kind), string(b.Kind)))
	})
	return res, nil
}

// generated reports whether a position is in a generated file: its author
// cannot mend what is found there.
func generated(pass *analysis.Pass, pos token.Pos) bool {
	for _, f := range pass.Files {
		if f.FileStart <= pos && pos < f.FileEnd {
			return ast.IsGenerated(f)
		}
	}
	return false
}
