// Package reconciled keeps DNS records as the cluster has them.
package reconciled

import (
	"context"
	"errors"
	"net/http"
	"time"

	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

type Records struct {
	zone  *zone
	tries int
}

type zone struct {
	hc  *http.Client
	url string
}

func NewRecords(hc *http.Client, url string) *Records {
	return &Records{zone: &zone{hc, url}, tries: 3}
}

var _ reconcile.Reconciler = (*Records)(nil)

// Reconcile tells the queue to come back later if all attempts have failed. That
// is another request.
//
//amplify:entry "Records.Reconcile" net/http.(*Client).Do 3
func (r *Records) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	err := r.zone.put(ctx, req.Name)
	for i := 1; i < r.tries && err != nil; i++ {
		time.Sleep(time.Second)
		err = r.zone.put(ctx, req.Name)
	}
	if err != nil {
		return reconcile.Result{RequeueAfter: time.Minute}, err
	}
	return reconcile.Result{}, nil
}

func (z *zone) put(ctx context.Context, name string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, z.url+"/"+name, nil)
	if err != nil {
		return err
	}
	resp, err := z.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return errors.New(resp.Status)
	}
	return nil
}
