// Package quotaop keeps the quota objects of the cluster in line with the plan.
package quotaop

import (
	"context"
	"fmt"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/util/retry"

	"example.test/services/quotaop/store"
)

type Reconciler struct {
	store *store.Store
}

func New(s *store.Store) *Reconciler { return &Reconciler{store: s} }

// slow gives the API server time to come back.
var slow = wait.Backoff{Steps: 4, Duration: 500 * time.Millisecond, Factor: 2, Jitter: 0.1}

// capped looks like ten steps.
var capped = wait.Backoff{Steps: 10, Duration: 10 * time.Millisecond, Factor: 2, Cap: 50 * time.Millisecond}

// Reconcile is called for each changed quota.
//
//amplify:entry "Reconciler.Reconcile" net/http.(*Client).Do 5
func (r *Reconciler) Reconcile(ctx context.Context, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		obj, err := r.store.Get(ctx, name)
		if err != nil {
			return err
		}
		obj.Limit++
		return r.store.Update(ctx, obj)
	})
}

// Repair tries the whole update again, whatever went wrong.
//
//amplify:entry "Reconciler.Repair" net/http.(*Client).Do 12
func (r *Reconciler) Repair(ctx context.Context, name string) error {
	always := func(error) bool { return true }
	return retry.OnError(slow, always, func() error {
		return wait.ExponentialBackoffWithContext(ctx, wait.Backoff{Steps: 3, Duration: time.Second}, func(ctx context.Context) (bool, error) {
			err := r.store.Update(ctx, &store.Quota{Name: name})
			return err == nil, nil
		})
	})
}

// Drop deletes with the capped backoff.
//
//amplify:entry "Reconciler.Drop" net/http.(*Client).Do 3
func (r *Reconciler) Drop(ctx context.Context, name string) error {
	var last error
	err := wait.ExponentialBackoff(capped, func() (bool, error) {
		if last = r.store.Delete(ctx, name); last != nil {
			return false, nil
		}
		return true, nil
	})
	if wait.Interrupted(err) {
		return fmt.Errorf("drop %s: %w", name, last)
	}
	return err
}

// Audit gives the error to the library, which stops then.
//
//amplify:entry "Reconciler.Audit" net/http.(*Client).Do 1
func (r *Reconciler) Audit(ctx context.Context, name string) error {
	return wait.ExponentialBackoff(slow, func() (bool, error) {
		obj, err := r.store.Get(ctx, name)
		if err != nil {
			return false, err
		}
		return obj.Limit > 0, nil
	})
}

// AwaitGone polls until the object is gone. Any failure but NotFound ends it.
//
//amplify:entry "Reconciler.AwaitGone" net/http.(*Client).Do 1
func (r *Reconciler) AwaitGone(ctx context.Context, name string) error {
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
		_, err := r.store.Get(ctx, name)
		if apierrors.IsNotFound(err) {
			return true, nil
		}
		return false, err
	})
}
