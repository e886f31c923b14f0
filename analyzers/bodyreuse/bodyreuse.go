package bodyreuse

import (
	_ "embed"
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/finding"
	"github.com/retrylint/retrylint/internal/retrysite"
	"github.com/retrylint/retrylint/internal/ruledoc"
)

//go:embed doc.go
var source string

// Analyzer is the rule bodyreuse.
var Analyzer = &analysis.Analyzer{
	Name:     "bodyreuse",
	Doc:      ruledoc.MustDoc(source),
	URL:      ruledoc.URL("bodyreuse"),
	Requires: []*analysis.Analyzer{retrysite.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	reported := make(map[token.Pos]bool)
	for _, s := range finding.Sites(pass) {
		if !s.Kind.IsRetry() {
			continue
		}
		for _, r := range s.Spent {
			if reported[r.Pos] {
				continue
			}
			reported[r.Pos] = true
			finding.ReportFix(pass, r.Pos, "sends the same request again, whose body the attempt before has read",
				fixes(pass, s, r),
				analysis.RelatedInformation{Pos: r.Made, Message: "the request is made here, once for all attempts"},
				analysis.RelatedInformation{Pos: s.Pos, Message: "the retry"},
			)
		}
	}
	for _, r := range retrysite.Of(pass).Seconds {
		finding.Report(pass, r.Pos, "sends the request once more, whose body the first call has read",
			analysis.RelatedInformation{Pos: r.Made, Message: "it is sent here first"})
	}
	return nil, nil
}
