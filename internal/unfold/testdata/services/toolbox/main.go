// Command toolbox is a program without a framework: its commands are words that main
// compares.
package main

import (
	"log"
	"net/http"
	"os"
)

//amplify:entry "ask up" net/http.Get 4
//amplify:entry "ask down" net/http.Get 5
func ask(times int) error {
	var err error
	for range times {
		var resp *http.Response
		if resp, err = http.Get("http://tools.example.test/"); err == nil {
			resp.Body.Close()
			return nil
		}
	}
	return err
}

//amplify:entry "list" net/http.Get 2
func list() error { return ask(2) }

// push is run again by main.
//
//amplify:entry "push" net/http.Post 6
func push() error {
	var err error
	for range 2 {
		if _, err = http.Post("http://tools.example.test/", "text/plain", nil); err == nil {
			return nil
		}
	}
	return err
}

//amplify:entry "main" net/http.Head 3
func main() {
	var err error
	switch os.Args[1] {
	case "up":
		err = ask(4)
	case "down":
		err = ask(5)
	case "list":
		err = list()
	case "push":
		for range 3 {
			if err = push(); err == nil {
				break
			}
		}
	default:
		for range 3 {
			if _, err = http.Head("http://tools.example.test/"); err == nil {
				break
			}
		}
	}
	if err != nil {
		log.Fatal(err)
	}
}
