package b

import (
	"context"
	"encoding/json"
	"flag"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"sync"
	"time"

	"lib.test/sdk"
)

const limit = 10 * time.Second

func literal(u string) {
	client := &http.Client{Timeout: limit}
	client.Get(u)
	value := http.Client{nil, nil, nil, limit}
	value.Get(u)
}

// The limit is a setting.
func configured(u string, limit time.Duration) {
	client := &http.Client{Timeout: limit}
	client.Get(u)
}

func later(u string) {
	var client http.Client
	client.Timeout = limit
	client.Get(u)
	made := new(http.Client)
	made.Timeout = limit
	made.Get(u)
}

func copied(u string) {
	c := *http.DefaultClient
	c.Timeout = limit
	c.Get(u)
}

func flagged(u string) {
	client := &http.Client{}
	flag.DurationVar(&client.Timeout, "timeout", limit, "")
	client.Get(u)
}

type option func(*api)

func withTimeout(d time.Duration) option { return func(a *api) { a.hc.Timeout = d } }

type api struct {
	hc    *http.Client
	inner http.Client
}

func newAPI(opts ...option) *api {
	a := &api{hc: &http.Client{}, inner: http.Client{Timeout: limit}}
	for _, o := range opts {
		o(a)
	}
	return a
}

func (a *api) fetch(u string) { a.hc.Get(u); a.inner.Get(u) }

func setUp(c *http.Client) { c.Timeout = limit }

func elsewhere(u string) {
	client := &http.Client{}
	setUp(client)
	client.Get(u)
	other := &http.Client{}
	sdk.Bound(other)
}

// An option of the caller's may set it.
func optional(u string, opts ...func(*http.Client)) {
	client := &http.Client{}
	for _, o := range opts {
		o(client)
	}
}

// Deadlines on the contexts.

func deadline(u string) error {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u, nil)
	if err != nil {
		return err
	}
	_, err = http.DefaultClient.Do(req)
	return err
}

func attached(u string) {
	req, _ := http.NewRequest(http.MethodGet, u, nil)
	ctx, cancel := context.WithDeadline(context.Background(), time.Now().Add(limit))
	defer cancel()
	req = req.WithContext(ctx)
	client := &http.Client{}
	client.Do(req)
}

func byCaller() {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	called(ctx)
}

func called(ctx context.Context) {
	req, _ := http.NewRequestWithContext(ctx, http.MethodGet, "http://x", nil)
	http.DefaultClient.Do(req)
}

// The caller's context may have one.
func Fetch(ctx context.Context) {
	req, _ := http.NewRequestWithContext(ctx, http.MethodGet, "http://x", nil)
	http.DefaultClient.Do(req)
}

func proxy(w http.ResponseWriter, r *http.Request) {
	req, _ := http.NewRequestWithContext(r.Context(), http.MethodGet, "http://x", nil)
	http.DefaultClient.Do(req)
}

func sometimes(ctx context.Context, d time.Duration) {
	base := context.Background()
	if d > 0 {
		var cancel func()
		base, cancel = context.WithTimeout(base, d)
		defer cancel()
	}
	req, _ := http.NewRequestWithContext(base, http.MethodGet, "http://x", nil)
	http.DefaultClient.Do(req)
}

type lister struct{ ctx context.Context }

func newLister() *lister { return &lister{ctx: context.Background()} }

func (l *lister) With(ctx context.Context) { l.ctx = ctx }

func (l *lister) list() {
	req, _ := http.NewRequestWithContext(l.ctx, http.MethodGet, "http://x", nil)
	http.DefaultClient.Do(req)
}

// Streams.

func download(u string) error {
	res, err := http.Get(u)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	_, err = io.Copy(os.Stdout, res.Body)
	return err
}

func open(u string) (io.ReadCloser, error) {
	res, err := http.Get(u)
	if err != nil {
		return nil, err
	}
	return res.Body, nil
}

func get(u string) (*http.Response, error) { return http.Get(u) }

func save(u string) {
	if res, err := get(u); err == nil {
		io.Copy(os.Stdout, res.Body)
	}
}

func values(u string, out chan<- int) {
	res, err := http.Get(u)
	if err != nil {
		return
	}
	dec := json.NewDecoder(res.Body)
	for {
		var n int
		if dec.Decode(&n) != nil {
			return
		}
		out <- n
	}
}

func watchEvents(u string) { http.Get(u) }

func events(u string) {
	req, _ := http.NewRequest(http.MethodGet, u, nil)
	req.Header.Set("Accept", "text/event-stream")
	http.DefaultClient.Do(req)
}

// Clients that others make, or that are only compared, returned or kept.

func server(h http.Handler, c *http.Client) bool {
	s := httptest.NewServer(h)
	s.Client().Get(s.URL)
	return c == http.DefaultClient
}

func Build() *http.Client { return &http.Client{} }

var clients sync.Map

func keep() { clients.Store("x", &http.Client{}) }

// The library's requests carry the caller's context.
func useSDK(ctx context.Context) {
	sdk.New(&http.Client{}).Fetch(ctx)
}

// Options come from other packages, with a client that has a Timeout perhaps.
type Options struct {
	Endpoint string
	Client   http.Client
}

type codec struct{ options Options }

func NewCodec(options Options) *codec { return &codec{options} }

func (c *codec) encode() error {
	resp, err := c.options.Client.Get(c.options.Endpoint)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
