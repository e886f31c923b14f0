package catalog

import (
	"math"
	"testing"
	"time"
)

func TestAttemptsUpTo(t *testing.T) {
	for _, tt := range []struct {
		base, max time.Duration
		factor    float64
		want      int
	}{
		{10 * time.Millisecond, 50 * time.Millisecond, 2, 3},
		{10 * time.Millisecond, 40 * time.Millisecond, 2, 3},
		{10 * time.Millisecond, 5 * time.Millisecond, 2, 1},
		{10 * time.Millisecond, 0, 2, 0},
		{0, time.Second, 2, 0},
		{time.Second, time.Minute, 1, 0},
		{1, math.MaxInt64, math.Nextafter(1, 2), 0}, // the float does not grow at all
	} {
		if got := AttemptsUpTo(tt.base, tt.max, tt.factor); got != tt.want {
			t.Errorf("AttemptsUpTo(%s, %s, %g) = %d, want %d", tt.base, tt.max, tt.factor, got, tt.want)
		}
	}
}
