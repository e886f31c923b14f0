package nojitter_test

import (
	"testing"

	"github.com/retrylint/retrylint/analyzers/nojitter"
	"github.com/retrylint/retrylint/internal/ruletest"
)

func Test(t *testing.T) {
	ruletest.Run(t, nojitter.Analyzer, "a", "b", "retry")
}

func TestFix(t *testing.T) {
	ruletest.Fix(t, nojitter.Analyzer, "fix", "old", "tagged")
}
