// Package relay moves messages from the queue to the partner.
package relay

import (
	"context"
	"errors"
	"time"

	"example.test/services/relay/partner"
)

const maxAttempts = 5

type Message struct {
	ID   string
	Body []byte
}

type Relay struct {
	partner *partner.Client
	pause   time.Duration
}

func New(p *partner.Client) *Relay { return &Relay{partner: p, pause: time.Second} }

func (r *Relay) sleep(ctx context.Context) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(r.pause):
		return true
	}
}

// HandleOrder must not lose the order, it tries until it is told to stop.
//
//amplify:entry "Relay.HandleOrder" net/http.(*Client).Do unbounded
func (r *Relay) HandleOrder(ctx context.Context, m Message) error {
	for {
		err := r.partner.Deliver(ctx, m.ID, m.Body)
		if err == nil {
			return nil
		}
		if !r.sleep(ctx) {
			return errors.Join(ctx.Err(), err)
		}
	}
}

// HandleStatus does the same with the context in the loop.
//
//amplify:entry "Relay.HandleStatus" net/http.(*Client).Do unbounded
func (r *Relay) HandleStatus(ctx context.Context, m Message) error {
	var err error
	for ctx.Err() == nil {
		if err = r.partner.Send(ctx, m.ID, m.Body); err == nil {
			return nil
		}
		time.Sleep(r.pause)
	}
	return err
}

// HandleInvoice was meant to try five times. Being throttled does not count.
//
//amplify:entry "Relay.HandleInvoice" net/http.(*Client).Do unbounded
func (r *Relay) HandleInvoice(ctx context.Context, m Message) error {
	var err error
	for attempt := 0; attempt < maxAttempts; {
		err = r.partner.Send(ctx, m.ID, m.Body)
		if err == nil {
			return nil
		}
		if !r.sleep(ctx) {
			return ctx.Err()
		}
		if errors.Is(err, partner.ErrThrottled) {
			continue
		}
		attempt++
	}
	return err
}

// HandleNote calls itself and has no limit.
//
//amplify:entry "Relay.HandleNote" net/http.(*Client).Do unbounded
func (r *Relay) HandleNote(ctx context.Context, m Message) error {
	if err := r.partner.Send(ctx, m.ID, m.Body); err != nil {
		if !r.sleep(ctx) {
			return err
		}
		return r.HandleNote(ctx, m)
	}
	return nil
}

// HandleAlert has the counter where it belongs.
//
//amplify:entry "Relay.HandleAlert" net/http.(*Client).Do 15
func (r *Relay) HandleAlert(ctx context.Context, m Message) error {
	attempt := 0
	for {
		err := r.partner.Deliver(ctx, m.ID, m.Body)
		if err == nil {
			return nil
		}
		attempt++
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(r.pause):
			if attempt >= maxAttempts {
				return err
			}
		}
	}
}
