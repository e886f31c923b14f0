package driver

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
)

// internalCategory is the category of the diagnostics that tell of a failure
// of an analyser itself. They travel as diagnostics so that a run from the
// cache tells of them too.
const internalCategory = "internal"

// guard makes the failure of an analyser known. The runner ignores the errors
// that analysers return, and a panic would end the program without naming
// the package.
type guard struct {
	mu     sync.Mutex
	failed []Problem
}

// wrap returns analysers that do what as do, and report when they fail.
func (g *guard) wrap(as []*analysis.Analyzer) []*analysis.Analyzer {
	done := make(map[*analysis.Analyzer]*analysis.Analyzer)
	out := make([]*analysis.Analyzer, len(as))
	for i, a := range as {
		out[i] = g.wrapOne(a, done)
	}
	return out
}

func (g *guard) wrapOne(a *analysis.Analyzer, done map[*analysis.Analyzer]*analysis.Analyzer) *analysis.Analyzer {
	if w, ok := done[a]; ok {
		return w
	}
	w := *a
	done[a] = &w
	w.Requires = make([]*analysis.Analyzer, len(a.Requires))
	for i, dep := range a.Requires {
		w.Requires[i] = g.wrapOne(dep, done)
	}
	w.Run = func(pass *analysis.Pass) (result any, err error) {
		inner := *pass
		inner.Analyzer = a
		inner.ResultOf = maps.Clone(pass.ResultOf)
		for i, dep := range w.Requires {
			inner.ResultOf[a.Requires[i]] = pass.ResultOf[dep]
		}
		defer func() {
			if r := recover(); r != nil {
				err = fmt.Errorf("%v", r)
			}
			if err != nil {
				g.report(pass, a.Name, err)
			}
		}()
		return a.Run(&inner)
	}
	return &w
}

func (g *guard) report(pass *analysis.Pass, name string, cause error) {
	path := pass.Pkg.Path()
	text, _, _ := strings.Cut(cause.Error(), "\n")
	msg := fmt.Sprintf("internal error: %s failed on package %s (%s); please report it", name, path, text)
	if len(pass.Files) > 0 {
		pass.Report(analysis.Diagnostic{Pos: pass.Files[0].Package, Category: internalCategory, Message: msg})
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.failed = append(g.failed, Problem{Package: path, Message: msg})
}

// problems lists the failures so far.
func (g *guard) problems() []Problem {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Clone(g.failed)
}
