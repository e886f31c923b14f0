package postretry_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retrylint/retrylint/analyzers/postretry"
)

func Test(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), postretry.Analyzer, "a", "b", "methods", "keys", "senders", "retry", "declared")
}
