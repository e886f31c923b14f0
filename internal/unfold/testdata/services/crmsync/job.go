// Package crmsync copies customers from the CRM, page by page.
package crmsync

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"
)

const pageAttempts = 3

type page struct {
	Items []string `json:"items"`
	Next  string   `json:"next"`
	State string   `json:"state"`
}

type Job struct {
	hc  *http.Client
	url string

	Customers []string
}

func New(hc *http.Client, url string) *Job { return &Job{hc: hc, url: url} }

// Sync is the hourly job.
//
//amplify:entry "Job.Sync" net/http.(*Client).Do 3
func (j *Job) Sync(ctx context.Context) error {
	if err := j.awaitExport(ctx); err != nil {
		return err
	}
	for cursor, n := "start", 0; cursor != ""; n++ {
		if n >= 1000 {
			return errors.New("crm: too many pages")
		}
		p, err := j.fetch(ctx, cursor)
		if err != nil {
			return fmt.Errorf("page %d: %w", n, err)
		}
		j.Customers = append(j.Customers, p.Items...)
		cursor = p.Next
	}
	return nil
}

// fetch gets one page.
func (j *Job) fetch(ctx context.Context, cursor string) (p *page, err error) {
	for attempt := pageAttempts; attempt > 0; attempt-- {
		p, err = j.get(ctx, "/customers?cursor="+url.QueryEscape(cursor))
		if err == nil {
			return p, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// awaitExport polls until the export of the CRM is ready; an error is an error.
func (j *Job) awaitExport(ctx context.Context) error {
	for poll := 0; poll < 60; poll++ {
		p, err := j.get(ctx, "/export")
		if err != nil {
			return err
		}
		if p.State == "ready" {
			return nil
		}
		time.Sleep(10 * time.Second)
	}
	return errors.New("crm: export not ready after ten minutes")
}

// AwaitImport polls too. A poll is allowed to fail once.
//
//amplify:entry "Job.AwaitImport" net/http.(*Client).Do 2
func (j *Job) AwaitImport(ctx context.Context, id string) error {
	tick := time.NewTicker(5 * time.Second)
	defer tick.Stop()
	for {
		p, err := j.get(ctx, "/imports/"+id)
		if err != nil {
			p, err = j.get(ctx, "/imports/"+id)
		}
		switch {
		case err != nil:
			return err
		case p.State == "done":
			return nil
		case p.State == "failed":
			return errors.New("crm: import failed")
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}

// WarmUp fills the cache of the CRM: every shard once.
//
//amplify:entry "Job.WarmUp" net/http.(*Client).Do 1
func (j *Job) WarmUp(ctx context.Context) error {
	for shard := range 16 {
		if _, err := j.get(ctx, fmt.Sprintf("/warm?shard=%d", shard)); err != nil {
			return err
		}
	}
	return nil
}

func (j *Job) get(ctx context.Context, path string) (*page, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, j.url+path, nil)
	if err != nil {
		return nil, err
	}
	resp, err := j.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("crm: %s", resp.Status)
	}
	p := new(page)
	return p, json.NewDecoder(resp.Body).Decode(p)
}
