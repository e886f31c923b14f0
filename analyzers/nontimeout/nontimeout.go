package nontimeout

import (
	_ "embed"
	"fmt"
	"go/token"
	"path/filepath"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/finding"
	"github.com/retrylint/retrylint/internal/httpclient"
	"github.com/retrylint/retrylint/internal/retrysite"
	"github.com/retrylint/retrylint/internal/ruledoc"
)

//go:embed doc.go
var source string

// Analyzer is the rule nontimeout.
var Analyzer = &analysis.Analyzer{
	Name:     "nontimeout",
	Doc:      ruledoc.MustDoc(source),
	URL:      ruledoc.URL("nontimeout"),
	Requires: []*analysis.Analyzer{httpclient.Analyzer, retrysite.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	for _, c := range httpclient.Of(pass).Clients {
		if c.Limit.IsValid() {
			continue
		}
		if r, ok := endless(c); ok {
			reportRequest(pass, c, r)
		} else if h, ok := handedOver(c); ok {
			reportHand(pass, c, h)
		}
	}
	return nil, nil
}

// endless returns the first request made with c that nothing limits and that is
// not meant to last.
func endless(c *httpclient.Client) (httpclient.Request, bool) {
	for _, r := range c.Requests {
		if r.Deadline == httpclient.None && !r.Streams {
			return r, true
		}
	}
	return httpclient.Request{}, false
}

// handedOver returns the place that hands c over, where nothing limits what is
// done with it there and no request is seen here. A client that says Timeout: 0
// leaves the limit to its users on purpose.
func handedOver(c *httpclient.Client) (httpclient.Hand, bool) {
	if len(c.Requests) > 0 || c.Lost || c.Explicit {
		return httpclient.Hand{}, false
	}
	var found httpclient.Hand
	for _, h := range c.Hands {
		if h.Deadline != httpclient.None {
			return httpclient.Hand{}, false
		}
		if !found.Pos.IsValid() {
			found = h
		}
	}
	return found, found.Pos.IsValid()
}

func reportRequest(pass *analysis.Pass, c *httpclient.Client, r httpclient.Request) {
	var message string
	use := analysis.RelatedInformation{Pos: r.Pos, Message: "the request without a deadline"}
	root := analysis.RelatedInformation{Pos: r.Origin, Message: "its context has no deadline from here on"}
	switch {
	case c.Kind == httpclient.Package:
		message = c.Name + " has no time limit"
		use = analysis.RelatedInformation{}
	case finding.Line(pass, r.Pos) == finding.Line(pass, c.Pos) && sameFile(pass, r.Pos, c.Pos):
		message = what(c) + ", and this request has no deadline"
	default:
		message = fmt.Sprintf("%s, and the request made with it at %s has no deadline", what(c), place(pass, c.Pos, r.Pos))
	}
	if r.Origin.IsValid() {
		message += fmt.Sprintf(" (its context is made at %s)", place(pass, c.Pos, r.Origin))
	}
	message += ": a server that accepts and never answers holds the caller for ever" + retried(pass, r.Pos)
	report(pass, c, message, use, root)
}

func reportHand(pass *analysis.Pass, c *httpclient.Client, h httpclient.Hand) {
	message := fmt.Sprintf("%s and is handed to %s, and nothing here limits the requests that are made with it", what(c), h.To)
	use := analysis.RelatedInformation{Pos: h.Pos, Message: "handed over here"}
	report(pass, c, message, use)
}

func report(pass *analysis.Pass, c *httpclient.Client, message string, related ...analysis.RelatedInformation) {
	finding.ReportFix(pass, c.Pos, message, fixes(pass, c), related...)
}

// what says of c that it has no limit.
func what(c *httpclient.Client) string {
	switch c.Kind {
	case httpclient.Default:
		return "http.DefaultClient has no Timeout"
	case httpclient.Zero:
		return "this http.Client is never given a Timeout"
	}
	if c.Explicit {
		return "this http.Client has Timeout 0, which is none"
	}
	return "this http.Client has no Timeout"
}

// place says where pos is, as seen from another position.
func place(pass *analysis.Pass, from, pos token.Pos) string {
	p := pass.Fset.Position(pos)
	if sameFile(pass, from, pos) {
		return fmt.Sprintf("line %d", p.Line)
	}
	return fmt.Sprintf("%s:%d", filepath.Base(p.Filename), p.Line)
}

func sameFile(pass *analysis.Pass, a, b token.Pos) bool {
	return pass.Fset.File(a) == pass.Fset.File(b)
}

// retried says how often a retry site around pos makes the request.
func retried(pass *analysis.Pass, pos token.Pos) string {
	for _, s := range finding.Sites(pass) {
		if s.Kind.IsRetry() && s.Pos <= pos && pos < s.End && s.Attempts.Kind == retrysite.Const && s.Attempts.N > 1 {
			return fmt.Sprintf(" (%d attempts, each without a time limit)", s.Attempts.N)
		}
	}
	return ""
}
