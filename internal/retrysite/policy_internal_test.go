package retrysite

import (
	"testing"
	"time"
)

func TestPolicyBound(t *testing.T) {
	growing := Delay{Kind: Exponential, Base: 10 * time.Millisecond, Factor: 2, Max: 50 * time.Millisecond}
	for _, tt := range []struct {
		name string
		q    policy
		want Bound
	}{
		{"steps", policy{attempts: Bound{Kind: Const, N: 10}, delay: growing}, Bound{Kind: Const, N: 10}},
		{"the limit of the waits comes first", policy{attempts: Bound{Kind: Const, N: 10}, delay: growing, maxEnds: true}, Bound{Kind: Const, N: 3, Why: "waits grow to the limit of 50ms"}},
		{"the steps come first", policy{attempts: Bound{Kind: Const, N: 2}, delay: growing, maxEnds: true}, Bound{Kind: Const, N: 2}},
		{"steps without a limit", policy{attempts: Bound{Kind: Unbounded}, delay: growing, maxEnds: true}, Bound{Kind: Const, N: 3, Why: "waits grow to the limit of 50ms"}},
		{"waits that do not grow", policy{attempts: Bound{Kind: Const, N: 10}, delay: Delay{Kind: Fixed, Base: time.Second, Max: time.Minute}, maxEnds: true}, Bound{Kind: Const, N: 10}},
		{"elapsed time", policy{attempts: Bound{Kind: Unbounded}, limit: time.Minute}, Bound{Kind: Deadline, Limit: time.Minute, Why: "elapsed time"}},
	} {
		if got := tt.q.bound(); got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.name, got, tt.want)
		}
	}
}
