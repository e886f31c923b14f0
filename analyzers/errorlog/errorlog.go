package errorlog

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

// Analyzer is the rule errorlog.
var Analyzer = &analysis.Analyzer{
	Name:     "errorlog",
	Doc:      ruledoc.MustDoc(source),
	URL:      ruledoc.URL("errorlog"),
	Requires: []*analysis.Analyzer{retrysite.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	reported := make(map[token.Pos]bool)
	for _, s := range finding.Sites(pass) {
		if !s.Kind.SameTarget() {
			continue
		}
		for _, l := range s.ErrorLogs {
			if !l.Pos.IsValid() || reported[l.Pos] {
				continue
			}
			reported[l.Pos] = true
			finding.ReportFix(pass, l.Pos,
				fmt.Sprintf("logs a failed attempt of %s at error level (%s) although another attempt follows: an error is what is left when no attempt is", l.Op, l.Name),
				fixes(pass, l.Pos),
				analysis.RelatedInformation{Pos: s.Pos, Message: "the retry"},
			)
		}
	}
	return nil, nil
}
