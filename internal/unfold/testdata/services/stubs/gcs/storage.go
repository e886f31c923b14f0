// Package storage is a stand-in for the library of that name.
package storage

import (
	"context"
	"io"
)

type Client struct{}

func NewClient(ctx context.Context) (*Client, error) { panic("stub") }

func (c *Client) Bucket(name string) *BucketHandle { panic("stub") }

type BucketHandle struct{}

func (b *BucketHandle) Object(name string) *ObjectHandle { panic("stub") }

type Conditions struct{ DoesNotExist bool }

type RetryOption interface{ apply() }

type RetryPolicy int

const (
	RetryIdempotent RetryPolicy = iota
	RetryAlways
)

func WithPolicy(policy RetryPolicy) RetryOption { panic("stub") }

func WithMaxAttempts(maxAttempts int) RetryOption { panic("stub") }

type ObjectAttrs struct{}

type ObjectHandle struct{}

func (o *ObjectHandle) If(conds Conditions) *ObjectHandle { panic("stub") }

func (o *ObjectHandle) Retryer(opts ...RetryOption) *ObjectHandle { panic("stub") }

func (o *ObjectHandle) Attrs(ctx context.Context) (*ObjectAttrs, error) { panic("stub") }

func (o *ObjectHandle) Delete(ctx context.Context) error { panic("stub") }

func (o *ObjectHandle) NewWriter(ctx context.Context) *Writer { panic("stub") }

type Writer struct{ io.Writer }

func (w *Writer) Close() error { panic("stub") }
