// Command mounted has one ServeMux below another.
package main

import (
	"errors"
	"log"
	"net/http"
	"time"
)

type app struct{ url string }

func (a *app) call(path string) error {
	resp, err := http.Get(a.url + path)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return errors.New(resp.Status)
	}
	return nil
}

// users tries for as long as the table of pauses goes, and once more.
//
//amplify:entry "POST /admin/users" net/http.Get 3
//amplify:entry "POST /users" net/http.Get none
func (a *app) users(w http.ResponseWriter, _ *http.Request) {
	err := a.call("/users")
	for _, pause := range []time.Duration{time.Second, 5 * time.Second} {
		if err == nil {
			return
		}
		time.Sleep(pause)
		err = a.call("/users")
	}
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
	}
}

//amplify:entry "/admin/teams" net/http.Get 1
func (a *app) teams(w http.ResponseWriter, _ *http.Request) {
	if err := a.call("/teams"); err != nil {
		w.WriteHeader(http.StatusBadGateway)
	}
}

// log is below a handler that is below the prefix.
//
//amplify:entry "GET /audit/log" net/http.Get 2
func (a *app) log(w http.ResponseWriter, _ *http.Request) {
	err := a.call("/log")
	if err != nil {
		err = a.call("/log")
	}
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
	}
}

// limited is a handler around another.
type limited struct{ next http.Handler }

func (l limited) ServeHTTP(w http.ResponseWriter, r *http.Request) { l.next.ServeHTTP(w, r) }

//amplify:entry "GET /status" net/http.Get 2
func (a *app) status(w http.ResponseWriter, _ *http.Request) {
	if a.call("/status") == nil {
		return
	}
	if a.call("/status") == nil {
		return
	}
	w.WriteHeader(http.StatusServiceUnavailable)
}

func main() {
	a := &app{url: "https://directory.example.test"}
	admin := http.NewServeMux()
	admin.HandleFunc("POST /users", a.users)
	admin.HandleFunc("/teams", a.teams)
	audit := http.NewServeMux()
	audit.HandleFunc("GET /log", a.log)
	root := http.NewServeMux()
	root.Handle("/admin/", http.StripPrefix("/admin", admin))
	root.Handle("/audit/", http.StripPrefix("/audit", limited{audit}))
	root.Handle("GET /status", limited{http.HandlerFunc(a.status)})
	srv := &http.Server{Addr: ":8080", Handler: root, ReadHeaderTimeout: time.Second}
	log.Fatal(srv.ListenAndServe())
}
