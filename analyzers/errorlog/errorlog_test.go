package errorlog_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retrylint/retrylint/analyzers/errorlog"
)

func Test(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), errorlog.Analyzer, "a", "b", "helpers", "loggers", "retry")
}

func TestFix(t *testing.T) {
	analysistest.RunWithSuggestedFixes(t, analysistest.TestData(), errorlog.Analyzer, "fix", "tested")
}
