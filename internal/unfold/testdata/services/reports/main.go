// Command reports shows the reports of the data warehouse.
package main

import (
	"context"
	"log"
	"net/http"
	"time"

	"example.test/services/reports/warehouse"
)

type server struct {
	wh *warehouse.Client
}

// show renders the report anew when asked to, else the stored one is good.
//
//amplify:entry "GET /reports/{id}" net/http.(*Client).Do 9
func (s *server) show(w http.ResponseWriter, r *http.Request) {
	var (
		body []byte
		err  error
	)
	id := r.PathValue("id")
	if r.URL.Query().Get("fresh") == "1" {
		body, err = s.render(r.Context(), id)
	} else {
		body, err = s.wh.Fetch(r.Context(), id, 5)
	}
	s.answer(w, body, err)
}

// render asks for the report up to three times.
func (s *server) render(ctx context.Context, id string) (body []byte, err error) {
	for n := 0; n < 3; n++ {
		if body, err = s.wh.Fetch(ctx, id, 3); err == nil {
			return body, nil
		}
		time.Sleep(2 * time.Second)
	}
	return nil, err
}

// export takes the fresh one, and the stored one if there is no fresh one.
//
//amplify:entry "GET /reports/{id}/export" net/http.(*Client).Do 13
func (s *server) export(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	body, err := s.render(r.Context(), id)
	if err != nil {
		log.Printf("export %s: %v, falling back", id, err)
		body, err = s.wh.Fetch(r.Context(), id, 4)
	}
	s.answer(w, body, err)
}

// thumb picks the patience by the kind of the client.
//
//amplify:entry "GET /reports/{id}/thumb" net/http.(*Client).Do 8
func (s *server) thumb(w http.ResponseWriter, r *http.Request) {
	attempts := 1
	switch r.Header.Get("X-Client") {
	case "batch":
		attempts = 8
	case "mobile":
		attempts = 2
	}
	body, err := s.wh.Fetch(r.Context(), r.PathValue("id"), attempts)
	s.answer(w, body, err)
}

// raw makes a handler with the given patience.
//
//amplify:entry "GET /reports/{id}/raw" net/http.(*Client).Do 2
//amplify:entry "GET /internal/reports/{id}/raw" net/http.(*Client).Do 7
func (s *server) raw(attempts int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := s.wh.Fetch(r.Context(), r.PathValue("id")+".raw", attempts)
		s.answer(w, body, err)
	}
}

func (s *server) answer(w http.ResponseWriter, body []byte, err error) {
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	_, _ = w.Write(body)
}

func (s *server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /reports/{id}", s.show)
	mux.HandleFunc("GET /reports/{id}/export", s.export)
	mux.HandleFunc("GET /reports/{id}/thumb", s.thumb)
	mux.Handle("GET /reports/{id}/raw", s.raw(2))
	mux.Handle("GET /internal/reports/{id}/raw", s.raw(7))
	return mux
}

func main() {
	s := &server{wh: warehouse.New(&http.Client{Timeout: time.Minute}, "https://warehouse.example.test")}
	log.Fatal(http.ListenAndServe(":8080", s.routes()))
}
