// Package mailer consumes mail jobs from the queue and hands them to the relay.
package mailer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"
)

const (
	maxRetries  = 3
	maxAttempts = 1 + maxRetries
)

var errBadAddress = errors.New("mailer: bad address")

// Delivery is one message of the queue.
type Delivery struct {
	Body []byte
	Ack  func()
	Nack func(requeue bool)
}

// Queue is where the deliveries come from.
type Queue interface {
	Receive(ctx context.Context) (Delivery, error)
}

type job struct {
	To   string `json:"to"`
	Text string `json:"text"`
}

type Worker struct {
	queue Queue
	relay string
	hc    *http.Client
}

func NewWorker(q Queue, relay string, hc *http.Client) *Worker {
	return &Worker{queue: q, relay: relay, hc: hc}
}

// Run consumes until ctx ends.
//
//amplify:entry "Worker.Run" net/http.(*Client).Do 4
func (w *Worker) Run(ctx context.Context) error {
	for {
		d, err := w.queue.Receive(ctx)
		if err != nil {
			return err
		}
		w.HandleMail(ctx, d)
	}
}

// HandleMail is called for each delivery. What fails is dropped, not requeued.
//
//amplify:entry "Worker.HandleMail" net/http.(*Client).Do 4
func (w *Worker) HandleMail(ctx context.Context, d Delivery) {
	var j job
	if err := json.Unmarshal(d.Body, &j); err != nil {
		d.Nack(false)
		return
	}
	if err := w.deliver(ctx, j, 1); err != nil {
		slog.ErrorContext(ctx, "mail lost", "to", j.To, "err", err)
		d.Nack(false)
		return
	}
	d.Ack()
}

// deliver calls itself for the next attempt.
func (w *Worker) deliver(ctx context.Context, j job, attempt int) error {
	err := w.submit(ctx, j)
	if err == nil || errors.Is(err, errBadAddress) {
		return err
	}
	if attempt >= maxAttempts {
		return fmt.Errorf("giving up after %d attempts: %w", attempt, err)
	}
	select {
	case <-time.After(time.Duration(attempt) * time.Second):
	case <-ctx.Done():
		return ctx.Err()
	}
	return w.deliver(ctx, j, attempt+1)
}

// HandleBounce tells the relay that an address is dead.
//
//amplify:entry "Worker.HandleBounce" net/http.(*Client).Do 4
func (w *Worker) HandleBounce(ctx context.Context, d Delivery) {
	if err := w.suppress(ctx, string(d.Body), 3); err != nil {
		d.Nack(false)
		return
	}
	d.Ack()
}

// suppress counts what is left, down to zero.
func (w *Worker) suppress(ctx context.Context, addr string, left int) error {
	if err := w.submit(ctx, job{To: addr, Text: "SUPPRESS"}); err != nil {
		if left == 0 {
			return err
		}
		time.Sleep(500 * time.Millisecond)
		return w.suppress(ctx, addr, left-1)
	}
	return nil
}

func (w *Worker) submit(ctx context.Context, j job) error {
	if !strings.Contains(j.To, "@") {
		return errBadAddress
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, w.relay+"/submit?to="+j.To, strings.NewReader(j.Text))
	if err != nil {
		return err
	}
	resp, err := w.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 400 {
		return fmt.Errorf("relay: %s", resp.Status)
	}
	return nil
}
