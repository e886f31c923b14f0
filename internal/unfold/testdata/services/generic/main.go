// Command generic has a retrier, a client and a store with type parameters.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"log"
	"net/http"
	"time"
)

// Retrier runs functions with a result again.
type Retrier[T any] struct {
	Max   int
	Pause time.Duration
}

func (r Retrier[T]) Do(ctx context.Context, f func(context.Context) (T, error)) (T, error) {
	var zero T
	var errs []error
	for i := 1; i <= r.Max; i++ {
		v, err := f(ctx)
		if err == nil {
			return v, nil
		}
		errs = append(errs, err)
		select {
		case <-ctx.Done():
			return zero, ctx.Err()
		case <-time.After(r.Pause):
		}
	}
	return zero, errors.Join(errs...)
}

type resource[T any] struct {
	hc      *http.Client
	path    string
	retrier Retrier[*T]
}

func newResource[T any](hc *http.Client, path string, max int) *resource[T] {
	return &resource[T]{hc: hc, path: path, retrier: Retrier[*T]{Max: max, Pause: time.Second}}
}

func (r *resource[T]) fetch(ctx context.Context, id string) (*T, error) {
	return r.retrier.Do(ctx, func(ctx context.Context) (*T, error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.path+id, nil)
		if err != nil {
			return nil, err
		}
		resp, err := r.hc.Do(req)
		if err != nil {
			return nil, err
		}
		defer resp.Body.Close()
		out := new(T)
		return out, json.NewDecoder(resp.Body).Decode(out)
	})
}

type (
	book   struct{ Title string }
	author struct{ Name string }
)

// fetcher is what handlers need of a resource.
type fetcher[T any] interface {
	fetch(ctx context.Context, id string) (*T, error)
}

func show[T any](f fetcher[T]) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		v, err := f.fetch(r.Context(), r.PathValue("id"))
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		_ = json.NewEncoder(w).Encode(v)
	}
}

//amplify:entry "GET /books/{id}" net/http.(*Client).Do 3
//amplify:entry "GET /authors/{id}" net/http.(*Client).Do 5
func main() {
	hc := &http.Client{Timeout: time.Second}
	books := newResource[book](hc, "https://books.example.test/", 3)
	authors := newResource[author](hc, "https://authors.example.test/", 5)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /books/{id}", show[book](books))
	mux.HandleFunc("GET /authors/{id}", show[author](authors))
	log.Fatal(http.ListenAndServe(":8080", mux))
}
