package ctxretry_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retrylint/retrylint/analyzers/ctxretry"
)

func Test(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), ctxretry.Analyzer, "a", "b", "declared", "retry")
}

func TestFix(t *testing.T) {
	analysistest.RunWithSuggestedFixes(t, analysistest.TestData(), ctxretry.Analyzer, "fix")
}
