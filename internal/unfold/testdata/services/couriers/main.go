// Command couriers calls couriers by clients of several libraries that are set up by
// functions, policies and predicates.
package main

import (
	"context"
	"errors"
	"log"
	"net/http"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/failsafehttp"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/go-resty/resty/v2"
	"github.com/hashicorp/go-retryablehttp"
	"github.com/redis/go-redis/v9"
)

type option func(*resty.Client)

func attempts(n int) option { return func(c *resty.Client) { c.SetRetryCount(n - 1) } }

func slow(c *resty.Client) { c.SetRetryWaitTime(time.Second) }

type courier struct{ rest *resty.Client }

func newCourier(opts ...option) *courier {
	c := resty.New().SetBaseURL("https://courier.example.test")
	for _, o := range opts {
		o(c)
	}
	return &courier{c}
}

func (c *courier) track(w http.ResponseWriter, r *http.Request) {
	if _, err := c.rest.R().SetContext(r.Context()).Get("/track"); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

func fetch(ctx context.Context) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://depot.example.test/", nil)
	if err != nil {
		return "", err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return "", err
	}
	return resp.Status, resp.Body.Close()
}

func handle(path string, f func(context.Context) error) {
	http.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) {
		if err := f(r.Context()); err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
		}
	})
}

// giveUp is asked after every failure.
func giveUp(ctx context.Context, resp *http.Response, err error) (bool, error) {
	if err != nil {
		return false, err
	}
	return false, nil
}

func transient(ctx context.Context, resp *http.Response, err error) (bool, error) {
	return err != nil || resp.StatusCode >= 500, nil
}

func retrying(check retryablehttp.CheckRetry) func(context.Context) error {
	c := retryablehttp.NewClient()
	c.RetryMax = 2
	c.CheckRetry = check
	return func(ctx context.Context) error {
		resp, err := c.Get("https://hub.example.test/")
		if err != nil {
			return err
		}
		return resp.Body.Close()
	}
}

func cached(c redis.Cmdable) func(context.Context) error {
	return func(ctx context.Context) error {
		_, err := c.Get(ctx, "route").Result()
		return err
	}
}

//amplify:entry "GET /track" github.com/go-resty/resty/v2.(*Request).Get 5
//amplify:entry "GET /trackonce" github.com/go-resty/resty/v2.(*Request).Get 1
//amplify:entry "GET /depot" net/http.(*Client).Do 4
//amplify:entry "GET /never" net/http.(*Client).Do 1
//amplify:entry "GET /sometimes" net/http.(*Client).Do 6
//amplify:entry "GET /label" net/http.(*Client).Get 7
//amplify:entry "GET /hub" github.com/hashicorp/go-retryablehttp.(*Client).Get 3
//amplify:entry "GET /hubonce" github.com/hashicorp/go-retryablehttp.(*Client).Get 1
//amplify:entry "GET /bare" github.com/hashicorp/go-retryablehttp.(*Client).Get 1
//amplify:entry "GET /universal" github.com/redis/go-redis/v9.(Cmdable).Get 8
//amplify:entry "GET /url" github.com/redis/go-redis/v9.(cmdable).Get 3
//amplify:entry "GET /plainurl" github.com/redis/go-redis/v9.(cmdable).Get 4
func main() {
	http.HandleFunc("GET /track", newCourier(slow, attempts(5)).track)
	http.HandleFunc("GET /trackonce", newCourier(slow).track)

	policy := retrypolicy.NewBuilder[string]().WithDelay(time.Second).WithJitter(time.Millisecond).WithMaxRetries(3).Build()
	handle("/depot", func(ctx context.Context) error {
		_, err := failsafe.With(policy).OnFailure(func(string) { log.Print("depot") }).WithContext(ctx).
			Get(func() (string, error) { return fetch(ctx) })
		return err
	})
	depot := func(ctx context.Context) error { _, err := fetch(ctx); return err }
	handle("/never", func(ctx context.Context) error {
		return retry.Do(func() error { return depot(ctx) }, retry.Attempts(6), retry.RetryIf(func(error) bool { return false }))
	})
	handle("/sometimes", func(ctx context.Context) error {
		return retry.Do(func() error { return depot(ctx) }, retry.Attempts(6),
			retry.RetryIf(func(err error) bool { return !errors.Is(err, context.Canceled) }))
	})
	labels := &http.Client{Transport: failsafehttp.NewRoundTripper(nil, failsafehttp.NewRetryPolicyBuilder().WithMaxAttempts(7).Build())}
	handle("/label", func(context.Context) error {
		resp, err := labels.Get("https://label.example.test/")
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
	handle("/hub", retrying(transient))
	handle("/hubonce", retrying(giveUp))
	bare := &retryablehttp.Client{CheckRetry: transient}
	handle("/bare", func(context.Context) error {
		resp, err := bare.Get("https://hub.example.test/")
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})

	handle("/universal", cached(redis.NewUniversalClient(&redis.UniversalOptions{Addrs: []string{"cache:6379"}, MaxRetries: 7})))
	for path, url := range map[string]string{"/url": "redis://cache:6379/0?max_retries=2", "/plainurl": "redis://cache:6379/0"} {
		opts, err := redis.ParseURL(url)
		if err != nil {
			log.Fatal(err)
		}
		handle(path, cached(redis.NewClient(opts)))
	}
	log.Fatal(http.ListenAndServe(":8080", nil))
}
