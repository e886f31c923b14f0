package directive_test

import (
	"testing"

	"github.com/retrylint/retrylint/analyzers/directive"
	"github.com/retrylint/retrylint/internal/ruletest"
)

func Test(t *testing.T) {
	ruletest.Run(t, directive.Analyzer, "a", "b", "example.com/lib/search")
}
