package bodyreuse_test

import (
	"testing"

	"github.com/retrylint/retrylint/analyzers/bodyreuse"
	"github.com/retrylint/retrylint/internal/ruletest"
)

func Test(t *testing.T) {
	ruletest.Run(t, bodyreuse.Analyzer, "a", "b", "readers", "fresh", "retry")
}

func TestFix(t *testing.T) {
	ruletest.Fix(t, bodyreuse.Analyzer, "fix")
}
