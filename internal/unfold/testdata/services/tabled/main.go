// Command tabled has its routes in a table.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"
	"time"
)

type route struct {
	method, path string
	handler      http.HandlerFunc
	wraps        []func(http.HandlerFunc) http.HandlerFunc
}

type server struct {
	hc  *http.Client
	url string
}

func (s *server) routes() []route {
	return []route{
		{"GET", "/seats/{id}", s.seat, nil},
		{"POST", "/seats/{id}", s.book, []func(http.HandlerFunc) http.HandlerFunc{logged}},
		{method: "DELETE", path: "/seats/{id}", handler: s.free},
	}
}

//amplify:entry "GET /v1/seats/{id}" net/http.(*Client).Do 1
func (s *server) seat(w http.ResponseWriter, r *http.Request) {
	if err := s.do(r.Context(), http.MethodGet); err != nil {
		w.WriteHeader(http.StatusBadGateway)
	}
}

// book counts what has gone wrong, and not the attempts.
//
//amplify:entry "POST /v1/seats/{id}" net/http.(*Client).Do 4
func (s *server) book(w http.ResponseWriter, r *http.Request) {
	const allowed = 3
	var errs []error
	for len(errs) <= allowed {
		err := s.do(r.Context(), http.MethodPut)
		if err == nil {
			return
		}
		errs = append(errs, err)
		time.Sleep(100 * time.Millisecond)
	}
	http.Error(w, errors.Join(errs...).Error(), http.StatusBadGateway)
}

//amplify:entry "DELETE /v1/seats/{id}" net/http.(*Client).Do 2
func (s *server) free(w http.ResponseWriter, r *http.Request) {
	ok := false
	for i := 0; i < 2 && !ok; i++ {
		ok = s.do(r.Context(), http.MethodDelete) == nil
	}
	if !ok {
		w.WriteHeader(http.StatusBadGateway)
	}
}

func logged(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		log.Print(r.URL)
		next(w, r)
	}
}

func (s *server) do(ctx context.Context, method string) error {
	req, err := http.NewRequestWithContext(ctx, method, s.url, nil)
	if err != nil {
		return err
	}
	resp, err := s.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return fmt.Errorf("seats: %s", resp.Status)
	}
	return nil
}

func main() {
	s := &server{hc: &http.Client{Timeout: time.Second}, url: "https://hall.example.test"}
	mux := http.NewServeMux()
	for _, rt := range s.routes() {
		h := rt.handler
		for _, wrap := range rt.wraps {
			h = wrap(h)
		}
		mux.HandleFunc(rt.method+" /v1"+rt.path, h)
	}
	log.Fatal(http.ListenAndServe(":8080", mux))
}
