// Package taxes files tax returns with the authority.
package taxes

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/sethvargo/go-retry"
)

type Client struct {
	hc  *http.Client
	url string
}

func New(hc *http.Client, url string) *Client { return &Client{hc: hc, url: url} }

func (c *Client) post(ctx context.Context, path, body string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url+path, strings.NewReader(body))
	if err != nil {
		return err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return retry.RetryableError(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 500 {
		return retry.RetryableError(fmt.Errorf("authority: %s", resp.Status))
	}
	if resp.StatusCode >= 300 {
		return fmt.Errorf("authority: %s", resp.Status)
	}
	return nil
}

// File files a return.
//
//amplify:entry "Client.File" net/http.(*Client).Do 4
func (c *Client) File(ctx context.Context, doc string) error {
	b := retry.NewExponential(time.Second)
	b = retry.WithJitterPercent(10, b)
	b = retry.WithMaxRetries(3, b)
	return retry.Do(ctx, b, func(ctx context.Context) error { return c.post(ctx, "/returns", doc) })
}

// Amend files a return and, when that failed, files it once more later.
//
//amplify:entry "Client.Amend" net/http.(*Client).Do 8
func (c *Client) Amend(ctx context.Context, doc string) error {
	err := c.File(ctx, doc)
	if err == nil {
		return nil
	}
	time.Sleep(time.Hour)
	return errors.Join(err, c.File(ctx, doc))
}

// FileBoth files in both forms. One backoff is used for all rounds.
//
//amplify:gap "Client.FileBoth" net/http.(*Client).Do 6
func (c *Client) FileBoth(ctx context.Context, doc string) (err error) {
	b := retry.WithMaxRetries(3, retry.NewConstant(time.Second))
	for round := 0; round < 3; round++ {
		err = retry.Do(ctx, b, func(ctx context.Context) error { return c.post(ctx, "/both", doc) })
		if err == nil {
			return nil
		}
	}
	return err
}

// Rounds is like FileBoth, with a new backoff in each round.
//
//amplify:entry "Client.Rounds" net/http.(*Client).Do 12
func (c *Client) Rounds(ctx context.Context, doc string) (err error) {
	for round := 0; round < 3; round++ {
		b := retry.WithMaxRetries(3, retry.NewConstant(time.Second))
		if err = retry.Do(ctx, b, func(ctx context.Context) error { return c.post(ctx, "/rounds", doc) }); err == nil {
			break
		}
	}
	return err
}

// Check does not mark its errors as retryable.
//
//amplify:entry "Client.Check" net/http.(*Client).Get 1
func (c *Client) Check(ctx context.Context, id string) (string, error) {
	return retry.DoValue(ctx, retry.WithMaxRetries(5, retry.NewFibonacci(time.Second)), func(ctx context.Context) (string, error) {
		resp, err := c.hc.Get(c.url + "/returns/" + id)
		if err != nil {
			return "", err
		}
		defer resp.Body.Close()
		if resp.StatusCode != http.StatusOK {
			return "", fmt.Errorf("check: %s", resp.Status)
		}
		return resp.Header.Get("X-State"), nil
	})
}

// Watch is the cron job at the end of the year: it does not give up.
//
//amplify:entry "Client.Watch" net/http.(*Client).Do unbounded
func (c *Client) Watch(ctx context.Context) error {
	return retry.Constant(ctx, time.Minute, func(ctx context.Context) error { return c.post(ctx, "/watch", "") })
}
