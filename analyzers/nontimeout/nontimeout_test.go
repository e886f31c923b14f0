package nontimeout_test

import (
	"testing"

	"github.com/retrylint/retrylint/analyzers/nontimeout"
	"github.com/retrylint/retrylint/internal/ruletest"
)

func Test(t *testing.T) {
	ruletest.Run(t, nontimeout.Analyzer, "a", "b", "limited", "lib.test/sdk")
}

func TestFix(t *testing.T) {
	ruletest.Fix(t, nontimeout.Analyzer, "fix")
}
