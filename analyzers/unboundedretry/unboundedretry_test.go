package unboundedretry_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retrylint/retrylint/analyzers/unboundedretry"
)

func Test(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), unboundedretry.Analyzer, "a", "b", "retry")
}
