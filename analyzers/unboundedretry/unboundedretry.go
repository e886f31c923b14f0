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
	strict := retrysite.Of(pass).Strict
	for _, s := range finding.Sites(pass) {
		op, external := finding.External(s)
		if !external || !applies(s.Kind) || s.Specific {
			continue
		}
		var message string
		switch {
		case s.Attempts.Kind == retrysite.Unbounded && !s.Context:
			message = fmt.Sprintf("calls %s again for as long as it fails: no number of attempts, deadline, context or done channel ends it", op.Name)
		case strict && (s.Attempts.Kind == retrysite.Unbounded || s.Attempts.Kind == retrysite.Deadline):
			message = fmt.Sprintf("calls %s again for as long as it fails and time is left: no number of attempts ends it", op.Name)
		default:
			continue
		}
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
