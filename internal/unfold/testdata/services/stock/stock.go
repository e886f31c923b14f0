// Package stock keeps the stock ledger in the warehouse database.
package stock

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

const (
	reserveRetries = 4
	commitRetries  = 3
)

// pauses between the tries of Adjust.
var pauses = []time.Duration{50 * time.Millisecond, 200 * time.Millisecond, time.Second}

// ErrShort is returned when there is not enough on the shelf.
var ErrShort = errors.New("stock: not enough left")

// Ledger writes stock movements.
type Ledger struct {
	db *sql.DB
}

func NewLedger(db *sql.DB) *Ledger { return &Ledger{db: db} }

// Reserve counts its tries down.
//
//amplify:entry "Ledger.Reserve" database/sql.(*DB).ExecContext 4
func (l *Ledger) Reserve(ctx context.Context, sku string, qty int) error {
	var err error
	for left := reserveRetries; left > 0; left-- {
		err = l.exec(ctx, "UPDATE shelf SET reserved = reserved + $1 WHERE sku = $2", qty, sku)
		if err == nil || errors.Is(err, ErrShort) {
			return err
		}
		time.Sleep(20 * time.Millisecond)
	}
	return fmt.Errorf("reserve %s: %w", sku, err)
}

// Release counts down to and including zero.
//
//amplify:entry "Ledger.Release" database/sql.(*DB).ExecContext 6
func (l *Ledger) Release(ctx context.Context, sku string, qty int) (err error) {
	for left := 5; left >= 0; left-- {
		if err = l.exec(ctx, "UPDATE shelf SET reserved = reserved - $1 WHERE sku = $2", qty, sku); err == nil {
			break
		}
		if left > 0 {
			time.Sleep(20 * time.Millisecond)
		}
	}
	return err
}

// Commit decides inside the loop that it is out of retries.
//
//amplify:entry "Ledger.Commit" database/sql.(*DB).ExecContext 4
func (l *Ledger) Commit(ctx context.Context, sku string) error {
	retries := commitRetries
	for {
		err := l.exec(ctx, "UPDATE shelf SET onhand = onhand - reserved WHERE sku = $1", sku)
		if err == nil {
			return nil
		}
		if retries == 0 {
			return fmt.Errorf("commit %s: %w", sku, err)
		}
		retries--
		time.Sleep(100 * time.Millisecond)
	}
}

// Adjust walks a table of pauses: one try before each of them, and a last one.
//
//amplify:entry "Ledger.Adjust" database/sql.(*DB).ExecContext 4
func (l *Ledger) Adjust(ctx context.Context, sku string, delta int) error {
	for try := 0; ; try++ {
		err := l.exec(ctx, "UPDATE shelf SET onhand = onhand + $1 WHERE sku = $2", delta, sku)
		if err == nil {
			return nil
		}
		if try == len(pauses) {
			return err
		}
		time.Sleep(pauses[try])
	}
}

// Recount tries once and then, when that failed, a few times more.
//
//amplify:entry "Ledger.Recount" database/sql.(*DB).ExecContext 4
func (l *Ledger) Recount(ctx context.Context, sku string, n int) error {
	err := l.exec(ctx, "UPDATE shelf SET onhand = $1 WHERE sku = $2", n, sku)
	for i := 1; i < 8 && err != nil; i *= 2 {
		time.Sleep(time.Duration(i) * 10 * time.Millisecond)
		err = l.exec(ctx, "UPDATE shelf SET onhand = $1 WHERE sku = $2", n, sku)
	}
	return err
}

// Restock books the parts of a delivery. A part that fails stops the delivery:
// the loop is over work, not over tries.
//
//amplify:entry "Ledger.Restock" database/sql.(*DB).ExecContext 1
func (l *Ledger) Restock(ctx context.Context, sku string, boxes int) error {
	for box := 0; box < boxes; box++ {
		if err := l.exec(ctx, "UPDATE shelf SET onhand = onhand + 24 WHERE sku = $1", sku); err != nil {
			return fmt.Errorf("box %d: %w", box, err)
		}
	}
	return nil
}

func (l *Ledger) exec(ctx context.Context, query string, args ...any) error {
	res, err := l.db.ExecContext(ctx, query, args...)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err == nil && n == 0 {
		return ErrShort
	}
	return nil
}
