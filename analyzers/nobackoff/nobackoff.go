package nobackoff

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

// Analyzer is the rule nobackoff.
var Analyzer = &analysis.Analyzer{
	Name:     "nobackoff",
	Doc:      ruledoc.MustDoc(source),
	URL:      ruledoc.URL("nobackoff"),
	Requires: []*analysis.Analyzer{retrysite.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	for _, s := range finding.Sites(pass) {
		if !applies(s.Kind) || s.Repair {
			continue
		}
		if path, ok := unwaited(s); ok {
			report(pass, s, path)
		}
	}
	return nil, nil
}

// applies reports whether sites of kind k owe the other side a wait. A failover
// turns to another target, and a poll ends on an error.
func applies(k retrysite.Kind) bool {
	switch k {
	case retrysite.Loop, retrysite.Recursion, retrysite.Call, retrysite.Reconnect, retrysite.Worker:
		return true
	}
	return false
}

// unwaited returns a path on which s runs an external operation again at once.
// A path whose ends are known is preferred: it can be shown.
func unwaited(s *retrysite.Site) (retrysite.Path, bool) {
	var found retrysite.Path
	ok := false
	for _, p := range s.Unwaited {
		if p.Op.Effect == 0 {
			continue
		}
		if p.From.IsValid() && p.To.IsValid() {
			return p, true
		}
		if !ok {
			found, ok = p, true
		}
	}
	return found, ok
}

func report(pass *analysis.Pass, s *retrysite.Site, p retrysite.Path) {
	var message string
	switch s.Kind {
	case retrysite.Worker:
		message = fmt.Sprintf("goes on at once after %s failed, so an error that lasts makes it spin", p.Op.Name)
	case retrysite.Call:
		message = fmt.Sprintf("has %s called again after an error without waiting%s", p.Op.Name, finding.Attempts(s))
	default:
		message = fmt.Sprintf("calls %s again after an error without waiting%s", p.Op.Name, finding.Attempts(s))
	}
	back := jumpBack(pass, s, p)
	if from, to := finding.Line(pass, p.From), finding.Line(pass, back); from > 0 && to > 0 && from != to {
		message += fmt.Sprintf("; the error path is line %d -> %d", from, to)
	}
	finding.Report(pass, s.Pos, message,
		analysis.RelatedInformation{Pos: p.Op.Pos, Message: "the operation, " + p.Op.Name},
		analysis.RelatedInformation{Pos: back, Message: "from here it goes back to the next attempt"},
	)
}

// jumpBack returns the place from which p goes back to the next attempt. A path
// that just falls out of the body of a loop has no statement there, and ends
// where it began: then the closing brace stands for it.
func jumpBack(pass *analysis.Pass, s *retrysite.Site, p retrysite.Path) token.Pos {
	switch s.Kind {
	case retrysite.Loop, retrysite.Reconnect, retrysite.Worker:
		if s.End.IsValid() && finding.Line(pass, p.To) <= finding.Line(pass, p.From) {
			return s.End - 1
		}
	}
	return p.To
}
