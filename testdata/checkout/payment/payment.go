// Package payment books payments in the database.
package payment

import (
	"context"
	"database/sql"
	"fmt"
)

// Service books payments.
type Service struct {
	db *sql.DB
}

// New returns a service that books in db.
func New(db *sql.DB) *Service {
	return &Service{db: db}
}

// Charge books a payment for an order.
func (s *Service) Charge(ctx context.Context, order string, cents int64) error {
	return s.charge(ctx, order, cents, 1)
}

func (s *Service) charge(ctx context.Context, order string, cents int64, attempt int) error {
	_, err := s.db.ExecContext(ctx, "INSERT INTO payments (order_id, cents) VALUES (?, ?)", order, cents)
	if err == nil {
		return nil
	}
	if attempt >= 3 {
		return fmt.Errorf("charging %d cents: %w", cents, err)
	}
	return s.charge(ctx, order, cents, attempt+1)
}
