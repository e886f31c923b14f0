package amplify

import (
	"math"
	"time"
)

// Delay is the wait between two attempts, the shortest that it can be.
type Delay struct {
	Kind   string        // "fixed", "linear" or "exponential"; any other is not known
	Base   time.Duration // the first wait; 0 or less is not known
	Max    time.Duration // no wait is longer; 0 or less is no cap
	Factor float64       // of exponential: what a wait is multiplied by; below 1 it is taken for 1
}

// Fit returns how many attempts begin within limit if attempts take no time: the
// first at once, the next after each wait, the last at the latest when limit has
// just passed. Where limit is 0 or less, or the delay is not known, nothing
// limits them.
func Fit(limit time.Duration, delay Delay) Bound {
	if limit <= 0 || delay.Base <= 0 {
		return Unlimited()
	}
	switch delay.Kind {
	case "fixed":
		return Number(plus(1, int64(limit/delay.at(0))))
	case "linear", "exponential":
		return fitGrowing(limit, delay)
	}
	return Unlimited()
}

// maxWaits is how many waits are added up one by one. Those after them are taken
// to be as long as the last, which they are at least.
const maxWaits = 100_000

func fitGrowing(limit time.Duration, delay Delay) Bound {
	left := limit
	for i := range int64(maxWaits) {
		wait := delay.at(i)
		if wait > left {
			return Number(i + 1)
		}
		left -= wait
	}
	return Number(plus(maxWaits+1, int64(left/delay.at(maxWaits))))
}

// at returns how long the wait after attempt i is, counted from 0.
func (d Delay) at(i int64) time.Duration {
	wait := float64(d.Base)
	switch d.Kind {
	case "linear":
		wait *= float64(i + 1)
	case "exponential":
		if d.Factor > 1 {
			wait *= math.Pow(d.Factor, float64(i))
		}
	}
	longest := time.Duration(math.MaxInt64)
	if d.Max > 0 {
		longest = d.Max
	}
	if wait >= float64(longest) {
		return longest
	}
	return time.Duration(wait)
}
