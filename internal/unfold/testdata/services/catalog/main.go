// Command catalog serves the product catalog from the search service.
package main

import (
	"log"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	"example.test/services/catalog/search"
)

type api struct {
	browse *search.Client // patient
	typing *search.Client // as the user types
}

func newAPI(hc *http.Client, url string) *api {
	return &api{
		browse: search.New(url, search.WithHTTPClient(hc), search.WithRetries(5), search.WithBackoff(100*time.Millisecond)),
		typing: search.New(url, search.WithHTTPClient(hc), search.WithoutRetries()),
	}
}

//amplify:entry "DELETE /v1/products/{sku}" net/http.(*Client).Do 6
func (a *api) routes() http.Handler {
	r := chi.NewRouter()
	r.Use(middleware.RequestID, middleware.Recoverer)
	r.Route("/v1", func(r chi.Router) {
		r.Get("/products", a.list)
		r.Get("/suggest", a.suggest)
		r.Post("/products/{sku}/reindex", a.reindex)
		r.Delete("/products/{sku}", func(w http.ResponseWriter, r *http.Request) {
			if _, err := a.browse.Query(r.Context(), "drop:"+chi.URLParam(r, "sku")); err != nil {
				http.Error(w, err.Error(), http.StatusBadGateway)
			}
		})
	})
	return r
}

// list tries the whole search twice: the second time without the filter.
//
//amplify:entry "GET /v1/products" net/http.(*Client).Do 12
func (a *api) list(w http.ResponseWriter, r *http.Request) {
	var (
		body []byte
		err  error
	)
	for try := 0; try < 2; try++ {
		q := r.URL.Query().Get("q")
		if try > 0 {
			q = ""
		}
		if body, err = a.browse.Query(r.Context(), q); err == nil {
			_, _ = w.Write(body)
			return
		}
	}
	http.Error(w, err.Error(), http.StatusBadGateway)
}

//amplify:entry "GET /v1/suggest" net/http.(*Client).Do 1
func (a *api) suggest(w http.ResponseWriter, r *http.Request) {
	body, err := a.typing.Query(r.Context(), r.URL.Query().Get("q"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	_, _ = w.Write(body)
}

//amplify:entry "POST /v1/products/{sku}/reindex" net/http.(*Client).Do 3
func (a *api) reindex(w http.ResponseWriter, r *http.Request) {
	// The default number of retries is right here.
	c := search.New(a.browse.URL(), search.WithHTTPClient(a.browse.HTTPClient()))
	if _, err := c.Query(r.Context(), "reindex:"+chi.URLParam(r, "sku")); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

func main() {
	a := newAPI(&http.Client{Timeout: 2 * time.Second}, "http://search.example.test")
	log.Fatal(http.ListenAndServe(":8080", a.routes()))
}
