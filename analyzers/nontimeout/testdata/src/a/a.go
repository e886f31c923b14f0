package a

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"

	"lib.test/sdk"
)

func literal(url string) error {
	client := &http.Client{} // want `this http.Client has no Timeout, and the request made with it at line 16 has no deadline: a server that accepts and never answers holds the caller for ever$`
	_, err := client.Get(url)
	return err
}

func value(url string) error {
	client := http.Client{Transport: http.DefaultTransport} // want `request made with it at line 22 has no deadline`
	_, err := client.Head(url)
	return err
}

func zero(url string) error {
	var client http.Client // want `this http.Client is never given a Timeout, and the request made with it at line 28`
	_, err := client.PostForm(url, nil)
	return err
}

func made(url string) error {
	client := new(http.Client) // want `never given a Timeout`
	_, err := client.Get(url)
	return err
}

func explicit(url string) error {
	client := &http.Client{Timeout: 0} // want `this http.Client has Timeout 0, which is none`
	_, err := client.Get(url)
	return err
}

func packageFuncs(u string) {
	http.Get(u)                        // want `http.Get has no time limit: a server`
	http.Head(u)                       // want `http.Head has no time limit`
	http.Post(u, "text/plain", nil)    // want `http.Post has no time limit`
	http.PostForm(u, url.Values{})     // want `http.PostForm has no time limit`
	func() { http.Get("http://x/") }() // want `http.Get has no time limit`
}

func defaultClient(u string) error {
	req, err := http.NewRequest(http.MethodGet, u, nil)
	if err != nil {
		return err
	}
	_, err = http.DefaultClient.Do(req) // want `http.DefaultClient has no Timeout, and this request has no deadline`
	return err
}

func twoDefaults(u string, other bool) {
	client := http.DefaultClient // want `http.DefaultClient has no Timeout, and the request made with it at line 66`
	if other {
		client = &http.Client{Transport: http.DefaultTransport} // want `this http.Client has no Timeout`
	}
	client.Get(u)
	http.DefaultClient.Head(u) // want `http.DefaultClient has no Timeout, and this request`
}

// A fallback for nil.

type forge struct{ hc *http.Client }

func newForge(hc *http.Client) *forge {
	if hc == nil {
		hc = http.DefaultClient // want `the request made with it at line 82 has no deadline`
	}
	return &forge{hc: hc}
}

func (f *forge) latest() error {
	res, err := f.hc.Get("http://forge.test")
	if err != nil {
		return err
	}
	defer res.Body.Close()
	return json.NewDecoder(res.Body).Decode(f)
}

// A field by value, embedded, and behind an interface.

type holder struct {
	c http.Client // want `never given a Timeout, and the request made with it at line 96`
}

func (h *holder) fetch(u string) { h.c.Get(u) }

type api struct{ http.Client }

func newAPI() *api {
	c := http.Client{Transport: http.DefaultTransport} // want `line 105`
	return &api{Client: c}
}

func (a *api) fetch(u string) { a.Client.Get(u) }

type doer interface {
	Do(*http.Request) (*http.Response, error)
}

type service struct{ d doer }

func newService() *service {
	return &service{d: &http.Client{}} // want `line 119`
}

func (s *service) call() {
	req, _ := http.NewRequest(http.MethodGet, "http://x", nil)
	s.d.Do(req)
}

var shared = &http.Client{Transport: http.DefaultTransport} // want `line 125`

func useShared() {
	func() { shared.Get("http://x") }()
}

var pooled http.Client // want `never given a Timeout`

func usePooled() { pooled.Get("http://x") }

// A factory, directly and as a closure.

func build() (*http.Client, error) {
	return &http.Client{}, nil // want `line 141`
}

func useBuilt() {
	c, err := build()
	if err == nil {
		c.Get("http://x")
	}
}

type bundle struct{ hc *http.Client }

func factory() func() *bundle {
	return func() *bundle {
		return &bundle{hc: &http.Client{}} // want `line 153`
	}
}

func (b *bundle) fire() { b.hc.Get("http://x") }

// Contexts that have no deadline.

func background() {
	req, _ := http.NewRequestWithContext(context.Background(), http.MethodGet, "http://x", nil)
	http.DefaultClient.Do(req) // want `this request has no deadline \(its context is made at line 158\): a server`
}

func cancelled() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	req, _ := http.NewRequest(http.MethodGet, "http://x", nil)
	http.DefaultClient.Do(req.WithContext(ctx)) // want `made at line 163`
}

func fromCaller(ctx context.Context) {
	req, _ := http.NewRequestWithContext(ctx, http.MethodGet, "http://x", nil)
	http.DefaultClient.Do(req) // want `made at line 174`
}

func caller() { fromCaller(context.TODO()) }

func newReq(ctx context.Context) (*http.Request, error) {
	return http.NewRequestWithContext(ctx, http.MethodGet, "http://x", nil)
}

func helped(ctx context.Context) {
	quiet, _ := newReq(ctx)
	http.DefaultClient.Do(quiet)
	req, _ := newReq(context.Background())
	http.DefaultClient.Do(req) // want `no deadline`
}

// A client that is lent to a probe is no download.
func download(u string) error {
	hc := &http.Client{} // want `line 199`
	probe(hc, u)
	res, err := hc.Get(u)
	if err != nil {
		return err
	}
	_, err = io.Copy(os.Stdout, res.Body)
	return err
}

func probe(hc *http.Client, u string) { hc.Head(u) }

// A request that is retried.
func retry(u string) (err error) {
	hc := &http.Client{} // want `for ever \(3 attempts, each without a time limit\)$`
	for i := 0; i < 3; i++ {
		var resp *http.Response
		if resp, err = hc.Get(u); err == nil {
			return resp.Body.Close()
		}
	}
	return err
}

// Clients that are handed over.

func ping() { sdk.Ping(&http.Client{}) } // want `this http.Client has no Timeout and is handed to sdk.Ping, and nothing here limits`

func load() {
	sdk.Load(sdk.Config{HTTPClient: &http.Client{}}) // want `handed to sdk.Config.HTTPClient`
}

// What is returned is no body that is read on, only a struct around the answer.
type answer struct{ *http.Response }

func wrapped(u string) (*answer, error) {
	res, err := http.Get(u) // want `http.Get has no time limit`
	if err != nil {
		return nil, err
	}
	return &answer{res}, nil
}

// What the package makes itself, it has to fill in.
type Plain struct {
	Client http.Client // want `never given a Timeout`
}

func NewPlain() *Plain { return &Plain{} }

func (p *Plain) fetch(u string) { p.Client.Get(u) }
