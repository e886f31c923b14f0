package directive

import (
	_ "embed"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/finding"
	"github.com/retrylint/retrylint/internal/retrysite"
	"github.com/retrylint/retrylint/internal/ruledoc"
)

//go:embed doc.go
var source string

// Analyzer is the rule directive.
var Analyzer = &analysis.Analyzer{
	Name:     "directive",
	Doc:      ruledoc.MustDoc(source),
	URL:      ruledoc.URL("directive"),
	Requires: []*analysis.Analyzer{retrysite.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	for _, p := range retrysite.Of(pass).Directives {
		finding.Report(pass, p.Pos, p.Message)
	}
	return nil, nil
}
