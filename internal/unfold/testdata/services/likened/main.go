// Command likened serves routes of routers that the catalog does not have.
package main

import (
	"context"
	"errors"
	"log"
	"net/http"
	"time"

	"example.test/roads"
)

var client = &http.Client{Timeout: time.Second}

func fetch(ctx context.Context, path string, times int) error {
	var err error
	for range times {
		var req *http.Request
		if req, err = http.NewRequestWithContext(ctx, http.MethodGet, "http://depot"+path, nil); err != nil {
			return err
		}
		var resp *http.Response
		if resp, err = client.Do(req); err == nil {
			resp.Body.Close()
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return errors.Join(errors.New("depot"), err)
}

//amplify:entry "GET /parts" net/http.(*Client).Do 3
func parts(w http.ResponseWriter, r *http.Request) {
	if err := fetch(r.Context(), "/parts", 3); err != nil {
		w.WriteHeader(http.StatusBadGateway)
	}
}

//amplify:entry "POST /api/orders" net/http.(*Client).Do 8
func order(w http.ResponseWriter, r *http.Request) {
	for range 2 {
		if fetch(r.Context(), "/orders", 4) == nil {
			return
		}
	}
	w.WriteHeader(http.StatusBadGateway)
}

type stock struct{ times int }

//amplify:entry "DELETE /stock" net/http.(*Client).Do 5
func (s stock) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if err := fetch(r.Context(), "/stock", s.times); err != nil {
		w.WriteHeader(http.StatusBadGateway)
	}
}

// audited asks before each request.
func audited(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if fetch(r.Context(), "/audit", 2) != nil {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

//amplify:entry "PATCH /audited" net/http.(*Client).Do 2
func nothing(w http.ResponseWriter, r *http.Request) {}

//amplify:entry "GET /e/{id}" net/http.(*Client).Do 6
func one(c *roads.Context) {
	if fetch(context.Background(), "/e", 6) != nil {
		c.Status(http.StatusBadGateway)
	}
}

//amplify:entry "PUT /v2/e/{id}" net/http.(*Client).Do 7
func put(c *roads.Context) {
	if fetch(context.Background(), "/e", 7) != nil {
		c.Status(http.StatusBadGateway)
	}
}

//amplify:entry "PUT /v2/deep/e" net/http.(*Client).Do 9
func deep(c *roads.Context) {
	if fetch(context.Background(), "/deep", 9) != nil {
		c.Status(http.StatusBadGateway)
	}
}

//amplify:entry "/kinds" net/http.(*Client).Do 10
func kinds(w http.ResponseWriter, r *http.Request) {
	roads.Methods{"GET": http.HandlerFunc(listKinds), "PUT": http.HandlerFunc(putKind)}.ServeHTTP(w, r)
}

func listKinds(w http.ResponseWriter, r *http.Request) { _ = fetch(r.Context(), "/kinds", 2) }
func putKind(w http.ResponseWriter, r *http.Request)   { _ = fetch(r.Context(), "/kinds", 10) }

func main() {
	r := roads.New()
	r.HandleFunc("/kinds", kinds)
	r.Get("/parts", parts)
	r.WithPrefix("/api").Post("/orders", order)
	r.Handle("DELETE", "/stock", roads.Instrument("/stock", stock{times: 5}))
	guarded := roads.New()
	guarded.Use(audited)
	guarded.HandleFunc("PATCH /audited", nothing)

	e := roads.NewEngine()
	e.GET("/e/{id}", func(c *roads.Context) {}, one)
	v2 := e.Group("/v2")
	v2.PUT("/e/{id}", put)
	v2.Route("/deep", func(sub *roads.Part) { sub.PUT("/e", deep) })
	go func() { log.Fatal(e.Run(":8081")) }()
	log.Fatal(http.ListenAndServe(":8080", r))
}
