// Package walks goes through trees and lists. That is no retry, what happens at a
// node may be.
package walks

import (
	"context"
	"errors"
	"net/http"
	"time"
)

type Node struct {
	URL   string
	Kids  []*Node
	Value string
}

type Walker struct {
	hc    *http.Client
	hosts []string
}

func New(hc *http.Client) *Walker {
	return &Walker{hc: hc, hosts: []string{"https://a.example.test", "https://b.example.test"}}
}

// Walk visits a node and what is below it: one node is asked for three times.
//
//amplify:entry "Walker.Walk" net/http.(*Client).Do 3
func (w *Walker) Walk(ctx context.Context, n *Node) error {
	if err := w.visit(ctx, n); err != nil {
		return err
	}
	for _, k := range n.Kids {
		if err := w.Walk(ctx, k); err != nil {
			return err
		}
	}
	return nil
}

func (w *Walker) visit(ctx context.Context, n *Node) error {
	for try := 1; ; try++ {
		err := w.get(ctx, n.URL)
		if err == nil || try >= 3 {
			return err
		}
		time.Sleep(time.Second)
	}
}

// Even and odd call each other, one step nearer to the end each time.
//
//amplify:entry "Walker.Even" net/http.(*Client).Do 1
func (w *Walker) Even(ctx context.Context, n int) error {
	if n == 0 {
		return w.get(ctx, "/even")
	}
	return w.odd(ctx, n-1)
}

func (w *Walker) odd(ctx context.Context, n int) error {
	if n == 0 {
		return errors.New("odd")
	}
	return w.Even(ctx, n-1)
}

// Skip leaves out what cannot be had.
//
//amplify:entry "Walker.Skip" net/http.(*Client).Do 1
func (w *Walker) Skip(ctx context.Context, nodes []*Node) (got int) {
	for _, n := range nodes {
		if err := w.get(ctx, n.URL); err != nil {
			continue
		}
		got++
	}
	return got
}

// Pages follows the links from page to page, with a second attempt at each.
//
//amplify:entry "Walker.Pages" net/http.(*Client).Do 2
func (w *Walker) Pages(ctx context.Context, n *Node) error {
	for n != nil {
		if err := w.get(ctx, n.URL); err != nil {
			if err = w.get(ctx, n.URL); err != nil {
				return err
			}
		}
		if len(n.Kids) == 0 {
			break
		}
		n = n.Kids[0]
	}
	return nil
}

// Anywhere asks a second host when the first has failed three times.
//
//amplify:entry "Walker.Anywhere" net/http.(*Client).Do 6
func (w *Walker) Anywhere(ctx context.Context, path string) error {
	var err error
	for _, h := range w.hosts {
		if err = w.visit(ctx, &Node{URL: h + path}); err == nil {
			return nil
		}
	}
	return err
}

func (w *Walker) get(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := w.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return errors.New(resp.Status)
	}
	return nil
}
