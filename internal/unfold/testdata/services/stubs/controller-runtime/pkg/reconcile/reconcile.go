// Package reconcile is a stand-in for the package of that name.
package reconcile

import (
	"context"
	"time"
)

type Result struct {
	Requeue      bool
	RequeueAfter time.Duration
}

type Request struct{ Namespace, Name string }

type Reconciler interface {
	Reconcile(context.Context, Request) (Result, error)
}
