// Command errands runs commands of a library that the catalog does not have.
package main

import (
	"context"
	"errors"
	"log"
	"net/http"
	"os"
	"time"

	"example.test/errands"
)

func fetch(path string, times int) error {
	var err error
	for range times {
		var resp *http.Response
		if resp, err = http.Get("http://depot" + path); err == nil {
			resp.Body.Close()
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return errors.Join(errors.New("depot"), err)
}

//amplify:entry "depot push" net/http.Get 3
func push(ctx context.Context, args []string) error { return fetch("/push", 3) }

func main() {
	pull := &errands.Command{
		Name: "pull",
		//amplify:entry "depot pull" net/http.Get 4
		Exec: func(ctx context.Context, args []string) error { return fetch("/pull", 4) },
	}
	root := &errands.Command{Name: "depot", Subcommands: []*errands.Command{{Name: "push", Exec: push}, pull}}
	if err := root.ParseAndRun(context.Background(), os.Args[1:]); err != nil {
		log.Fatal(err)
	}
}
