// Package workflow has the steps of a transfer.
package workflow

import (
	"context"
	"fmt"
	"time"

	"example.test/services/transfers/ledger"
)

type step struct {
	name string
	do   func(context.Context, string) error
}

type Engine struct {
	books ledger.Ledger // persistent
	plain ledger.Ledger
	pause time.Duration
}

func New(books, plain ledger.Ledger, pause time.Duration) *Engine {
	return &Engine{books: books, plain: plain, pause: pause}
}

// Transfer runs the steps in turn, each of them with the attempts of a step.
func (e *Engine) Transfer(ctx context.Context, id string) error {
	steps := []step{
		{"check", e.check},
		{"post", e.books.Post},
	}
	for _, s := range steps {
		if err := e.attempt(ctx, 3, func() error { return s.do(ctx, id) }); err != nil {
			return fmt.Errorf("step %s: %w", s.name, err)
		}
	}
	return nil
}

func (e *Engine) check(_ context.Context, id string) error {
	if id == "" {
		return fmt.Errorf("no id")
	}
	return nil
}

// Cancel does not go through the persistent ledger.
func (e *Engine) Cancel(ctx context.Context, id string) error {
	return e.attempt(ctx, 2, func() error { return e.plain.Reverse(ctx, id) })
}

func (e *Engine) CloseDay(ctx context.Context) error {
	return e.books.Post(ctx, "close:"+time.Now().Format(time.DateOnly))
}

func (e *Engine) attempt(ctx context.Context, n int, f func() error) (err error) {
	for i := 0; i < n; i++ {
		if err = f(); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(e.pause):
		}
	}
	return err
}
