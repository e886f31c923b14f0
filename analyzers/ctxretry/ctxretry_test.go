package ctxretry_test

import (
	"testing"

	"github.com/retrylint/retrylint/analyzers/ctxretry"
	"github.com/retrylint/retrylint/internal/ruletest"
)

func Test(t *testing.T) {
	ruletest.Run(t, ctxretry.Analyzer, "a", "b", "declared", "retry")
}

func TestFix(t *testing.T) {
	ruletest.Fix(t, ctxretry.Analyzer, "fix")
}
