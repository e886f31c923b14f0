// Package resolver asks the name servers of the company.
package resolver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

// servers in the order of preference.
var servers = []string{
	"http://ns1.example.test",
	"http://ns2.example.test",
	"http://ns3.example.test",
}

type Config struct {
	Hosts []string // of Forward
}

type Resolver struct {
	hc  *http.Client
	cfg Config
}

func New(hc *http.Client, cfg Config) *Resolver { return &Resolver{hc: hc, cfg: cfg} }

var errNoAnswer = errors.New("resolver: no server answered")

// Lookup takes the first server that answers.
//
//amplify:entry "Resolver.Lookup" net/http.(*Client).Do 3
func (r *Resolver) Lookup(ctx context.Context, name string) (string, error) {
	for _, s := range servers {
		addr, err := r.ask(ctx, s, name)
		if err == nil {
			return addr, nil
		}
	}
	return "", errNoAnswer
}

// LookupHard asks each server a second time before it goes to the next.
//
//amplify:entry "Resolver.LookupHard" net/http.(*Client).Do 6
func (r *Resolver) LookupHard(ctx context.Context, name string) (string, error) {
	var errs []error
	for i := range servers {
		for try := 0; try < 2; try++ {
			addr, err := r.ask(ctx, servers[i], name)
			if err == nil {
				return addr, nil
			}
			errs = append(errs, err)
			time.Sleep(100 * time.Millisecond)
		}
	}
	return "", errors.Join(errs...)
}

// Sweep goes round the servers until the attempts are used up.
//
//amplify:entry "Resolver.Sweep" net/http.(*Client).Do 5
func (r *Resolver) Sweep(ctx context.Context, name string) (string, error) {
	const attempts = 5
	var last error
	for n := 0; n < attempts; n++ {
		addr, err := r.ask(ctx, servers[n%len(servers)], name)
		if err == nil {
			return addr, nil
		}
		last = err
	}
	return "", fmt.Errorf("sweep: %w", last)
}

// Forward asks the hosts of the configuration, twice each.
//
//amplify:entry "Resolver.Forward" net/http.(*Client).Do 2 × (number of targets)
func (r *Resolver) Forward(ctx context.Context, name string) (string, error) {
	for _, h := range r.cfg.Hosts {
		addr, err := r.ask(ctx, h, name)
		if err != nil {
			addr, err = r.ask(ctx, h, name)
		}
		if err == nil {
			return addr, nil
		}
	}
	return "", errNoAnswer
}

func (r *Resolver) ask(ctx context.Context, server, name string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, server+"/resolve?name="+name, nil)
	if err != nil {
		return "", err
	}
	resp, err := r.hc.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return "", fmt.Errorf("%s: %s", server, resp.Status)
	}
	b, err := io.ReadAll(resp.Body)
	return string(b), err
}
