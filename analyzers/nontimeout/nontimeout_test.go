package nontimeout_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retrylint/retrylint/analyzers/nontimeout"
)

func Test(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), nontimeout.Analyzer, "a", "b", "limited", "lib.test/sdk")
}

func TestFix(t *testing.T) {
	analysistest.RunWithSuggestedFixes(t, analysistest.TestData(), nontimeout.Analyzer, "fix")
}
