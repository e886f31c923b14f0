package postretry_test

import (
	"testing"

	"github.com/retrylint/retrylint/analyzers/postretry"
	"github.com/retrylint/retrylint/internal/ruletest"
)

func Test(t *testing.T) {
	ruletest.Run(t, postretry.Analyzer, "a", "b", "methods", "keys", "senders", "retry", "declared")
}
