// Command housed keeps its router in the server whose methods are the handlers.
package main

import (
	"encoding/json"
	"errors"
	"log"
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/go-chi/chi/v5"
)

type server struct {
	mux    *http.ServeMux
	engine *gin.Engine
	log    *log.Logger
	tries  int
}

func (s *server) get(url string) error {
	var err error
	for range s.tries {
		var resp *http.Response
		if resp, err = http.Get(url); err == nil {
			resp.Body.Close()
			return nil
		}
	}
	return err
}

//amplify:entry "GET /rooms" net/http.Get 3
func (s *server) rooms(w http.ResponseWriter, r *http.Request) {
	if err := s.get("https://rooms.example.test"); err != nil {
		s.log.Print(err)
		w.WriteHeader(http.StatusBadGateway)
	}
}

//amplify:entry "GET /keys" net/http.Get 6
func (s *server) keys() http.HandlerFunc {
	urls := []string{"https://a.example.test", "https://b.example.test"}
	return func(w http.ResponseWriter, r *http.Request) {
		var err error
		for _, u := range urls {
			if err = s.get(u); err == nil {
				return
			}
		}
		s.log.Print(err)
		w.WriteHeader(http.StatusBadGateway)
	}
}

//amplify:entry "GET /beds" net/http.Get 3
func (s *server) beds(c *gin.Context) {
	if err := s.get("https://beds.example.test"); err != nil {
		c.AbortWithStatus(http.StatusBadGateway)
	}
}

// handler is the form of the handlers that leave the answer to a failure to the router.
type handler func(w http.ResponseWriter, r *http.Request) error

// router is the house's own.
type router struct {
	chi chi.Router
	log *log.Logger
}

func (rt *router) get(path string, h handler) {
	rt.chi.Get(path, func(w http.ResponseWriter, r *http.Request) {
		if err := h(w, r); err != nil {
			rt.log.Print(err)
			w.WriteHeader(http.StatusInternalServerError)
			_ = json.NewEncoder(w).Encode(err.Error())
		}
	})
}

func (rt *router) group(path string, add func(*router)) {
	rt.chi.Route(path, func(r chi.Router) { add(&router{r, rt.log}) })
}

type controller interface{ register(*router) }

type guests struct{ s *server }

func (g guests) register(rt *router) {
	rt.group("/guests", func(rt *router) {
		rt.get("/{id}", g.show)
	})
}

//amplify:entry "GET /guests/{id}" net/http.Get 6
func (g guests) show(w http.ResponseWriter, r *http.Request) error {
	if err := g.s.get("https://guests.example.test"); err != nil {
		return errors.Join(err, g.s.get("https://guests.example.test"))
	}
	return nil
}

type bills struct{ s *server }

//amplify:entry "GET /bills" net/http.Get 3
func (b bills) register(rt *router) {
	rt.get("/bills", func(w http.ResponseWriter, r *http.Request) error { return b.s.get("https://bills.example.test") })
}

func main() {
	s := &server{mux: http.NewServeMux(), engine: gin.New(), log: log.Default(), tries: 3}
	s.mux.HandleFunc("GET /rooms", s.rooms)
	s.mux.HandleFunc("GET /keys", s.keys())
	s.engine.GET("/beds", s.beds)
	rt := &router{chi.NewRouter(), log.Default()}
	for _, c := range []controller{guests{s}, bills{s}} {
		c.register(rt)
	}
	go http.ListenAndServe(":8081", s.mux)
	go s.engine.Run(":8082")
	log.Fatal(http.ListenAndServe(":8080", rt.chi))
}
