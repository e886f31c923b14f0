// Package tickets opens tickets in the help desk.
package tickets

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// Desk opens tickets.
type Desk interface {
	Open(ctx context.Context, title string) error
}

type webDesk struct {
	url string
	hc  *http.Client
}

func (w webDesk) Open(ctx context.Context, title string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, w.url+"/tickets", strings.NewReader(title))
	if err != nil {
		return err
	}
	resp, err := w.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusCreated {
		return fmt.Errorf("desk: %s", resp.Status)
	}
	return nil
}

// Reliable is a Desk that tries again.
type Reliable struct {
	Desk
	Retries int
	Pause   time.Duration
}

//amplify:entry "Reliable.Open" net/http.(*Client).Do 12
func (r *Reliable) Open(ctx context.Context, title string) error {
	err := r.Desk.Open(ctx, title)
	for n := r.Retries; err != nil && n > 0; n-- {
		time.Sleep(r.Pause)
		err = r.Desk.Open(ctx, title)
	}
	return err
}

// NewDesk returns a desk that survives a short outage.
func NewDesk(hc *http.Client, url string) Desk {
	return &Reliable{Desk: webDesk{url: url, hc: hc}, Retries: 2, Pause: time.Second}
}

// policy of the escalation.
var policy = struct {
	retries int
	pause   time.Duration
}{retries: 3, pause: 10 * time.Second}

// Escalator opens a ticket for each alert.
type Escalator struct {
	desk Desk
}

// NewEscalator did not know that the desk it gets is a Reliable already.
func NewEscalator(hc *http.Client, url string) *Escalator {
	desk := NewDesk(hc, url)
	return &Escalator{desk: &Reliable{Desk: desk, Retries: policy.retries, Pause: policy.pause}}
}

// OnAlert is the webhook of the alert manager.
//
//amplify:entry "POST /hooks/alert" net/http.(*Client).Do 12
//amplify:entry "Escalator.OnAlert" net/http.(*Client).Do none
func (e *Escalator) OnAlert(w http.ResponseWriter, r *http.Request) {
	if err := e.desk.Open(r.Context(), r.FormValue("alert")); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

// Register adds the webhook to mux.
func (e *Escalator) Register(mux *http.ServeMux) {
	mux.Handle("POST /hooks/alert", http.HandlerFunc(e.OnAlert))
}

// Simple opens one ticket through a desk of its own.
//
//amplify:entry "tickets.Simple" net/http.(*Client).Do 3
func Simple(ctx context.Context, hc *http.Client, url, title string) error {
	return NewDesk(hc, url).Open(ctx, title)
}
