// Package finding puts into words what a rule has found at a retry site, and
// reports it in the way that all rules do.
package finding

import (
	"cmp"
	"fmt"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/retrysite"
	"github.com/retrylint/retrylint/internal/ruledoc"
)

// Report reports message at pos as a finding of the pass's rule. Related
// places without a position are left out.
func Report(pass *analysis.Pass, pos token.Pos, message string, related ...analysis.RelatedInformation) {
	ReportFix(pass, pos, message, nil, related...)
}

// ReportFix is Report for a finding that comes with fixes to choose from.
func ReportFix(pass *analysis.Pass, pos token.Pos, message string, fixes []analysis.SuggestedFix, related ...analysis.RelatedInformation) {
	d := analysis.Diagnostic{
		Pos:            pos,
		Category:       pass.Analyzer.Name,
		Message:        message,
		URL:            ruledoc.URL(pass.Analyzer.Name),
		SuggestedFixes: fixes,
	}
	for _, r := range related {
		if r.Pos.IsValid() {
			d.Related = append(d.Related, r)
		}
	}
	pass.Report(d)
}

// Fix makes some edits the one fix to choose from. Without any there is none.
// Edits that are there twice, such as an import, are made once.
func Fix(message string, edits []analysis.TextEdit) []analysis.SuggestedFix {
	if len(edits) == 0 {
		return nil
	}
	slices.SortStableFunc(edits, func(a, b analysis.TextEdit) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.End, b.End))
	})
	edits = slices.CompactFunc(edits, func(a, b analysis.TextEdit) bool {
		return a.Pos == b.Pos && a.End == b.End && string(a.NewText) == string(b.NewText)
	})
	return []analysis.SuggestedFix{{Message: message, TextEdits: edits}}
}

// Sites returns the retry sites of the package.
func Sites(pass *analysis.Pass) []*retrysite.Site {
	return retrysite.Of(pass).Sites
}

// External returns the first operation of s that touches more than its own
// memory, and whether there is one. Running anything else again harms nobody.
func External(s *retrysite.Site) (retrysite.Operation, bool) {
	return first(s, func(e retrysite.Effect) bool { return e != 0 })
}

// Remote returns the first operation of s that can leave the machine, and
// whether there is one.
func Remote(s *retrysite.Site) (retrysite.Operation, bool) {
	return first(s, retrysite.Effect.Remote)
}

func first(s *retrysite.Site, want func(retrysite.Effect) bool) (retrysite.Operation, bool) {
	for _, op := range s.Operations {
		if want(op.Effect) {
			return op, true
		}
	}
	return retrysite.Operation{}, false
}

// Attempts says how often the operations of s run, in brackets and with a
// space in front: " (3 attempts, from const maxTries)". It is empty where
// nothing is known.
func Attempts(s *retrysite.Site) string {
	b := s.Attempts
	var text string
	switch b.Kind {
	case retrysite.Const:
		text = fmt.Sprintf("%d attempts", b.N)
	case retrysite.Symbol:
		text = fmt.Sprintf("up to %s attempts", b.Symbol)
	case retrysite.Deadline:
		text = "until a deadline"
		if b.Limit > 0 {
			text = fmt.Sprintf("for up to %s", b.Limit)
		}
	case retrysite.Unbounded:
		text = "without a limit"
	default:
		return ""
	}
	if b.Why != "" {
		text += ", " + b.Why
	}
	return " (" + text + ")"
}

// Pause describes the length of a wait: "1s", "100ms, then twice as long each
// time, up to 5s".
func Pause(d retrysite.Delay) string {
	var parts []string
	if d.Base > 0 {
		parts = append(parts, d.Base.String())
	}
	switch d.Kind {
	case retrysite.Fixed:
		if d.Base == 0 {
			parts = append(parts, "a fixed time")
		}
	case retrysite.Linear:
		parts = append(parts, "growing linearly")
	case retrysite.Exponential:
		growth := "growing exponentially"
		if d.Factor > 0 {
			growth = fmt.Sprintf("growing by a factor of %g", d.Factor)
		}
		parts = append(parts, growth)
	default:
		parts = append(parts, "a computed time")
	}
	if d.Max > 0 {
		parts = append(parts, "up to "+d.Max.String())
	}
	return strings.Join(parts, ", ")
}

// Line is the line of pos, or 0 where pos is not valid.
func Line(pass *analysis.Pass, pos token.Pos) int {
	if !pos.IsValid() {
		return 0
	}
	return pass.Fset.Position(pos).Line
}
