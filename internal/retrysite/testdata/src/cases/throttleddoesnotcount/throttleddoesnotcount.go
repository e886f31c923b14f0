// Package throttleddoesnotcount decorates an HTTP sender with retries.
package throttleddoesnotcount

import (
	"io"
	"math"
	"net/http"
	"slices"
	"strconv"
	"time"
)

type sender interface {
	Do(*http.Request) (*http.Response, error)
}

type senderFunc func(*http.Request) (*http.Response, error)

func (f senderFunc) Do(r *http.Request) (*http.Response, error) { return f(r) }

type decorator func(sender) sender

func decorate(s sender, ds ...decorator) sender {
	for _, d := range ds {
		s = d(s)
	}
	return s
}

func holdFor(resp *http.Response, unit time.Duration, round int) {
	if resp != nil {
		if sec, _ := strconv.Atoi(resp.Header.Get("Retry-After")); sec > 0 {
			time.Sleep(time.Duration(sec) * time.Second)
			return
		}
	}
	time.Sleep(time.Duration(float64(unit) * math.Pow(2, float64(round))))
}

func drop(resp *http.Response) {
	if resp != nil && resp.Body != nil {
		_, _ = io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
	}
}

// onStatus repeats a request that ends in one of the codes, tries times at most.
func onStatus(tries int, unit time.Duration, codes ...int) decorator {
	return func(s sender) sender {
		return senderFunc(func(r *http.Request) (resp *http.Response, err error) {
			// one more for the first call
			for n, round := 0, 0; n < tries+1; { // want "loop throttleddoesnotcount.sender.Do unbounded exponential/1s/x2 jitter=no ctx=no unwaited=0"
				drop(resp)
				resp, err = s.Do(r.Clone(r.Context()))
				if err == nil && !slices.Contains(codes, resp.StatusCode) {
					return resp, err
				}
				holdFor(resp, unit, round)
				// being throttled is not a failure: do not count it
				if resp == nil || resp.StatusCode != http.StatusTooManyRequests {
					n++
				}
				round++
			}
			return resp, err
		})
	}
}

func newSender(hc *http.Client) sender {
	return decorate(hc, onStatus(3, time.Second, 429, 500, 502, 503, 504))
}
