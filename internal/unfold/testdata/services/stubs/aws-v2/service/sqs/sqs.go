// Package sqs is a stand-in for the package of that name.
package sqs

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

type SendMessageInput struct{ Data *string }

type SendMessageOutput struct{ ID *string }

func (c *Client) SendMessage(ctx context.Context, params *SendMessageInput, optFns ...func(*Options)) (*SendMessageOutput, error) {
	panic("stub")
}
