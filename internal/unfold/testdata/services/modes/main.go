// Command modes has middleware that is there in another mode only, and then lets
// nothing through.
package main

import (
	"log"
	"net/http"
	"os"
	"time"

	"github.com/gorilla/mux"
)

// again tries the handler's upstream three times.
func again(url string) (err error) {
	for range 3 {
		var resp *http.Response
		if resp, err = http.Get(url); err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}

//amplify:entry "GET /v1/users" net/http.Get 3
func users(w http.ResponseWriter, r *http.Request) {
	if again(os.Getenv("USERS")) != nil {
		w.WriteHeader(http.StatusBadGateway)
	}
}

//amplify:entry "GET /pages" net/http.Get 3
func pages(w http.ResponseWriter, r *http.Request) {
	if again(os.Getenv("PAGES")) != nil {
		w.WriteHeader(http.StatusBadGateway)
	}
}

func closed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Error(w, "we are closed", http.StatusServiceUnavailable)
	})
}

func logged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		log.Print(r.URL)
		next.ServeHTTP(w, r)
	})
}

func main() {
	router := mux.NewRouter()
	if os.Getenv("CLOSED") != "" {
		router.Use(closed)
	}
	router.Use(logged)
	v1 := router.PathPrefix("/v1").Subrouter()
	v1.Use(logged)
	v1.HandleFunc("/users", users).Methods(http.MethodGet)
	router.HandleFunc("/pages", pages).Methods(http.MethodGet)
	log.Fatal(http.ListenAndServe(":8080", router))
}
