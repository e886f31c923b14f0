package permanentretry

import (
	_ "embed"
	"fmt"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/finding"
	"github.com/retrylint/retrylint/internal/retrysite"
	"github.com/retrylint/retrylint/internal/ruledoc"
)

//go:embed doc.go
var source string

// Analyzer is the rule permanentretry.
var Analyzer = &analysis.Analyzer{
	Name:     "permanentretry",
	Doc:      ruledoc.MustDoc(source),
	URL:      ruledoc.URL("permanentretry"),
	Requires: []*analysis.Analyzer{retrysite.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	for _, s := range finding.Sites(pass) {
		if s.Kind.IsRetry() && len(s.Permanent) > 0 {
			report(pass, s)
		}
	}
	return nil, nil
}

func report(pass *analysis.Pass, s *retrysite.Site) {
	var related []analysis.RelatedInformation
	for _, f := range s.Permanent {
		related = append(related, analysis.RelatedInformation{Pos: f.Pos, Message: f.What + " comes from here, " + f.Op})
	}
	finding.Report(pass, s.Pos, message(s.Permanent[0]), related...)
}

// message says which failure is retried in vain. What a server answers is the
// server's, the end of a context is the caller's wish; any other permanent failure
// comes from what the program put in.
func message(f retrysite.Failure) string {
	switch {
	case strings.HasSuffix(f.What, "Canceled"):
		return fmt.Sprintf("retries %s of %s: the caller does not wait for it any more", f.What, f.Op)
	case strings.HasPrefix(f.What, "HTTP "), strings.HasPrefix(f.What, "gRPC "), strings.HasPrefix(f.What, "sql."):
		return fmt.Sprintf("retries %s: the answer to %s will not change", f.What, f.Op)
	}
	return fmt.Sprintf("retries %s (%s): the input is the same next time", f.What, f.Op)
}
