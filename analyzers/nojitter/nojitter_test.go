package nojitter_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retrylint/retrylint/analyzers/nojitter"
)

func Test(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), nojitter.Analyzer, "a", "b", "retry")
}

func TestFix(t *testing.T) {
	analysistest.RunWithSuggestedFixes(t, analysistest.TestData(), nojitter.Analyzer, "fix", "old", "tagged")
}
