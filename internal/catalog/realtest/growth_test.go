package realtest

import (
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"

	"github.com/retrylint/retrylint/internal/catalog"
)

// TestAttemptsUpTo compares the arithmetic with the library that it is about.
func TestAttemptsUpTo(t *testing.T) {
	const steps = 12
	for _, b := range []wait.Backoff{
		{Duration: time.Microsecond, Factor: 2, Cap: 5 * time.Microsecond},
		{Duration: time.Microsecond, Factor: 2, Cap: 8 * time.Microsecond},
		{Duration: time.Microsecond, Factor: 3, Cap: 2 * time.Microsecond},
		{Duration: time.Microsecond, Factor: 1.5, Cap: 20 * time.Microsecond},
		{Duration: time.Microsecond, Factor: 2},
		{Duration: time.Microsecond, Factor: 1, Cap: 5 * time.Microsecond},
		{Duration: 9 * time.Microsecond, Cap: 5 * time.Microsecond},
	} {
		b.Steps = steps
		want := 0
		wait.ExponentialBackoff(b, func() (bool, error) {
			want++
			return false, nil
		})
		got := catalog.AttemptsUpTo(b.Duration, b.Cap, b.Factor)
		if got == 0 || got > steps {
			got = steps
		}
		if got != want {
			t.Errorf("%+v: %d attempts, the library makes %d", b, got, want)
		}
	}
}
