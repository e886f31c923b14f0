// Command iplookup answers where an address is.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/hashicorp/go-retryablehttp"

	"example.test/services/iplookup/feed"
	"example.test/services/iplookup/geodb"
)

type server struct {
	db   *geodb.Client
	feed *feed.Feed
}

func newServer(base http.RoundTripper, url string) *server {
	quick := retryablehttp.NewClient()
	quick.HTTPClient.Transport = base
	quick.Logger = nil

	stubborn := retryablehttp.NewClient()
	stubborn.HTTPClient.Transport = base
	stubborn.RetryMax = 2
	stubborn.RetryWaitMin = 100 * time.Millisecond
	stubborn.RetryWaitMax = 2 * time.Second
	stubborn.Logger = nil

	return &server{db: geodb.New(quick, url), feed: feed.New(stubborn.StandardClient(), url)}
}

//amplify:entry "GET /ip/{ip}" github.com/hashicorp/go-retryablehttp.(*Client).Do 5
func (s *server) lookup(w http.ResponseWriter, r *http.Request) {
	where, err := s.db.Lookup(r.Context(), r.PathValue("ip"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	fmt.Fprintln(w, where)
}

//amplify:entry "POST /ip/{ip}/report" github.com/hashicorp/go-retryablehttp.(*Client).Post 10
func (s *server) report(w http.ResponseWriter, r *http.Request) {
	if err := s.db.Report(r.Context(), r.PathValue("ip")); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

// refresh is the nightly job.
//
//amplify:entry "server.refresh" net/http.(*Client).Do 9
func (s *server) refresh(ctx context.Context) error {
	return s.feed.Load(ctx)
}

func (s *server) nightly(ctx context.Context) {
	for {
		now := time.Now()
		next := time.Date(now.Year(), now.Month(), now.Day()+1, 3, 0, 0, 0, now.Location())
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Until(next)):
		}
		if err := s.refresh(ctx); err != nil {
			log.Printf("refresh: %v", err)
		}
	}
}

func (s *server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /ip/{ip}", s.lookup)
	mux.HandleFunc("POST /ip/{ip}/report", s.report)
	return mux
}

func main() {
	s := newServer(http.DefaultTransport, os.Getenv("GEODB_URL"))
	go s.nightly(context.Background())
	log.Fatal(http.ListenAndServe(":8080", s.routes()))
}
