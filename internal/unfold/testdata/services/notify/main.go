// Command notify tells customers what happened to their order.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"strings"
	"time"

	"example.test/services/notify/retry"
)

type notifier struct {
	hc    *http.Client
	sms   string
	email string
	audit string
}

// post is one request.
func (n *notifier) post(ctx context.Context, url, text string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(text))
	if err != nil {
		return err
	}
	resp, err := n.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return fmt.Errorf("%s: %s", url, resp.Status)
	}
	return nil
}

func (n *notifier) sendSMS(ctx context.Context, text string) error {
	return retry.Do(ctx, 3, 200*time.Millisecond, func() error {
		return n.post(ctx, n.sms, text)
	})
}

func (n *notifier) sendEmail(ctx context.Context, text string) error {
	return retry.Do(ctx, 2, time.Second, func() error {
		var err error
		if err = n.post(ctx, n.email, text); err != nil {
			err = fmt.Errorf("email: %w", err)
		}
		return err
	})
}

// notify sends both. Whatever fails is done again together.
func (n *notifier) notify(ctx context.Context, order, text string) error {
	return retry.Do(ctx, 4, 5*time.Second, func() error {
		if err := n.sendSMS(ctx, order+": "+text); err != nil {
			return err
		}
		return n.sendEmail(ctx, text)
	})
}

//amplify:entry "POST /orders/{order}/shipped" net/http.(*Client).Do 12
func (n *notifier) handleShipped(w http.ResponseWriter, r *http.Request) {
	order := r.PathValue("order")
	if err := n.notify(r.Context(), order, "your parcel is on its way"); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	w.WriteHeader(http.StatusAccepted)
}

// handleRecall must get through: the whole notification is done a second time.
//
//amplify:entry "POST /orders/{order}/recall" net/http.(*Client).Do 24
func (n *notifier) handleRecall(w http.ResponseWriter, r *http.Request) {
	order, ctx := r.PathValue("order"), r.Context()
	err := retry.Do(ctx, 2, time.Minute, func() error {
		return n.notify(ctx, order, "stop using the product")
	})
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

//amplify:entry "POST /orders/{order}/receipt" net/http.(*Client).Do 2
func (n *notifier) handleReceipt(w http.ResponseWriter, r *http.Request) {
	if err := n.sendEmail(r.Context(), "receipt for "+r.PathValue("order")); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

//amplify:entry "POST /orders/{order}/seen" net/http.(*Client).Do 1
func (n *notifier) handleAudit(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	write := func() error { return n.post(ctx, n.audit, "seen") }
	if err := retry.Do(ctx, 1, 0, write); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

func (n *notifier) routes() *http.ServeMux {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /orders/{order}/shipped", n.handleShipped)
	mux.HandleFunc("POST /orders/{order}/recall", n.handleRecall)
	mux.HandleFunc("POST /orders/{order}/receipt", n.handleReceipt)
	mux.HandleFunc("POST /orders/{order}/seen", n.handleAudit)
	return mux
}

func main() {
	n := &notifier{
		hc:    &http.Client{Timeout: 3 * time.Second},
		sms:   "https://sms.example.test/send",
		email: "https://email.example.test/send",
		audit: "https://audit.example.test/log",
	}
	log.Fatal(http.ListenAndServe(":8080", n.routes()))
}
