package retryafter_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retrylint/retrylint/analyzers/retryafter"
)

func TestGaps(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), retryafter.Analyzer, "gaps")
}
