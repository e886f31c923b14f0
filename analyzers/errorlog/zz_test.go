package errorlog_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retrylint/retrylint/analyzers/errorlog"
)

func TestGaps(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), errorlog.Analyzer, "gaps")
}
