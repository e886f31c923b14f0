package postretry

import (
	_ "embed"
	"fmt"
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/finding"
	"github.com/retrylint/retrylint/internal/retrysite"
	"github.com/retrylint/retrylint/internal/ruledoc"
)

//go:embed doc.go
var source string

// Analyzer is the rule postretry.
var Analyzer = &analysis.Analyzer{
	Name:     "postretry",
	Doc:      ruledoc.MustDoc(source),
	URL:      ruledoc.URL("postretry"),
	Requires: []*analysis.Analyzer{retrysite.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	reported := make(map[token.Pos]bool)
	for _, s := range finding.Sites(pass) {
		if s.Kind.IsRetry() && len(s.Unsafe) > 0 && !reported[s.Unsafe[0].Pos] {
			reported[s.Unsafe[0].Pos] = true
			report(pass, s, s.Unsafe[0])
		}
	}
	for _, s := range retrysite.Of(pass).Senders {
		for _, r := range s.Unsafe {
			report(pass, s, r)
		}
	}
	return nil, nil
}

func report(pass *analysis.Pass, s *retrysite.Site, r retrysite.Request) {
	again := "again"
	if line := finding.Line(pass, s.Pos); line != finding.Line(pass, r.Pos) {
		again = fmt.Sprintf("again (the retry is at line %d)", line)
	}
	method := r.Method
	if method == "" {
		method = "request of any method"
	}
	finding.Report(pass, r.Pos,
		fmt.Sprintf("sends a %s %s without an idempotency key, so what an attempt did before its answer got lost is done twice", method, again),
		analysis.RelatedInformation{Pos: r.Made, Message: "the request is made here"},
		analysis.RelatedInformation{Pos: s.Pos, Message: "the retry"},
	)
}
