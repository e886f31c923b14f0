package realtest

import (
	"net/http"
	"net/http/httptest"

	resty2 "github.com/go-resty/resty/v2"
	"github.com/hashicorp/go-retryablehttp"
	resty3 "resty.dev/v3"

	. "github.com/retrylint/retrylint/internal/catalog"
)

const (
	retryablePath = "github.com/hashicorp/go-retryablehttp"
	resty2Path    = "github.com/go-resty/resty/v2"
	resty3Path    = "resty.dev/v3"
)

// clientRuns are HTTP clients that retry by themselves, against a server that
// fails.
var clientRuns = []run{
	{"retryablehttp RetryMax", Config, retryablePath, "Client.RetryMax", 2, 3, func(op func() error) {
		c := retryableClient()
		c.RetryMax = 2
		serve(op, func(url string) { c.Get(url) })
	}},
	{"retryablehttp default", Config, retryablePath, "NewClient", 0, 5, func(op func() error) {
		serve(op, func(url string) { retryableClient().Post(url, "text/plain", nil) })
	}},
	{"retryablehttp literal", Type, retryablePath, "Client", 0, 1, func(op func() error) {
		c := &retryablehttp.Client{CheckRetry: retryablehttp.DefaultRetryPolicy, Backoff: retryablehttp.DefaultBackoff}
		serve(op, func(url string) { c.Get(url) })
	}},
	{"resty v2 SetRetryCount", Config, resty2Path, "(*Client).SetRetryCount", 2, 3, func(op func() error) {
		c := resty2.New().SetRetryCount(2).SetRetryWaitTime(1).SetRetryMaxWaitTime(1).
			AddRetryCondition(func(r *resty2.Response, _ error) bool { return r.IsError() })
		serve(op, func(url string) { c.R().Post(url) })
	}},
	{"resty v2 default", Policy, resty2Path, "New", 0, 1, func(op func() error) {
		serve(op, func(url string) { resty2.New().R().Get(url) })
	}},
	{"resty v2 Backoff", Helper, resty2Path, "Backoff", 0, 4, func(op func() error) {
		resty2.Backoff(func() (*resty2.Response, error) { return nil, op() }, resty2.WaitTime(1), resty2.MaxWaitTime(1))
	}},
	{"resty v2 Retries", Policy, resty2Path, "Retries", 2, 3, func(op func() error) {
		resty2.Backoff(func() (*resty2.Response, error) { return nil, op() }, resty2.Retries(2), resty2.WaitTime(1), resty2.MaxWaitTime(1))
	}},
	{"resty v3 client SetRetryCount", Config, resty3Path, "(*Client).SetRetryCount", 2, 3, func(op func() error) {
		c := resty3.New().SetRetryCount(2).SetRetryWaitTime(1).SetRetryMaxWaitTime(1).AddRetryConditions(resty3.RetryConditionStatus5XX)
		serve(op, func(url string) { c.R().Get(url) })
	}},
	{"resty v3 request SetRetryCount", Config, resty3Path, "(*Request).SetRetryCount", 3, 4, func(op func() error) {
		c := resty3.New().SetRetryWaitTime(1).SetRetryMaxWaitTime(1).AddRetryConditions(resty3.RetryConditionStatus5XX)
		serve(op, func(url string) { c.R().SetRetryCount(3).Get(url) })
	}},
}

func retryableClient() *retryablehttp.Client {
	c := retryablehttp.NewClient()
	c.RetryWaitMin, c.RetryWaitMax, c.Logger = 1, 1, nil
	return c
}

// serve runs op for every request that request makes to a server on loopback.
func serve(op func() error, request func(url string)) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if op() != nil {
			w.WriteHeader(http.StatusInternalServerError)
		}
	}))
	defer server.Close()
	request(server.URL)
}
