// Command ratesync copies the exchange rates of the central bank every hour.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os/signal"
	"syscall"
	"time"
)

// Neither is ever changed; they are variables so that -ldflags -X style
// overrides stay possible later.
var (
	fetchAttempts = 5
	runAttempts   = 2
)

const (
	retryPause   = 3 * time.Second
	reportWindow = 10 * time.Second // what a report may take
)

type syncer struct {
	hc    *http.Client
	bank  string
	sink  string
	rates map[string]float64
}

// run is one tick of the job.
func (s *syncer) run(ctx context.Context) error {
	var err error
	for range runAttempts {
		if err = s.syncOnce(ctx); err == nil {
			return nil
		}
		log.Printf("sync: %v", err)
		time.Sleep(retryPause)
	}
	return err
}

func (s *syncer) syncOnce(ctx context.Context) error {
	rates, err := s.fetch(ctx)
	if err != nil {
		return fmt.Errorf("fetch: %w", err)
	}
	s.rates = rates
	return nil
}

func (s *syncer) fetch(ctx context.Context) (map[string]float64, error) {
	var (
		rates map[string]float64
		ok    bool
		err   error
	)
	for attempt := range fetchAttempts {
		if attempt != 0 {
			time.Sleep(retryPause)
		}
		rates, err = s.get(ctx)
		if err == nil {
			ok = true
			break
		}
	}
	if !ok {
		return nil, fmt.Errorf("no rates after %d attempts: %w", fetchAttempts, err)
	}
	return rates, nil
}

func (s *syncer) get(ctx context.Context) (map[string]float64, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.bank+"/rates.json", nil)
	if err != nil {
		return nil, err
	}
	resp, err := s.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("unexpected status %d", resp.StatusCode)
	}
	var out map[string]float64
	return out, json.NewDecoder(resp.Body).Decode(&out)
}

// report tells the dashboard, best effort: a flag ends the loop.
func (s *syncer) report(ctx context.Context, outcome error) {
	sent := false
	for n := 0; n < int(reportWindow/retryPause) && !sent; n++ {
		resp, err := s.hc.Post(s.sink+"/events", "text/plain", nil)
		if err != nil {
			time.Sleep(retryPause)
			continue
		}
		_ = resp.Body.Close()
		sent = resp.StatusCode < 300
	}
	if !sent {
		log.Printf("outcome %v was not reported", outcome)
	}
}

// every calls job at once and then at each tick until ctx ends. A failed job
// waits for the next tick like any other.
func every(ctx context.Context, d time.Duration, job func(context.Context)) {
	tick := time.NewTicker(d)
	defer tick.Stop()
	for {
		job(ctx)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

//amplify:entry "syncer.job" net/http.(*Client).Do 10
//amplify:entry "syncer.job" net/http.(*Client).Post 3
func (s *syncer) job(ctx context.Context) {
	s.report(ctx, s.run(ctx))
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	s := &syncer{hc: &http.Client{Timeout: 10 * time.Second}, bank: "https://bank.example.test", sink: "https://dash.example.test"}
	every(ctx, time.Hour, s.job)
}
