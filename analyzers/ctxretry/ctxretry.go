package ctxretry

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

// Analyzer is the rule ctxretry.
var Analyzer = &analysis.Analyzer{
	Name:     "ctxretry",
	Doc:      ruledoc.MustDoc(source),
	URL:      ruledoc.URL("ctxretry"),
	Requires: []*analysis.Analyzer{retrysite.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	for _, s := range finding.Sites(pass) {
		op, external := finding.External(s)
		if !external || s.CtxInScope == "" || !s.Kind.SameTarget() {
			continue
		}
		if w, ok := deafWait(s); ok {
			finding.ReportFix(pass, s.Pos,
				fmt.Sprintf("%s between two calls of %s does not watch %s, so a caller that has given up is still waited for", w.Name, op.Name, s.CtxInScope),
				fixes(pass, s),
				analysis.RelatedInformation{Pos: w.Pos, Message: "the wait, " + w.Name},
				analysis.RelatedInformation{Pos: op.Pos, Message: "the operation, " + op.Name},
			)
		} else if s.IgnoresEnd {
			finding.Report(pass, s.Pos,
				fmt.Sprintf("goes on calling %s after %s has ended, when every attempt fails at once", op.Name, s.CtxInScope),
				analysis.RelatedInformation{Pos: op.Pos, Message: "the operation, " + op.Name},
			)
		}
	}
	return nil, nil
}

// deafWait returns a wait of s that is deaf.
func deafWait(s *retrysite.Site) (retrysite.Wait, bool) {
	if i := slices.IndexFunc(s.Waits, deaf); i >= 0 {
		return s.Waits[i], true
	}
	return retrysite.Wait{}, false
}

// deaf reports whether neither a context nor a done channel ends a wait. One that is passed
// only where there is no context is left alone, and so is one for an event: who sends the
// event can see to that.
func deaf(w retrysite.Wait) bool {
	return !w.Watches && !w.Alone && w.Delay.Kind != retrysite.Event
}
