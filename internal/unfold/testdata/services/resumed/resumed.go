// Package resumed goes on where it was when something failed.
package resumed

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
)

type page struct {
	items []string
	next  string
}

func fetch(ctx context.Context, what string) (page, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://shop.example.test/"+what, nil)
	if err != nil {
		return page{}, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return page{}, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return page{}, fmt.Errorf("shop: %s", resp.Status)
	}
	b, err := io.ReadAll(resp.Body)
	items := strings.Split(string(b), "\n")
	return page{items: items[1:], next: items[0]}, err
}

type pager struct{ next string }

func (p *pager) More() bool { return p.next != "" }

func (p *pager) Page(ctx context.Context) ([]string, error) {
	got, err := fetch(ctx, p.next)
	if err != nil {
		return nil, err
	}
	p.next = got.next
	return got.items, nil
}

// Pages asks for a page again, and allows for four failures in all.
//
//amplify:entry "resumed.Pages" net/http.(*Client).Do 5
func Pages(ctx context.Context) (all []string, err error) {
	failures := 0
	for p := (&pager{"first"}); p.More(); {
		items, err := p.Page(ctx)
		if err != nil {
			if failures++; failures > 4 {
				return all, err
			}
			continue
		}
		all = append(all, items...)
	}
	return all, nil
}

// Listed stops at the first page that fails.
func Listed(ctx context.Context) (all []string, err error) {
	for p := (&pager{"first"}); p.More(); {
		items, err := p.Page(ctx)
		if err != nil {
			return all, err
		}
		all = append(all, items...)
	}
	return all, nil
}

// Rounds sends what is left in the next of three rounds.
//
//amplify:entry "resumed.Rounds" net/http.(*Client).Do 3
func Rounds(ctx context.Context, items []string) error {
	for round := 0; round < 3 && len(items) > 0; round++ {
		got, err := fetch(ctx, strings.Join(items, ","))
		if err != nil {
			continue
		}
		items = got.items
	}
	if len(items) > 0 {
		return errors.New("some are left")
	}
	return nil
}

// Chunks sends some at a time, what is left of them again.
//
//amplify:entry "resumed.Chunks" net/http.(*Client).Do 4
func Chunks(ctx context.Context, items []string) error {
	for start := 0; start < len(items); start += 50 {
		chunk := items[start:min(start+50, len(items))]
		for round := 0; len(chunk) > 0; round++ {
			got, err := fetch(ctx, strings.Join(chunk, ","))
			rest := got.items
			if err != nil {
				rest = chunk
			}
			if len(rest) > 0 && round == 3 {
				return fmt.Errorf("%d are left: %w", len(rest), err)
			}
			chunk = rest
		}
	}
	return nil
}

// Heads sends the first ten, and takes them off when that has worked.
//
//amplify:entry "resumed.Heads" net/http.(*Client).Do 3
func Heads(ctx context.Context, items []string) error {
	failed := 0
	for len(items) > 0 {
		n := min(len(items), 10)
		if _, err := fetch(ctx, strings.Join(items[:n], ",")); err != nil {
			if failed++; failed == 3 {
				return err
			}
			continue
		}
		items = items[n:]
	}
	return nil
}

// Skipping leaves out what failed: no item is sent twice.
func Skipping(ctx context.Context, items []string) error {
	var errs []error
	for len(items) > 0 {
		_, err := fetch(ctx, items[0])
		items = items[1:]
		if err != nil {
			errs = append(errs, err)
			continue
		}
	}
	return errors.Join(errs...)
}
