// Package indexer feeds the search index.
package indexer

import (
	"context"
	"time"

	backoffv4 "github.com/cenkalti/backoff/v4"
	"github.com/cenkalti/backoff/v5"

	"example.test/services/indexer/elastic"
)

type Document struct {
	ID   string
	Text string
}

// Writer is where documents go.
type Writer interface {
	Put(ctx context.Context, id, text string) error
	Health(ctx context.Context) error
}

var _ Writer = (*elastic.Client)(nil)

type Indexer struct {
	w Writer
}

func New(w Writer) *Indexer { return &Indexer{w: w} }

// HandleChange is the subscriber of the change feed.
//
//amplify:entry "Indexer.HandleChange" net/http.(*Client).Do 24
func (x *Indexer) HandleChange(ctx context.Context, doc Document) error {
	policy := backoffv4.WithMaxRetries(backoffv4.NewExponentialBackOff(), 2)
	return backoffv4.Retry(func() error {
		_, err := backoff.Retry(ctx, func() (struct{}, error) {
			return struct{}{}, x.w.Put(ctx, doc.ID, doc.Text)
		}, backoff.WithMaxTries(4), backoff.WithBackOff(backoff.NewExponentialBackOff()))
		return err
	}, backoffv4.WithContext(policy, ctx))
}

// HandleDelete writes an empty document.
//
//amplify:entry "Indexer.HandleDelete" net/http.(*Client).Do 12
func (x *Indexer) HandleDelete(ctx context.Context, id string) error {
	put := func() (bool, error) {
		if err := x.w.Put(ctx, id, ""); err != nil {
			return false, err
		}
		return true, nil
	}
	_, err := backoff.Retry(ctx, put, backoff.WithMaxTries(6), backoff.WithMaxElapsedTime(0))
	return err
}

// AwaitCluster blocks until the cluster answers or ctx ends.
//
//amplify:entry "Indexer.AwaitCluster" net/http.(*Client).Do unbounded
func (x *Indexer) AwaitCluster(ctx context.Context) error {
	_, err := backoff.Retry(ctx, func() (any, error) {
		return nil, x.w.Health(ctx)
	}, backoff.WithBackOff(backoff.NewConstantBackOff(2*time.Second)), backoff.WithMaxElapsedTime(0))
	return err
}

// Probe asks at the given interval. Nothing but the quarter of an hour that is
// the default of the library ends it.
//
//amplify:entry "Indexer.Probe" net/http.(*Client).Do (15m0s / every + 1)
func (x *Indexer) Probe(ctx context.Context, every time.Duration) error {
	_, err := backoff.Retry(ctx, func() (any, error) {
		return nil, x.w.Health(ctx)
	}, backoff.WithBackOff(backoff.NewConstantBackOff(every)))
	return err
}
