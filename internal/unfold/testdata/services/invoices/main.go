// Command invoices renders and files invoices.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"strings"
	"time"

	"github.com/cenkalti/backoff/v4"
)

type filing struct {
	hc     *http.Client
	url    string
	policy backoff.BackOff // of submit
}

func newFiling(hc *http.Client, url string) *filing {
	exp := backoff.NewExponentialBackOff()
	exp.InitialInterval = 50 * time.Millisecond
	exp.MaxElapsedTime = 0
	return &filing{hc: hc, url: url, policy: backoff.WithMaxRetries(exp, 4)}
}

func limited(ctx context.Context, retries uint64) backoff.BackOff {
	return backoff.WithContext(backoff.WithMaxRetries(backoff.NewConstantBackOff(time.Second), retries), ctx)
}

func (f *filing) do(ctx context.Context, method, path string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, method, f.url+path, strings.NewReader(""))
	if err != nil {
		return "", backoff.Permanent(err)
	}
	resp, err := f.hc.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		return "", err
	}
	switch {
	case resp.StatusCode == http.StatusBadRequest || resp.StatusCode == http.StatusConflict:
		return "", backoff.Permanent(fmt.Errorf("filing refused: %s", b))
	case resp.StatusCode >= 300:
		return "", fmt.Errorf("filing: %s", resp.Status)
	}
	return string(b), nil
}

var errClosed = errors.New("books are closed")

// create files the invoice; if that did not work in the current period it is
// filed in the next one.
//
//amplify:entry "POST /invoices" net/http.(*Client).Do 10
func (f *filing) create(w http.ResponseWriter, r *http.Request) {
	var err error
	for _, period := range []string{"current", "next"} {
		err = backoff.Retry(func() error {
			_, err := f.do(r.Context(), http.MethodPost, "/"+period+"/invoices")
			return err
		}, f.policy)
		if err == nil {
			w.WriteHeader(http.StatusCreated)
			return
		}
		if errors.Is(err, errClosed) {
			break
		}
	}
	http.Error(w, err.Error(), http.StatusBadGateway)
}

//amplify:entry "GET /invoices/{id}" net/http.(*Client).Do 3
func (f *filing) pdf(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	doc, err := backoff.RetryNotifyWithData(func() (string, error) {
		return f.do(ctx, http.MethodGet, "/invoices/"+r.PathValue("id")+".pdf")
	}, limited(ctx, 2), func(err error, d time.Duration) {
		log.Printf("pdf: %v, again in %v", err, d)
	})
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	_, _ = io.WriteString(w, doc)
}

// void is not idempotent: no retries.
//
//amplify:entry "POST /invoices/{id}/void" net/http.(*Client).Do 1
func (f *filing) void(w http.ResponseWriter, r *http.Request) {
	op := func() error {
		_, err := f.do(r.Context(), http.MethodPost, "/invoices/"+r.PathValue("id")+"/void")
		return err
	}
	if err := backoff.Retry(op, limited(r.Context(), 0)); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

// validate makes every failure permanent.
//
//amplify:entry "POST /validate" net/http.(*Client).Do 1
func (f *filing) validate(w http.ResponseWriter, r *http.Request) {
	err := backoff.Retry(func() error {
		if _, err := f.do(r.Context(), http.MethodPost, "/validate"); err != nil {
			return backoff.Permanent(err)
		}
		return nil
	}, limited(r.Context(), 7))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

func (f *filing) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /invoices", f.create)
	mux.HandleFunc("GET /invoices/{id}", f.pdf)
	mux.HandleFunc("POST /invoices/{id}/void", f.void)
	mux.HandleFunc("POST /validate", f.validate)
	return mux
}

func main() {
	log.Fatal(http.ListenAndServe(":8080", newFiling(http.DefaultClient, "https://filing.example.test").routes()))
}
