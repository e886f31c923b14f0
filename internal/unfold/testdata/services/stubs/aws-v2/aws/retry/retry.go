// Package retry is a stand-in for the package of that name.
package retry

import "github.com/aws/aws-sdk-go-v2/aws"

type StandardOptions struct{ MaxAttempts int }

type Standard struct{ options StandardOptions }

func NewStandard(fnOpts ...func(*StandardOptions)) *Standard { panic("stub") }

func (s *Standard) IsErrorRetryable(error) bool { panic("stub") }

func (s *Standard) MaxAttempts() int { panic("stub") }

func AddWithMaxAttempts(r aws.Retryer, max int) aws.Retryer { panic("stub") }
