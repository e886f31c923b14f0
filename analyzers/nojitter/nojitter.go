package nojitter

import (
	_ "embed"
	"fmt"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/finding"
	"github.com/retrylint/retrylint/internal/retrysite"
	"github.com/retrylint/retrylint/internal/ruledoc"
)

//go:embed doc.go
var source string

// Analyzer is the rule nojitter.
var Analyzer = &analysis.Analyzer{
	Name:     "nojitter",
	Doc:      ruledoc.MustDoc(source),
	URL:      ruledoc.URL("nojitter"),
	Requires: []*analysis.Analyzer{retrysite.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	strict := retrysite.Of(pass).Strict
	for _, s := range finding.Sites(pass) {
		op, remote := finding.Remote(s)
		if !remote || !s.Kind.SameTarget() {
			continue
		}
		if w, ok := inStep(s, strict); ok {
			finding.ReportFix(pass, s.Pos,
				fmt.Sprintf("waits the same time as every other client before it calls %s again (%s, no jitter)", op.Name, finding.Pause(w.Delay)),
				fixes(pass, s, strict),
				analysis.RelatedInformation{Pos: w.Pos, Message: "the wait, " + w.Name},
				analysis.RelatedInformation{Pos: op.Pos, Message: "the operation, " + op.Name},
			)
		}
	}
	return nil, nil
}

// inStep returns a wait of s that is the same everywhere.
func inStep(s *retrysite.Site, strict bool) (retrysite.Wait, bool) {
	i := slices.IndexFunc(s.Waits, func(w retrysite.Wait) bool { return alike(w, strict) })
	if i < 0 {
		return retrysite.Wait{}, false
	}
	return s.Waits[i], true
}

// alike reports whether this code computes the length of a wait, or where strict a
// library does, and computes alike everywhere.
func alike(w retrysite.Wait, strict bool) bool {
	return (w.Module || strict) && w.Jitter == retrysite.No && computed(w.Delay.Kind)
}

func computed(k retrysite.DelayKind) bool {
	switch k {
	case retrysite.Fixed, retrysite.Linear, retrysite.Exponential, retrysite.Custom:
		return true
	}
	return false
}
