package catalog

import "time"

// AttemptsUpTo returns how many attempts a policy makes that ends with the wait
// which would be longer than max. The waits begin with base and grow by factor. It
// returns 0 where no wait comes to be longer: base, max or the growth is none, or so
// small that a hundred thousand waits are not enough.
//
// k8s.io/apimachinery v0.37.2, pkg/util/wait/backoff.go:113: Backoff.Step sets
// Steps to 0 when the next wait would be longer than Cap.
func AttemptsUpTo(base, max time.Duration, factor float64) int {
	if base <= 0 || max <= 0 || factor <= 1 {
		return 0
	}
	d := float64(base)
	for n := range 100_000 {
		if d *= factor; d > float64(max) {
			return n + 1
		}
	}
	return 0
}
