// Package methods tells by the method what is sent again.
package methods

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"
)

type client struct {
	hc   *http.Client
	base string
}

// A map in a variable of the function, with one method too many.
func (c *client) request(verb, path string, raw []byte) error {
	repeatable := map[string]bool{http.MethodGet: true, http.MethodPut: true, http.MethodPatch: true}
	if repeatable[verb] {
		for range 3 {
			req, err := http.NewRequest(verb, c.base+path, bytes.NewReader(raw))
			if err != nil {
				return err
			}
			if _, err = c.hc.Do(req); err == nil { // want `sends a PATCH again`
				return nil
			}
			time.Sleep(time.Second)
		}
	}
	return errors.New("failed")
}

func (c *client) bump() error { return c.request(http.MethodPatch, "/a", nil) }
func (c *client) get() error  { return c.request(http.MethodGet, "/a", nil) }

// The same without it: the callers that patch do so once.
func (c *client) requestFixed(verb, path string, raw []byte) error {
	repeatable := map[string]bool{http.MethodGet: true, http.MethodPut: true}
	if repeatable[verb] {
		for range 3 {
			req, err := http.NewRequest(verb, c.base+path, bytes.NewReader(raw))
			if err != nil {
				return err
			}
			if _, err = c.hc.Do(req); err == nil {
				return nil
			}
			time.Sleep(time.Second)
		}
	}
	return errors.New("failed")
}

func (c *client) bumpFixed() error { return c.requestFixed(http.MethodPatch, "/a", nil) }
func (c *client) addFixed() error  { return c.requestFixed(http.MethodPost, "/a", nil) }

// A list in a package variable, and the exported function that anybody can call.
var again = []string{"GET", "HEAD", "PUT", "POST"}

func (c *client) Send(ctx context.Context, method, path string, raw []byte) (*http.Response, error) {
	for attempt := 0; ; attempt++ {
		req, err := http.NewRequestWithContext(ctx, method, c.base+path, bytes.NewReader(raw))
		if err != nil {
			return nil, err
		}
		resp, err := c.hc.Do(req) // want `sends a POST again`
		if err == nil || attempt == 3 || !slices.Contains(again, method) {
			return resp, err
		}
		time.Sleep(time.Second)
	}
}

var safe = [...]string{"GET", "HEAD", "PUT", "DELETE"}

func (c *client) SendFixed(ctx context.Context, method, path string, raw []byte) (*http.Response, error) {
	for attempt := 0; ; attempt++ {
		req, err := http.NewRequestWithContext(ctx, method, c.base+path, bytes.NewReader(raw))
		if err != nil {
			return nil, err
		}
		resp, err := c.hc.Do(req)
		if err == nil || attempt == 3 || !among(safe[:], method) {
			return resp, err
		}
		time.Sleep(time.Second)
	}
}

func among(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// A predicate in a field, and a set.
type policy struct {
	repeatable func(method string) bool
}

type set map[string]struct{}

func (s set) has(m string) bool {
	_, ok := s[m]
	return ok
}

var idempotent = set{"GET": {}, "PUT": {}, "PATCH": {}}

var usual = policy{repeatable: func(m string) bool { return m != http.MethodPost }}

func (c *client) Do(method string, body string) (err error) {
	for range 4 {
		req, err := http.NewRequest(method, c.base, strings.NewReader(body))
		if err != nil {
			return err
		}
		if _, err = c.hc.Do(req); err == nil { // want `sends a PATCH again`
			return nil
		}
		if !idempotent.has(method) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func (c *client) DoBy(p *policy, method string, body string) (err error) {
	for range 4 {
		req, err := http.NewRequest(method, c.base, strings.NewReader(body))
		if err != nil {
			return err
		}
		if _, err = c.hc.Do(req); err == nil { // want `sends a PATCH again`
			return nil
		}
		if !p.repeatable(method) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// A transport that knows PATCH for idempotent.
type transport struct{ next http.RoundTripper }

func (t transport) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	for range 3 {
		resp, err = t.next.RoundTrip(req) // want `sends a PATCH again`
		if err == nil || !mayRepeat(req) {
			return resp, err
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func mayRepeat(req *http.Request) bool {
	switch req.Method {
	case http.MethodGet, http.MethodHead, http.MethodPut, http.MethodDelete, http.MethodPatch:
		return true
	}
	return false
}

type fixedTransport struct{ next http.RoundTripper }

func (t fixedTransport) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	for range 3 {
		resp, err = t.next.RoundTrip(req)
		if err == nil || !isSafe(strings.ToUpper(req.Method)) {
			return resp, err
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func isSafe(m string) bool { return m == "GET" || m == "HEAD" }

// The method is kept in a request of the package's own kind.
type call struct {
	verb string
	path string
	body []byte
}

func (c *client) run(in call) (err error) {
	for range 3 {
		req, err := http.NewRequest(in.verb, c.base+in.path, bytes.NewReader(in.body))
		if err != nil {
			return err
		}
		if _, err = c.hc.Do(req); err == nil { // want `sends a POST again`
			return nil
		}
		if in.verb == "DELETE" {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func (c *client) add() error { return c.run(call{verb: "POST", path: "/a"}) }

// What is refused by its method is sent once.
func (c *client) runFixed(in call) (err error) {
	for range 3 {
		req, err := http.NewRequest(in.verb, c.base+in.path, bytes.NewReader(in.body))
		if err != nil {
			return err
		}
		if _, err = c.hc.Do(req); err == nil {
			return nil
		}
		if in.verb == "POST" || in.verb == "PATCH" {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func (c *client) addRun() error { return c.runFixed(call{verb: "POST", path: "/a"}) }

// The method decides about a header, not about the attempts.
func (c *client) typed(method string, body io.ReadSeeker) (err error) {
	for range 3 {
		if _, err = body.Seek(0, io.SeekStart); err != nil {
			return err
		}
		req, err := http.NewRequest(method, c.base, body)
		if err != nil {
			return err
		}
		if method == http.MethodPost {
			req.Header.Set("Content-Type", "application/json")
		}
		if _, err = c.hc.Do(req); err == nil { // want `sends a POST again`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func (c *client) create(body io.ReadSeeker) error { return c.typed(http.MethodPost, body) }

// The caller decides which of the two it is.
func (c *client) choose(method string, raw []byte) error {
	if method == http.MethodPost {
		return c.once(method, raw)
	}
	return c.often(method, raw)
}

func (c *client) once(method string, raw []byte) error {
	req, err := http.NewRequest(method, c.base, bytes.NewReader(raw))
	if err != nil {
		return err
	}
	_, err = c.hc.Do(req)
	return err
}

func (c *client) often(method string, raw []byte) (err error) {
	for range 3 {
		if err = c.once(method, raw); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func (c *client) post(raw []byte) error { return c.choose(http.MethodPost, raw) }
func (c *client) put(raw []byte) error  { return c.choose(http.MethodPut, raw) }

// The request is sent by the function that is called.
func (c *client) charge(target string, payment []byte) error {
	resp, err := c.hc.Post(target, "application/json", bytes.NewReader(payment)) // want `sends a POST again`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (c *client) inside(target string, payment []byte) (err error) {
	for range 3 {
		if err = c.charge(target, payment); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// That function sets a key.
func (c *client) chargeKeyed(target, key string, payment []byte) error {
	req, err := http.NewRequest(http.MethodPost, target, bytes.NewReader(payment))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	resp, err := c.hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (c *client) insideKeyed(target, key string, payment []byte) (err error) {
	for range 3 {
		if err = c.chargeKeyed(target, key, payment); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// A retry of its own in the function has a finding of its own.
func (c *client) reads(target string) error {
	resp, err := c.hc.Get(target)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (c *client) insideGet(target string) (err error) {
	for range 3 {
		if err = c.reads(target); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func (c *client) mapPort(port, lease int) error {
	resp, err := c.hc.Post(c.base, "text/xml", strings.NewReader(fmt.Sprint(port, lease)))
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// It asks for something else.
func (c *client) mapped(port, lease int) error {
	err := c.mapPort(port, lease)
	if err != nil && lease != 0 {
		return c.mapped(port, 0)
	}
	return err
}
