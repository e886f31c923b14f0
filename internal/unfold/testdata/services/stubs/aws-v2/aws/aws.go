// Package aws is a stand-in for the package of that name.
package aws

type Retryer interface {
	IsErrorRetryable(error) bool
	MaxAttempts() int
}

type NopRetryer struct{}

func (NopRetryer) IsErrorRetryable(error) bool { panic("stub") }

func (NopRetryer) MaxAttempts() int { panic("stub") }

type Config struct {
	Region           string
	Retryer          func() Retryer
	RetryMaxAttempts int
}
