// Package crm reads accounts from the CRM.
package crm

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"example.test/services/accounts/internal/again"
)

type Account struct {
	ID      string `json:"id"`
	Version int    `json:"version"`
}

type Client struct {
	url string
	hc  *http.Client
}

func New(url string, hc *http.Client) *Client {
	if hc == nil {
		hc = &http.Client{Timeout: 5 * time.Second}
	}
	return &Client{url: url, hc: hc}
}

// Account leaves the number of attempts to the helper.
func (c *Client) Account(ctx context.Context, id string) (*Account, error) {
	return again.Value(ctx, again.Options{Delay: 100 * time.Millisecond}, func() (*Account, error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.url+"/accounts/"+id, nil)
		if err != nil {
			return nil, again.Stop(err)
		}
		resp, err := c.hc.Do(req)
		if err != nil {
			return nil, err
		}
		defer resp.Body.Close()
		switch {
		case resp.StatusCode == http.StatusNotFound:
			return nil, again.Stop(fmt.Errorf("account %s: not found", id))
		case resp.StatusCode != http.StatusOK:
			return nil, fmt.Errorf("account %s: %s", id, resp.Status)
		}
		var acc Account
		return &acc, json.NewDecoder(resp.Body).Decode(&acc)
	})
}

func (c *Client) Delete(ctx context.Context, id string) error {
	opts := again.Options{Attempts: 5, Delay: 100 * time.Millisecond}
	_, err := again.Value(ctx, opts, func() (struct{}, error) {
		return struct{}{}, c.delete(ctx, id)
	})
	return err
}

func (c *Client) delete(ctx context.Context, id string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodDelete, c.url+"/accounts/"+id, nil)
	if err != nil {
		return err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return err
	}
	_ = resp.Body.Close()
	if resp.StatusCode >= 300 {
		return fmt.Errorf("delete %s: %s", id, resp.Status)
	}
	return nil
}
