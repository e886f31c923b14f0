// Command policies keeps its retriers in package variables and in objects that say
// when it is enough.
package main

import (
	"errors"
	"log"
	"net/http"
	"os"
	"strconv"
	"time"
)

type policy struct {
	max   int
	pause time.Duration
}

func (p policy) run(f func() error) error {
	for n := 1; ; n++ {
		err := f()
		if err == nil {
			return nil
		}
		if n >= p.max {
			return err
		}
		time.Sleep(p.pause)
	}
}

// budget is what is left of the attempts.
type budget struct{ left int }

func (b *budget) take() bool {
	b.left--
	return b.left > 0
}

var (
	quick = policy{max: 2, pause: time.Second}
	usual = &policy{max: 3, pause: time.Second}
	tuned = policy{max: limit("TRIES", 4)}
	named = map[string]policy{"read": {max: 5}, "write": {max: 1}}
)

func limit(name string, or int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return or
}

//amplify:entry "GET /quick" net/http.Get 2
func a(w http.ResponseWriter, _ *http.Request) { answer(w, quick.run(get)) }

//amplify:entry "GET /usual" net/http.Get 3
func b(w http.ResponseWriter, _ *http.Request) { answer(w, usual.run(get)) }

//amplify:entry "GET /tuned" net/http.Get TRIES
func c(w http.ResponseWriter, _ *http.Request) { answer(w, tuned.run(get)) }

//amplify:entry "GET /read" net/http.Get 5
func d(w http.ResponseWriter, _ *http.Request) { answer(w, named["read"].run(get)) }

//amplify:entry "GET /write" net/http.Get 1
func e(w http.ResponseWriter, _ *http.Request) { answer(w, named["write"].run(get)) }

//amplify:entry "GET /budget" net/http.Get 4
func budgeted(w http.ResponseWriter, _ *http.Request) {
	b := &budget{left: 4}
	err := get()
	for err != nil && b.take() {
		time.Sleep(time.Second)
		err = get()
	}
	answer(w, err)
}

func get() error {
	resp, err := http.Get("https://stock.example.test")
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return errors.New(resp.Status)
	}
	return nil
}

func answer(w http.ResponseWriter, err error) {
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

func main() {
	http.HandleFunc("GET /quick", a)
	http.HandleFunc("GET /usual", b)
	http.HandleFunc("GET /tuned", c)
	http.HandleFunc("GET /read", d)
	http.HandleFunc("GET /write", e)
	http.HandleFunc("GET /budget", budgeted)
	log.Fatal(http.ListenAndServe(":8080", nil))
}
