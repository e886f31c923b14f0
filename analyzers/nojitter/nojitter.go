package nojitter

import (
	_ "embed"
	"fmt"

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
			finding.Report(pass, s.Pos,
				fmt.Sprintf("waits the same time as every other client before it calls %s again (%s, no jitter)", op.Name, finding.Pause(w.Delay)),
				analysis.RelatedInformation{Pos: w.Pos, Message: "the wait, " + w.Name},
				analysis.RelatedInformation{Pos: op.Pos, Message: "the operation, " + op.Name},
			)
		}
	}
	return nil, nil
}

// inStep returns a wait whose length this code computes, or where strict a
// library does, and computes alike everywhere.
func inStep(s *retrysite.Site, strict bool) (retrysite.Wait, bool) {
	for _, w := range s.Waits {
		if (w.Module || strict) && w.Jitter == retrysite.No && computed(w.Delay.Kind) {
			return w, true
		}
	}
	return retrysite.Wait{}, false
}

func computed(k retrysite.DelayKind) bool {
	switch k {
	case retrysite.Fixed, retrysite.Linear, retrysite.Exponential, retrysite.Custom:
		return true
	}
	return false
}
