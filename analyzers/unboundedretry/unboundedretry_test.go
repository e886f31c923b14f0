package unboundedretry_test

import (
	"testing"

	"github.com/retrylint/retrylint/analyzers/unboundedretry"
	"github.com/retrylint/retrylint/internal/ruletest"
)

func Test(t *testing.T) {
	ruletest.Run(t, unboundedretry.Analyzer, "a", "b", "retry")
}
