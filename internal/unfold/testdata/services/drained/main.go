// Command drained takes messages from a queue for as long as it runs.
package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/spf13/cobra"
)

type message struct{ url string }

func receive(ctx context.Context, queue string) ([]message, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, queue, nil)
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	return []message{{resp.Header.Get("Url")}}, resp.Body.Close()
}

func deliver(m message) error {
	resp, err := http.Post(m.url, "text/plain", nil)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// drain delivers each message once: what is received next is another one. Receiving is
// what it tries again.
//
//amplify:entry "worker drain" net/http.(*Client).Do unbounded
func drain(ctx context.Context, queue string) {
	for ctx.Err() == nil {
		ms, err := receive(ctx, queue)
		if err != nil {
			log.Print(err)
			time.Sleep(time.Second)
			continue
		}
		for _, m := range ms {
			if err := deliver(m); err != nil {
				log.Print(err)
				continue
			}
			log.Print("delivered")
		}
	}
}

func main() {
	root := &cobra.Command{Use: "worker"}
	root.AddCommand(&cobra.Command{Use: "drain", Run: func(cmd *cobra.Command, args []string) {
		drain(cmd.Context(), os.Getenv("QUEUE"))
	}})
	if err := root.Execute(); err != nil {
		os.Exit(1)
	}
}
