// Package kinesis is a stand-in for the package of that name.
package kinesis

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
)

type Options struct {
	Region           string
	RetryMaxAttempts int
	Retryer          aws.Retryer
}

type Client struct{ options Options }

func New(options Options, optFns ...func(*Options)) *Client { panic("stub") }

func NewFromConfig(cfg aws.Config, optFns ...func(*Options)) *Client { panic("stub") }

type PutRecordInput struct{ Data *string }

type PutRecordOutput struct{ ID *string }

func (c *Client) PutRecord(ctx context.Context, params *PutRecordInput, optFns ...func(*Options)) (*PutRecordOutput, error) {
	panic("stub")
}
