// Package config is a stand-in for the package of that name.
package config

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
)

type LoadOptions struct{ RetryMaxAttempts int }

type LoadOptionsFunc func(*LoadOptions) error

func LoadDefaultConfig(ctx context.Context, optFns ...func(*LoadOptions) error) (cfg aws.Config, err error) {
	panic("stub")
}

func WithRegion(v string) LoadOptionsFunc { panic("stub") }

func WithRetryMaxAttempts(v int) LoadOptionsFunc { panic("stub") }

func WithRetryer(v func() aws.Retryer) LoadOptionsFunc { panic("stub") }
