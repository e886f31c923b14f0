package permanentretry_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retrylint/retrylint/analyzers/permanentretry"
)

func Test(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), permanentretry.Analyzer, "a", "b", "breakers", "inside", "flags", "retry")
}
