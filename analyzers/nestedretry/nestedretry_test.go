package nestedretry_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retrylint/retrylint/analyzers/nestedretry"
)

func Test(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), nestedretry.Analyzer, "a", "b", "breakers", "layers", "retry", "declared")
}
