package driver

import (
	"encoding/json"
	"fmt"

	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/lintcmd/runner"

	"github.com/retrylint/retrylint/internal/report"
	"github.com/retrylint/retrylint/internal/retrysite"
)

// siteCategory is the category of the diagnostics that carry sites.
const siteCategory = "site"

// SiteAnalyzer carries each retry site as a diagnostic whose message is the
// site in JSON. The runner keeps diagnostics in its cache and nothing else, so
// this is how sites get there.
var SiteAnalyzer = &analysis.Analyzer{
	Name:     "retrylint_sites",
	Doc:      "hand the retry sites on to the command",
	Requires: []*analysis.Analyzer{retrysite.Analyzer},
	Run:      runSites,
}

func runSites(pass *analysis.Pass) (any, error) {
	for _, s := range retrysite.Of(pass).Sites {
		text, err := json.Marshal(siteRecord(s))
		if err != nil {
			return nil, err
		}
		pass.Report(analysis.Diagnostic{Pos: s.Pos, End: s.End, Category: siteCategory, Message: string(text)})
	}
	return nil, nil
}

// siteRecord is the site as the reports have it, but for its position.
func siteRecord(s *retrysite.Site) report.Site {
	out := report.Site{
		Kind:      string(s.Kind),
		Function:  s.Func,
		Bound:     string(s.Attempts.Kind),
		Symbol:    s.Attempts.Symbol,
		Why:       s.Attempts.Why,
		Library:   s.Library,
		Context:   s.Context,
		Unsaid:    s.Unsaid,
		Operation: []string{},
		Delay: report.Delay{
			Kind: string(s.Delay.Kind),
			Base: report.Duration(s.Delay.Base),
			Max:  report.Duration(s.Delay.Max),
		},
	}
	if s.Attempts.Kind == retrysite.Const {
		out.Attempts = &s.Attempts.N
	}
	if s.Delay.Factor != 0 {
		out.Delay.Factor = &s.Delay.Factor
	}
	if s.Jitter != retrysite.Unknown {
		yes := s.Jitter == retrysite.Yes
		out.Jitter = &yes
	}
	seen := make(map[string]bool)
	for _, op := range s.Operations {
		if !seen[op.Name] {
			seen[op.Name] = true
			out.Operation = append(out.Operation, op.Name)
		}
	}
	return out
}

// Sites returns the sites that the package's diagnostics carry, with the
// positions that relative gives.
func (p Package) Sites(relative func(string) string) ([]report.Site, error) {
	var out []report.Site
	for _, d := range p.Diagnostics {
		if d.Category != siteCategory {
			continue
		}
		var s report.Site
		if err := json.Unmarshal([]byte(d.Message), &s); err != nil {
			return nil, fmt.Errorf("a site of %s in the cache cannot be read (%v): remove the cache directory", p.Path, err)
		}
		s.Location, s.End = span(d, relative)
		out = append(out, s)
	}
	return out, nil
}

// span is where a diagnostic begins and ends. One without an end ends where it
// begins.
func span(d runner.Diagnostic, relative func(string) string) (from, to report.Location) {
	from = Location(d.Position, relative)
	if !d.End.IsValid() {
		return from, from
	}
	return from, Location(d.End, relative)
}
