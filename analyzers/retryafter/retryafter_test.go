package retryafter_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retrylint/retrylint/analyzers/retryafter"
)

func Test(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), retryafter.Analyzer, "a", "b", "senders", "given", "retry")
}
