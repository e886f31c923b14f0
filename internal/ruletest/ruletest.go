// Package ruletest runs rules on the packages under their testdata/src.
package ruletest

import (
	"runtime/debug"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
)

// A test reads the standard library's packages from source, and ends soon after: to
// collect garbage as often as usual takes a third of its time.
func init() { debug.SetGCPercent(300) }

// Run compares what a rule reports in packages with their want comments.
func Run(t *testing.T, rule *analysis.Analyzer, pkgs ...string) {
	t.Helper()
	analysistest.Run(t, analysistest.TestData(), rule, pkgs...)
}

// Fix does the same, and compares the files that the suggested fixes make with the
// golden files beside them.
func Fix(t *testing.T, rule *analysis.Analyzer, pkgs ...string) {
	t.Helper()
	analysistest.RunWithSuggestedFixes(t, analysistest.TestData(), rule, pkgs...)
}
