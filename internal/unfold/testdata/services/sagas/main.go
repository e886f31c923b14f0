// Command sagas runs steps, and takes back what was done when one fails.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"
)

// Travel is the other side.
type Travel interface {
	Reserve(ctx context.Context) error
	Cancel(ctx context.Context) error
	Book(ctx context.Context) error
	Charge(ctx context.Context) error
}

type step struct {
	do, undo func(context.Context) error
	tries    int
}

type saga struct{ steps []step }

func (s *saga) add(tries int, do, undo func(context.Context) error) *saga {
	s.steps = append(s.steps, step{do, undo, tries})
	return s
}

func (s *saga) run(ctx context.Context) error {
	for i, st := range s.steps {
		if err := again(ctx, st.tries, st.do); err != nil {
			return errors.Join(fmt.Errorf("step %d: %w", i, err), s.back(ctx, i))
		}
	}
	return nil
}

func (s *saga) back(ctx context.Context, n int) error {
	var errs []error
	for i := n - 1; i >= 0; i-- {
		if s.steps[i].undo != nil {
			errs = append(errs, again(ctx, 5, s.steps[i].undo))
		}
	}
	return errors.Join(errs...)
}

func again(ctx context.Context, n int, f func(context.Context) error) (err error) {
	for range n {
		if err = f(ctx); err == nil {
			return nil
		}
	}
	return err
}

type server struct{ travel Travel }

//amplify:entry "POST /trips" example.test/services/sagas.(Travel).Reserve 3
//amplify:entry "POST /trips" example.test/services/sagas.(Travel).Cancel 5
//amplify:entry "POST /trips" example.test/services/sagas.(Travel).Book 2
func (s *server) trip(w http.ResponseWriter, r *http.Request) {
	trip := new(saga).add(3, s.travel.Reserve, s.travel.Cancel)
	trip.add(2, s.travel.Book, nil).add(1, s.travel.Charge, nil)
	if err := trip.run(r.Context()); err != nil {
		http.Error(w, err.Error(), http.StatusConflict)
	}
}

// quick takes back in a defer what is in a list by then.
//
//amplify:entry "POST /quick" example.test/services/sagas.(Travel).Cancel 4
//amplify:entry "POST /quick" example.test/services/sagas.(Travel).Charge 2
func (s *server) quick(w http.ResponseWriter, r *http.Request) {
	var undo []func() error
	var err error
	defer func() {
		if err == nil {
			return
		}
		for i := len(undo) - 1; i >= 0; i-- {
			if uerr := undo[i](); uerr != nil {
				log.Print(uerr)
			}
		}
	}()
	if err = s.travel.Reserve(r.Context()); err != nil {
		return
	}
	undo = append(undo, func() error { return again(r.Context(), 4, s.travel.Cancel) })
	if err = s.travel.Charge(r.Context()); err != nil {
		err = s.travel.Charge(r.Context())
	}
}

// list leaves at the first step that fails.
//
//amplify:entry "POST /list" example.test/services/sagas.(Travel).Reserve 3
//amplify:entry "POST /list" example.test/services/sagas.(Travel).Book 2
func (s *server) list(w http.ResponseWriter, r *http.Request) {
	for _, st := range []step{{s.travel.Reserve, nil, 3}, {s.travel.Book, nil, 2}, {s.travel.Charge, nil, 1}} {
		if err := again(r.Context(), st.tries, st.do); err != nil {
			return
		}
	}
}

func main() {
	s := &server{}
	http.HandleFunc("POST /trips", s.trip)
	http.HandleFunc("POST /quick", s.quick)
	http.HandleFunc("POST /list", s.list)
	log.Fatal(http.ListenAndServe(":8080", nil))
}
