package retryafter_test

import (
	"testing"

	"github.com/retrylint/retrylint/analyzers/retryafter"
	"github.com/retrylint/retrylint/internal/ruletest"
)

func Test(t *testing.T) {
	ruletest.Run(t, retryafter.Analyzer, "a", "b", "senders", "given", "retry")
}
