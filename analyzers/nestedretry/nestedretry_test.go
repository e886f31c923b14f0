package nestedretry_test

import (
	"testing"

	"github.com/retrylint/retrylint/analyzers/nestedretry"
	"github.com/retrylint/retrylint/internal/ruletest"
)

func Test(t *testing.T) {
	ruletest.Run(t, nestedretry.Analyzer, "a", "b", "breakers", "layers", "retry", "declared")
}
