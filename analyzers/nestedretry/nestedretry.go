package nestedretry

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

// Analyzer is the rule nestedretry.
var Analyzer = &analysis.Analyzer{
	Name:     "nestedretry",
	Doc:      ruledoc.MustDoc(source),
	URL:      ruledoc.URL("nestedretry"),
	Requires: []*analysis.Analyzer{retrysite.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	for _, s := range finding.Sites(pass) {
		if applies(s.Kind) && len(s.Inner) > 0 && !s.Specific {
			report(pass, s, s.Inner[0])
		}
	}
	return nil, nil
}

// applies reports whether sites of kind k multiply what they run. A reconnect
// starts over after each session, and a failover and a poll have other reasons
// than a failure to go round.
func applies(k retrysite.Kind) bool {
	switch k {
	case retrysite.Loop, retrysite.Recursion, retrysite.Call:
		return true
	}
	return false
}

func report(pass *analysis.Pass, s *retrysite.Site, in retrysite.Inner) {
	finding.Report(pass, s.Pos,
		fmt.Sprintf("retries %s, which retries inside: %s", in.Op.Name, product(s.Attempts, in)),
		analysis.RelatedInformation{Pos: in.Op.Pos, Message: "the operation, " + in.Op.Name},
		analysis.RelatedInformation{Pos: in.Pos, Message: "the retry inside, in " + in.Name},
	)
}

// product multiplies the attempts of both layers, as far as they are numbers.
func product(outer retrysite.Bound, in retrysite.Inner) string {
	if outer.Kind == retrysite.Const && in.Attempts.Kind == retrysite.Const {
		return fmt.Sprintf("%d attempts here times %d in %s make %d calls", outer.N, in.Attempts.N, in.Name, outer.N*in.Attempts.N)
	}
	return fmt.Sprintf("%s here, and for each of them %s in %s", attempts(outer), attempts(in.Attempts), in.Name)
}

func attempts(b retrysite.Bound) string {
	switch b.Kind {
	case retrysite.Const:
		return fmt.Sprintf("%d attempts", b.N)
	case retrysite.Symbol:
		return fmt.Sprintf("up to %s attempts", b.Symbol)
	case retrysite.Deadline:
		if b.Limit > 0 {
			return fmt.Sprintf("attempts for up to %s", b.Limit)
		}
		return "attempts until a deadline"
	case retrysite.Unbounded:
		return "attempts without a limit"
	}
	return "several attempts"
}
