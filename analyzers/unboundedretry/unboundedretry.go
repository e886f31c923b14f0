package unboundedretry

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

// Analyzer is the rule unboundedretry.
var Analyzer = &analysis.Analyzer{
	Name:     "unboundedretry",
	Doc:      ruledoc.MustDoc(source),
	URL:      ruledoc.URL("unboundedretry"),
	Requires: []*analysis.Analyzer{retrysite.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	for _, s := range finding.Sites(pass) {
		op, external := finding.External(s)
		if !external || !applies(s.Kind) || s.Context || s.Specific || s.Attempts.Kind != retrysite.Unbounded {
			continue
		}
		message := fmt.Sprintf("calls %s again for as long as it fails: no number of attempts, deadline, context or done channel ends it", op.Name)
		if s.Attempts.Why != "" {
			message += " (" + s.Attempts.Why + ")"
		}
		finding.Report(pass, s.Pos, message,
			analysis.RelatedInformation{Pos: op.Pos, Message: "the operation, " + op.Name},
			analysis.RelatedInformation{Pos: s.Attempts.Pos, Message: "what should bound it"},
		)
	}
	return nil, nil
}

// applies reports whether sites of kind k ought to end. A reconnect is meant
// to go on for as long as the program does, and a failover ends with its
// targets.
func applies(k retrysite.Kind) bool {
	switch k {
	case retrysite.Loop, retrysite.Recursion, retrysite.Call:
		return true
	}
	return false
}
