package nobackoff_test

import (
	"testing"

	"github.com/retrylint/retrylint/analyzers/nobackoff"
	"github.com/retrylint/retrylint/internal/ruletest"
)

func Test(t *testing.T) {
	ruletest.Run(t, nobackoff.Analyzer, "a", "b", "retry", "declared")
}
