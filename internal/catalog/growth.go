package catalog

import "time"

// AttemptsUpTo returns how many attempts a policy makes that ends with the wait
// which would be longer than max. The waits begin with base and grow by factor. It
// returns 0 where no wait comes to be longer: base, max or the growth is none.
//
// k8s.io/apimachinery v0.37.2, pkg/util/wait/backoff.go:113: Backoff.Step sets
// Steps to 0 when the next wait would be longer than Cap.
func AttemptsUpTo(base, max time.Duration, factor float64) int {
	if base <= 0 || max <= 0 || factor <= 1 {
		return 0
	}
	n := 1
	for d := float64(base) * factor; d <= float64(max); d *= factor {
		n++
	}
	return n
}
