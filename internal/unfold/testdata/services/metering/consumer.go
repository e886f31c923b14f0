// Package metering consumes usage events and books them in the billing system.
package metering

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"example.test/services/metering/retrier"
)

type Event struct {
	Tenant string `json:"tenant"`
	Units  int64  `json:"units"`
}

// Consumer books events. It has a Retrier and is used like one.
type Consumer struct {
	*retrier.Retrier
	billing string
	hc      *http.Client
	batches *retrier.Retrier

	pending []Event
}

func NewConsumer(hc *http.Client, billing string) *Consumer {
	return &Consumer{
		Retrier: retrier.New(3, 100*time.Millisecond),
		batches: retrier.New(5, time.Second).WithJitter(false),
		billing: billing,
		hc:      hc,
	}
}

// Consume is the callback of the message broker.
//
//amplify:entry "Consumer.Consume" net/http.(*Client).Do 15
func (c *Consumer) Consume(ctx context.Context, msg []byte) error {
	var e Event
	if err := json.Unmarshal(msg, &e); err != nil {
		return nil // poison, drop it
	}
	c.pending = append(c.pending, e)
	if len(c.pending) < 100 && e.Units < 1000 {
		return nil
	}
	return c.batches.Run(ctx, c.flush)
}

// Close books what is left.
//
//amplify:entry "Consumer.Close" net/http.(*Client).Do 3
func (c *Consumer) Close(ctx context.Context) error {
	if len(c.pending) == 0 {
		return nil
	}
	return c.flush(ctx)
}

type rebook struct{ c *Consumer }

func (t rebook) Do(ctx context.Context) error { return t.c.book(ctx) }

type ping struct {
	hc  *http.Client
	url string
}

func (t *ping) Do(context.Context) error {
	resp, err := t.hc.Head(t.url)
	if err != nil {
		return err
	}
	_ = resp.Body.Close()
	if resp.StatusCode >= 500 {
		return fmt.Errorf("billing: %s", resp.Status)
	}
	return nil
}

// Rebook books the pending events on demand.
//
//amplify:entry "Consumer.Rebook" net/http.(*Client).Do 5
func (c *Consumer) Rebook(ctx context.Context) error {
	return c.batches.RunTask(ctx, rebook{c})
}

// Ready says whether the billing system is there.
//
//amplify:entry "Consumer.Ready" net/http.(*Client).Head 2
func (c *Consumer) Ready(ctx context.Context) error {
	return retrier.New(2, time.Millisecond).WithJitter(false).RunTask(ctx, &ping{c.hc, c.billing})
}

func (c *Consumer) flush(ctx context.Context) error {
	if err := c.Run(ctx, c.book); err != nil {
		return err
	}
	c.pending = c.pending[:0]
	return nil
}

func (c *Consumer) book(ctx context.Context) error {
	body, err := json.Marshal(c.pending)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, c.billing+"/usage", bytes.NewReader(body))
	if err != nil {
		return err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusNoContent {
		return fmt.Errorf("billing: %s", resp.Status)
	}
	return nil
}
