// Command begun has package variables that its init functions, and a function that main
// calls, set to something else than they are declared with.
package main

import (
	"flag"
	"net/http"
	"sync/atomic"
)

var (
	number int
	tries  = 2
	late   = 2
	source *api
	asked  int64
)

type api struct{ times int }

func (a *api) ask() { again(a.times) }

func init() { flag.IntVar(&number, "number", 6, "how often to ask") }

func init() {
	tries = 5
	source = &api{times: 4}
}

func configure() { late = 3 }

func again(n int) {
	atomic.AddInt64(&asked, 1)
	for i := 0; i < n; i++ {
		if resp, err := http.Get("http://data.example.test/"); err == nil {
			resp.Body.Close()
			return
		}
	}
}

func main() {
	flag.Parse()
	configure()
	//amplify:entry "GET /number" net/http.Get flag --number
	http.HandleFunc("GET /number", func(http.ResponseWriter, *http.Request) { again(number) })
	//amplify:entry "GET /tries" net/http.Get 5
	http.HandleFunc("GET /tries", func(http.ResponseWriter, *http.Request) { again(tries) })
	//amplify:entry "GET /source" net/http.Get 4
	http.HandleFunc("GET /source", func(http.ResponseWriter, *http.Request) { source.ask() })
	//amplify:entry "GET /late" net/http.Get 3
	http.HandleFunc("GET /late", func(http.ResponseWriter, *http.Request) { again(late) })
	http.ListenAndServe(":8080", nil)
}
