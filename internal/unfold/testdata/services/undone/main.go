// Command undone takes back what it did, in deferred calls that ask how it went.
package main

import (
	"log"
	"net/http"
	"time"
)

func call(path string, n int) error {
	var err error
	for range n {
		var r *http.Response
		if r, err = http.Get("http://ledger" + path); err == nil {
			r.Body.Close()
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func undo() error {
	var err error
	for range 5 {
		var r *http.Response
		if r, err = http.Post("http://ledger/undo", "", nil); err == nil {
			r.Body.Close()
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

//amplify:entry "GET /flag" net/http.Get 3
//amplify:entry "GET /flag" net/http.Post 5
func flagged(w http.ResponseWriter, r *http.Request) {
	committed := false
	defer func() {
		if !committed {
			undo()
		}
	}()
	if err := call("/a", 3); err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	committed = true
}

//amplify:entry "GET /returned" net/http.Get 3
//amplify:entry "GET /returned" net/http.Post 5
func returned() (err error) {
	committed := false
	defer func() {
		if !committed {
			undo()
		}
	}()
	if err := call("/a", 3); err != nil {
		return err
	}
	committed = true
	return nil
}

type tx struct{ closed bool }

func (t *tx) Commit() error { t.closed = true; return call("/commit", 2) }
func (t *tx) Close() error {
	if t.closed {
		return nil
	}
	t.closed = true
	return undo()
}

//amplify:entry "GET /tx" net/http.Get 4
//amplify:entry "GET /tx" net/http.Post 5
func inTx(f func(t *tx) error) error {
	t := &tx{}
	defer t.Close()
	if err := f(t); err != nil {
		return err
	}
	return t.Commit()
}

func main() {
	http.HandleFunc("GET /flag", flagged)
	http.HandleFunc("GET /returned", func(w http.ResponseWriter, r *http.Request) { returned() })
	http.HandleFunc("GET /tx", func(w http.ResponseWriter, r *http.Request) { inTx(func(t *tx) error { return call("/b", 4) }) })
	http.HandleFunc("GET /err", func(w http.ResponseWriter, r *http.Request) { failed() })
	log.Fatal(http.ListenAndServe(":8080", nil))
}

//amplify:entry "GET /err" net/http.Get 3
//amplify:entry "GET /err" net/http.Post 5
func failed() (err error) {
	defer func() {
		if err != nil {
			undo()
		}
	}()
	if err = call("/a", 3); err != nil {
		return err
	}
	return nil
}
