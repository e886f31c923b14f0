// Package checkout turns carts into paid orders.
package checkout

import (
	"context"
	"fmt"

	"example.com/checkout/payment"
)

// Order is what a customer wants to pay for.
type Order struct {
	ID    string `json:"order"`
	Cents int64  `json:"cents"`
}

// Service places orders.
type Service struct {
	payments *payment.Service
	retries  int
}

// New returns a service that has its orders paid by payments.
func New(payments *payment.Service) *Service {
	return &Service{payments: payments, retries: 2}
}

// Place charges the order's customer.
func (s *Service) Place(ctx context.Context, order Order) error {
	left := s.retries
	for {
		err := s.payments.Charge(ctx, order.ID, order.Cents)
		if err == nil {
			return nil
		}
		if left == 0 {
			return fmt.Errorf("order %s: %w", order.ID, err)
		}
		left--
	}
}
