package bodyreuse_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retrylint/retrylint/analyzers/bodyreuse"
)

func Test(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), bodyreuse.Analyzer, "a", "b", "readers", "fresh", "retry")
}

func TestFix(t *testing.T) {
	analysistest.RunWithSuggestedFixes(t, analysistest.TestData(), bodyreuse.Analyzer, "fix")
}
