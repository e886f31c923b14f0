// Command devices is the registry of the devices in the field.
package main

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"net/http"
	"time"

	"example.test/services/devices/pipe"
)

type registry struct {
	call pipe.Doer
	url  string
}

func newRegistry(base pipe.Doer, url string) *registry {
	return &registry{
		url: url,
		call: pipe.Chain(base,
			pipe.UserAgent("devices/1.4"),
			pipe.Retry(3, 300*time.Millisecond),
			pipe.Log,
		),
	}
}

func (g *registry) forward(method, path string, body []byte) error {
	req, err := http.NewRequest(method, g.url+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	resp, err := g.call(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return fmt.Errorf("registry: %s", resp.Status)
	}
	return nil
}

//amplify:entry "GET /devices/{id}" net/http.(*Client).Do 3
func (g *registry) get(w http.ResponseWriter, r *http.Request) {
	if err := g.forward(http.MethodGet, "/d/"+r.PathValue("id"), nil); err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
	}
}

//amplify:entry "PUT /devices/{id}" net/http.(*Client).Do 6
func (g *registry) put(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if err := g.forward(http.MethodPut, "/d/"+r.PathValue("id"), body); err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// wipe asks for the wipe through a function that tries again by itself.
//
//amplify:entry "POST /devices/{id}/wipe" net/http.(*Client).Do 30
func (g *registry) wipe(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	wipe := stubborn(5, func() error { return g.forward(http.MethodPost, "/d/"+id+"/wipe", nil) })
	if err := wipe(); err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
	}
}

// stubborn returns fn with n tries.
func stubborn(n int, fn func() error) func() error {
	return func() (err error) {
		for ; n > 0; n-- {
			if err = fn(); err == nil {
				return nil
			}
		}
		return err
	}
}

// again runs next a second time when it said 503. The answer is held back
// until it is known which one goes out.
func again(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		for try := 1; ; try++ {
			r.Body = io.NopCloser(bytes.NewReader(body))
			held := &heldResponse{header: http.Header{}, code: http.StatusOK}
			next(held, r)
			if held.code != http.StatusServiceUnavailable || try == 2 {
				held.release(w)
				return
			}
			time.Sleep(time.Second)
		}
	}
}

type heldResponse struct {
	header http.Header
	code   int
	body   bytes.Buffer
}

func (h *heldResponse) Header() http.Header         { return h.header }
func (h *heldResponse) WriteHeader(code int)        { h.code = code }
func (h *heldResponse) Write(b []byte) (int, error) { return h.body.Write(b) }
func (h *heldResponse) release(w http.ResponseWriter) {
	for k, v := range h.header {
		w.Header()[k] = v
	}
	w.WriteHeader(h.code)
	_, _ = h.body.WriteTo(w)
}

func (g *registry) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /devices/{id}", g.get)
	mux.HandleFunc("PUT /devices/{id}", again(g.put))
	mux.HandleFunc("POST /devices/{id}/wipe", again(g.wipe))
	return mux
}

func main() {
	hc := &http.Client{Timeout: 5 * time.Second}
	log.Fatal(http.ListenAndServe(":8080", newRegistry(hc.Do, "https://registry.example.test").routes()))
}
