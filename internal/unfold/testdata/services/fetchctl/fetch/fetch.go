// Package fetch downloads files.
package fetch

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"time"
)

const hardLimit = 10

type Fetcher struct {
	hc     *http.Client
	mirror string
}

func New(hc *http.Client, mirror string) *Fetcher { return &Fetcher{hc: hc, mirror: mirror} }

// Get downloads path. A failure is repeated retries times.
func (f *Fetcher) Get(ctx context.Context, path string, retries int) error {
	var err error
	for i := 0; i <= retries; i++ {
		if i > 0 {
			time.Sleep(time.Second)
		}
		if err = f.do(ctx, http.MethodGet, path); err == nil {
			return nil
		}
	}
	return err
}

// Head asks whether path is there, in at most tries tries.
func (f *Fetcher) Head(ctx context.Context, path string, tries int) error {
	for {
		err := f.do(ctx, http.MethodHead, path)
		if err == nil {
			return nil
		}
		tries--
		if tries <= 0 {
			return err
		}
		time.Sleep(time.Second)
	}
}

// Probe is Head with a limit that the caller cannot get over.
//
//amplify:entry "fetch.Probe" net/http.(*Client).Do min(maxTries, 10)
func Probe(ctx context.Context, hc *http.Client, url string, maxTries int) error {
	if maxTries > hardLimit {
		maxTries = hardLimit
	}
	return New(hc, url).Head(ctx, "", maxTries)
}

// Peek does the same in one word.
//
//amplify:entry "fetch.Peek" net/http.(*Client).Do min(maxTries, 10)
func Peek(ctx context.Context, hc *http.Client, url string, maxTries int) error {
	return New(hc, url).Head(ctx, "", min(maxTries, hardLimit))
}

func (f *Fetcher) do(ctx context.Context, method, path string) error {
	req, err := http.NewRequestWithContext(ctx, method, f.mirror+"/"+path, nil)
	if err != nil {
		return err
	}
	resp, err := f.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("fetch %s: %s", path, resp.Status)
	}
	_, err = io.Copy(io.Discard, resp.Body)
	return err
}
