// Command cached has a redis in front of it, with three settings.
package main

import (
	"context"
	"log"
	"net/http"
	"time"

	"github.com/redis/go-redis/v9"
)

type server struct {
	usual, fewer, never *redis.Client
	store               redis.Cmdable
}

//amplify:entry "GET /usual" github.com/redis/go-redis/v9.(cmdable).Get 4
func (s *server) a(w http.ResponseWriter, r *http.Request) {
	if _, err := s.usual.Get(r.Context(), "a").Result(); err != nil {
		w.WriteHeader(http.StatusInternalServerError)
	}
}

//amplify:entry "GET /fewer" github.com/redis/go-redis/v9.(cmdable).Get 3
func (s *server) b(w http.ResponseWriter, r *http.Request) {
	if err := s.fewer.Get(r.Context(), "b").Err(); err != nil {
		w.WriteHeader(http.StatusInternalServerError)
	}
}

//amplify:entry "GET /never" github.com/redis/go-redis/v9.(cmdable).Incr 2
func (s *server) c(w http.ResponseWriter, r *http.Request) {
	for i := 0; i < 2; i++ {
		if _, err := s.never.Incr(r.Context(), "c").Result(); err == nil {
			return
		}
	}
	w.WriteHeader(http.StatusInternalServerError)
}

// d goes through an interface of the library.
//
//amplify:entry "POST /store" github.com/redis/go-redis/v9.(cmdable).Set 6
func (s *server) d(w http.ResponseWriter, r *http.Request) {
	err := s.set(r.Context())
	if err != nil {
		err = s.set(r.Context())
	}
	if err != nil {
		w.WriteHeader(http.StatusInternalServerError)
	}
}

func (s *server) set(ctx context.Context) error {
	return s.store.Set(ctx, "d", 1, time.Hour).Err()
}

func main() {
	s := &server{
		usual: redis.NewClient(&redis.Options{Addr: "a:6379"}),
		fewer: redis.NewClient(&redis.Options{Addr: "b:6379", MaxRetries: 2}),
		never: redis.NewClient(&redis.Options{Addr: "c:6379", MaxRetries: -1}),
	}
	s.store = s.fewer
	mux := http.NewServeMux()
	mux.HandleFunc("GET /usual", s.a)
	mux.HandleFunc("GET /fewer", s.b)
	mux.HandleFunc("GET /never", s.c)
	mux.HandleFunc("POST /store", s.d)
	log.Fatal(http.ListenAndServe(":8080", mux))
}
