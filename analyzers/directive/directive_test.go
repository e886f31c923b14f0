package directive_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retrylint/retrylint/analyzers/directive"
)

func Test(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), directive.Analyzer, "a", "b", "example.com/lib/search")
}
