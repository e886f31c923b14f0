package errorlog_test

import (
	"testing"

	"github.com/retrylint/retrylint/analyzers/errorlog"
	"github.com/retrylint/retrylint/internal/ruletest"
)

func Test(t *testing.T) {
	ruletest.Run(t, errorlog.Analyzer, "a", "b", "helpers", "loggers", "retry")
}

func TestFix(t *testing.T) {
	ruletest.Fix(t, errorlog.Analyzer, "fix", "tested")
}
