// Command dwindling has functions that call themselves after a failure, with less each
// time.
package main

import (
	"errors"
	"net/http"
	"time"
)

func send(path string) error {
	resp, err := http.Get("http://data.example.test/" + path)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// down waits for each of the pauses that are left.
func down(pauses ...time.Duration) error {
	err := send("report")
	if err == nil || len(pauses) == 0 {
		return err
	}
	time.Sleep(pauses[0])
	return down(pauses[1:]...)
}

// halves sends both halves of what was refused as a whole, at most two deep.
func halves(items []string, depth int) error {
	err := send("batch")
	if err == nil || depth == 0 || len(items) < 2 {
		return err
	}
	mid := len(items) / 2
	return errors.Join(halves(items[:mid], depth-1), halves(items[mid:], depth-1))
}

func main() {
	//amplify:entry "GET /down" net/http.Get 4
	http.HandleFunc("GET /down", func(http.ResponseWriter, *http.Request) {
		down(time.Second, 2*time.Second, 4*time.Second)
	})
	//amplify:entry "GET /halves" net/http.Get 7
	http.HandleFunc("GET /halves", func(http.ResponseWriter, *http.Request) {
		halves([]string{"a", "b", "c", "d"}, 2)
	})
	http.ListenAndServe(":8080", nil)
}
