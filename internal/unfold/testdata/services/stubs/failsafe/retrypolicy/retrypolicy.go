// Package retrypolicy is a stand-in for the package of that name.
package retrypolicy

import (
	"time"

	"github.com/failsafe-go/failsafe-go"
)

type RetryPolicy[R any] interface{ failsafe.Policy[R] }

type Builder[R any] interface {
	WithMaxAttempts(maxAttempts int) Builder[R]
	WithMaxRetries(maxRetries int) Builder[R]
	WithDelay(delay time.Duration) Builder[R]
	WithJitter(jitter time.Duration) Builder[R]
	Build() RetryPolicy[R]
}

func NewBuilder[R any]() Builder[R] { panic("stub") }
