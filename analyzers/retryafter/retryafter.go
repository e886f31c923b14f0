package retryafter

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

// Analyzer is the rule retryafter.
var Analyzer = &analysis.Analyzer{
	Name:     "retryafter",
	Doc:      ruledoc.MustDoc(source),
	URL:      ruledoc.URL("retryafter"),
	Requires: []*analysis.Analyzer{retrysite.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	for _, s := range slices.Concat(finding.Sites(pass), retrysite.Of(pass).Senders) {
		if !s.Kind.SameTarget() && s.Kind != retrysite.Config || len(s.Throttled) == 0 {
			continue
		}
		f := s.Throttled[0]
		finding.Report(pass, s.Pos,
			fmt.Sprintf("retries %s from %s on its own schedule and nobody reads the Retry-After header", f.What, f.Op),
			analysis.RelatedInformation{Pos: f.Pos, Message: "the answer comes from here, " + f.Op},
		)
	}
	for _, a := range retrysite.Of(pass).Answers {
		finding.Report(pass, a.Pos,
			fmt.Sprintf("tells every client that is turned away to come back after the same time (Retry-After: %s), so that they come back together", a.Value))
	}
	return nil, nil
}
