// Package shop has findings that depend on the settings: "by default" marks
// those without any, "set" those with the settings of the test.
package shop

import (
	"bytes"
	"context"
	"net/http"
	"os"
	"time"

	"example.com/lib/obs"
	"example.com/lib/retry"
	"example.com/lib/store"
)

func helper() error {
	return retry.Named("orders", func() error { return os.Remove("lock") }, 3) // set: nobackoff
}

func header(client *http.Client, token string, body []byte) (err error) {
	for i := 0; i < 3; i++ {
		req, err := http.NewRequest("POST", "http://orders/", bytes.NewReader(body))
		if err != nil {
			return err
		}
		req.Header.Set("X-Order-Token", token)
		resp, err := client.Do(req) // by default: postretry
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(pause(i))
	}
	return err
}

func logger(b *obs.Board) (err error) {
	for i := 0; i < 3; i++ {
		if err = os.Remove("lock"); err == nil {
			return nil
		}
		b.Complain("remove", err) // set: errorlog
		time.Sleep(pause(i))
	}
	return err
}

func sink() (err error) {
	for i := 0; i < 3; i++ { // set: nobackoff
		if err = store.Put("order", "1"); err == nil {
			return nil
		}
	}
	return err
}

func strict(ctx context.Context) error {
	for { // set: unboundedretry
		err := os.Remove("lock")
		if err == nil {
			return nil
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func off(ctx context.Context) (err error) {
	for i := 0; i < 3; i++ { // by default: ctxretry
		if err = remove(ctx); err == nil {
			return nil
		}
		time.Sleep(pause(i))
	}
	return err
}

func remove(ctx context.Context) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return os.Remove("lock")
}

func pause(i int) time.Duration { return time.Second << i }
