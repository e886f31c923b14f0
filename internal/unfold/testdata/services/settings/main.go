// Command settings makes clients of one type in several ways.
package main

import (
	"log"
	"net/http"

	"example.test/services/settings/client"
)

type server struct {
	byDefault  *client.Client // 3
	embedded   *client.Client // 2
	overridden *client.Client // first 2, then 5
	regions    map[string]*client.Client
	transport  *client.Client
}

func newServer() *server {
	opts := []client.Option{client.WithAttempts(2)}
	opts = append(opts, client.WithAttempts(5))
	return &server{
		byDefault:  client.New(client.Config{URL: "https://a.example.test"}),
		embedded:   client.New(client.Config{Retry: client.Retry{Attempts: 2}, URL: "https://b.example.test"}),
		overridden: client.New(client.Config{URL: "https://c.example.test"}, opts...),
		regions: map[string]*client.Client{
			"eu": client.New(client.Config{}, client.WithAttempts(4)),
			"us": client.New(client.Config{}, client.WithAttempts(6)),
		},
		transport: client.New(client.Config{}, client.WithAttempts(1), client.WithTransport(&twice{http.DefaultTransport})),
	}
}

// twice sends what has failed a second time.
type twice struct{ base http.RoundTripper }

func (t *twice) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := t.base.RoundTrip(r)
	if err != nil || resp.StatusCode >= 500 {
		return t.base.RoundTrip(r)
	}
	return resp, nil
}

//amplify:entry "GET /default" net/http.(*Client).Do 3
func (s *server) a(w http.ResponseWriter, r *http.Request) {
	answer(w, s.byDefault.Get(r.Context(), "/"))
}

//amplify:entry "GET /embedded" net/http.(*Client).Do 2
func (s *server) b(w http.ResponseWriter, r *http.Request) {
	answer(w, s.embedded.Get(r.Context(), "/"))
}

//amplify:entry "GET /overridden" net/http.(*Client).Do 5
func (s *server) c(w http.ResponseWriter, r *http.Request) {
	answer(w, s.overridden.Get(r.Context(), "/"))
}

// eu takes one of the clients by a name that is known.
//
//amplify:entry "GET /eu" net/http.(*Client).Do 4
func (s *server) eu(w http.ResponseWriter, r *http.Request) {
	answer(w, s.regions["eu"].Get(r.Context(), "/"))
}

// region takes any of them: the worse one counts.
//
//amplify:entry "GET /regions/{region}" net/http.(*Client).Do 6
func (s *server) region(w http.ResponseWriter, r *http.Request) {
	c, ok := s.regions[r.PathValue("region")]
	if !ok {
		http.NotFound(w, r)
		return
	}
	answer(w, c.Get(r.Context(), "/"))
}

//amplify:entry "GET /transport" net/http.(RoundTripper).RoundTrip 2
func (s *server) d(w http.ResponseWriter, r *http.Request) {
	answer(w, s.transport.Get(r.Context(), "/"))
}

//amplify:entry "PUT /default" net/http.(*Client).Do 3
func (s *server) e(w http.ResponseWriter, r *http.Request) {
	answer(w, s.byDefault.Put(r.Context(), "/"))
}

//amplify:entry "PUT /embedded" net/http.(*Client).Do 2
func (s *server) f(w http.ResponseWriter, r *http.Request) {
	answer(w, s.embedded.Put(r.Context(), "/"))
}

func answer(w http.ResponseWriter, err error) {
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

func main() {
	s := newServer()
	http.HandleFunc("GET /default", s.a)
	http.HandleFunc("GET /embedded", s.b)
	http.HandleFunc("GET /overridden", s.c)
	http.HandleFunc("GET /eu", s.eu)
	http.HandleFunc("GET /regions/{region}", s.region)
	http.HandleFunc("GET /transport", s.d)
	http.HandleFunc("PUT /default", s.e)
	http.HandleFunc("PUT /embedded", s.f)
	log.Fatal(http.ListenAndServe(":8080", nil))
}
