package driver

import (
	"go/token"

	"honnef.co/go/tools/lintcmd/runner"

	"github.com/retrylint/retrylint/internal/report"
)

// Location is a position as the reports have it.
func Location(pos token.Position, relative func(string) string) report.Location {
	if pos.Filename == "" {
		return report.Location{}
	}
	return report.Location{File: relative(pos.Filename), Line: pos.Line, Column: pos.Column}
}

// directiveCode is the code of findings about a //lint: directive, and of
// failures of retrylint itself.
const directiveCode = "retrylint"

// Findings returns what the rules in enabled found in the package, and what is
// wrong with the //lint: directives that name one of them.
func (p Package) Findings(enabled map[string]bool, relative func(string) string) []report.Finding {
	ignores, out := p.ignores(enabled, relative)
	for _, d := range p.Diagnostics {
		code := d.Category
		if code == internalCategory {
			code = directiveCode
		} else if !enabled[code] {
			continue
		}
		f := finding(code, d, relative)
		for i := range ignores {
			if ignores[i].matches(d) {
				f.Severity = report.Ignored
			}
		}
		out = append(out, f)
	}
	for _, ig := range ignores {
		if ig.line && !ig.used {
			loc := Location(ig.directive, relative)
			out = append(out, report.Finding{Code: directiveCode, Severity: report.Error, Location: loc, End: loc,
				Message: "this //lint:ignore directive matches no finding: remove it"})
		}
	}
	return out
}

func finding(code string, d runner.Diagnostic, relative func(string) string) report.Finding {
	f := report.Finding{Code: code, Severity: report.Error, Message: d.Message}
	f.Location, f.End = span(d, relative)
	for _, r := range d.Related {
		loc := Location(r.Position, relative)
		end := loc
		if r.End.IsValid() {
			end = Location(r.End, relative)
		}
		f.Related = append(f.Related, report.Related{Location: loc, End: end, Message: r.Message})
	}
	return f
}
