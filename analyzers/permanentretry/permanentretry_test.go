package permanentretry_test

import (
	"testing"

	"github.com/retrylint/retrylint/analyzers/permanentretry"
	"github.com/retrylint/retrylint/internal/ruletest"
)

func Test(t *testing.T) {
	ruletest.Run(t, permanentretry.Analyzer, "a", "b", "breakers", "inside", "flags", "retry")
}
