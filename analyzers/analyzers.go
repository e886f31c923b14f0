// Package analyzers lists the rules of retrylint.
//
// The text of a rule is the package comment of the rule's package. The pages
// in docs/rules are generated from it.
package analyzers

import (
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/analyzers/bodyreuse"
	"github.com/retrylint/retrylint/analyzers/ctxretry"
	"github.com/retrylint/retrylint/analyzers/directive"
	"github.com/retrylint/retrylint/analyzers/errorlog"
	"github.com/retrylint/retrylint/analyzers/nestedretry"
	"github.com/retrylint/retrylint/analyzers/nobackoff"
	"github.com/retrylint/retrylint/analyzers/nojitter"
	"github.com/retrylint/retrylint/analyzers/nontimeout"
	"github.com/retrylint/retrylint/analyzers/permanentretry"
	"github.com/retrylint/retrylint/analyzers/postretry"
	"github.com/retrylint/retrylint/analyzers/retryafter"
	"github.com/retrylint/retrylint/analyzers/unboundedretry"
)

//go:generate go test -run TestPages -update

// Severity says how much a finding of a rule matters. It is advice to
// whoever displays findings; any finding makes a run fail.
type Severity string

const (
	Error   Severity = "error"
	Warning Severity = "warning"
)

// Rule is a rule with what is to be known about it besides its text, which is
// its Analyzer's Doc.
type Rule struct {
	*analysis.Analyzer
	Severity Severity
	Since    string // the version that brought it
	Default  bool   // whether it is on unless asked for
}

// Standing says in a sentence what the table of rules has about r.
func (r Rule) Standing() string {
	on := "on by default"
	if !r.Default {
		on = "off by default"
	}
	return fmt.Sprintf("Severity %s, %s, since %s.", r.Severity, on, r.Since)
}

// All lists the rules, the ones that do the most harm first.
var All = []Rule{
	{nobackoff.Analyzer, Error, "v0.1.0", true},
	{unboundedretry.Analyzer, Error, "v0.1.0", true},
	{nontimeout.Analyzer, Error, "v0.1.0", true},
	{nestedretry.Analyzer, Warning, "v0.1.0", true},
	{postretry.Analyzer, Error, "v0.1.0", true},
	{bodyreuse.Analyzer, Error, "v0.1.0", true},
	{permanentretry.Analyzer, Error, "v0.1.0", true},
	{ctxretry.Analyzer, Warning, "v0.1.0", true},
	{nojitter.Analyzer, Warning, "v0.1.0", true},
	{retryafter.Analyzer, Warning, "v0.1.0", true},
	{errorlog.Analyzer, Warning, "v0.1.0", true},
	{directive.Analyzer, Error, "v0.1.0", true},
}
