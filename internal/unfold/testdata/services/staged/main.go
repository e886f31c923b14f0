// Command staged has loops that run for as long as a number says that they are in a
// certain state.
package main

import (
	"errors"
	"net/http"
)

const (
	preparing = iota
	sending
	sent
	failed
)

func send() error {
	resp, err := http.Get("http://data.example.test/")
	if err != nil {
		return err
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return errors.New(resp.Status)
	}
	return nil
}

// prepared begins with a round in which nothing is sent.
func prepared() (err error) {
	state, tried := preparing, 0
	for state != sent && state != failed {
		switch state {
		case preparing:
			tried = 0
			state = sending
		case sending:
			tried++
			if err = send(); err == nil {
				state = sent
			} else if tried == 3 {
				state = failed
			}
		}
	}
	return err
}

// one is left when the state is another one, whichever.
func one() (err error) {
	state, tried := sending, 0
	for state == sending {
		tried++
		if err = send(); err == nil {
			state = sent
		} else if tried == 4 {
			state = failed
		}
	}
	return err
}

func main() {
	//amplify:entry "GET /prepared" net/http.Get 3
	http.HandleFunc("GET /prepared", func(http.ResponseWriter, *http.Request) { prepared() })
	//amplify:entry "GET /one" net/http.Get 4
	http.HandleFunc("GET /one", func(http.ResponseWriter, *http.Request) { one() })
	http.ListenAndServe(":8080", nil)
}
