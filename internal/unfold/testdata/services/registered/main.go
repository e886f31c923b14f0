// Command registered collects its handlers and jobs in lists before it runs them.
package main

import (
	"context"
	"log"
	"net/http"
	"time"
)

type route struct {
	pattern string
	handler http.HandlerFunc
}

type server struct {
	routes []route
	jobs   []job
	hooks  map[string]http.HandlerFunc
}

type job interface {
	run(ctx context.Context) error
}

type report struct{ url string }

// run is one of the jobs.
//
//amplify:entry "report.run" net/http.Get 4
func (j report) run(context.Context) error { return get(j.url, 4) }

func (s *server) every(j job) { s.jobs = append(s.jobs, j) }

// start runs the jobs, each by itself.
func (s *server) start(ctx context.Context) {
	for _, j := range s.jobs {
		go func() {
			for range time.Tick(time.Minute) {
				if err := j.run(ctx); err != nil {
					log.Print(err)
				}
			}
		}()
	}
}

func (s *server) hook(name string, h http.HandlerFunc) { s.hooks[name] = h }

func (s *server) add(pattern string, h http.HandlerFunc) {
	s.routes = append(s.routes, route{pattern, h})
}

func (s *server) mount(mux *http.ServeMux) {
	for _, r := range s.routes {
		mux.HandleFunc(r.pattern, r.handler)
	}
	for name, h := range s.hooks {
		mux.HandleFunc("POST /hooks/"+name, h)
	}
}

func get(url string, n int) (err error) {
	for range n {
		var resp *http.Response
		if resp, err = http.Get(url); err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}

//amplify:entry "GET /a" net/http.Get 3
func a(w http.ResponseWriter, r *http.Request) {
	if get("https://a.example.test", 3) != nil {
		w.WriteHeader(http.StatusBadGateway)
	}
}

//amplify:entry "GET /b" net/http.Get 2
func b(w http.ResponseWriter, r *http.Request) {
	if get("https://b.example.test", 2) != nil {
		w.WriteHeader(http.StatusBadGateway)
	}
}

//amplify:entry "GET /c" net/http.Get 5
func c(w http.ResponseWriter, r *http.Request) {
	if get("https://c.example.test", 5) != nil {
		w.WriteHeader(http.StatusBadGateway)
	}
}

//amplify:entry "POST /hooks/paid" net/http.Get 6
func paid(w http.ResponseWriter, r *http.Request) {
	if get("https://d.example.test", 6) != nil {
		w.WriteHeader(http.StatusBadGateway)
	}
}

func main() {
	s := &server{routes: []route{{"GET /a", a}}, hooks: map[string]http.HandlerFunc{}}
	s.hook("paid", paid)
	s.every(report{"https://e.example.test"})
	s.start(context.Background())
	s.add("GET /b", b)
	s.add("GET /c", c)
	mux := http.NewServeMux()
	s.mount(mux)
	log.Fatal(http.ListenAndServe(":8080", mux))
}
