// Package b comes back when it is told to, or does not come back.
package b

import (
	"context"
	"errors"
	"math/rand/v2"
	"net"
	"net/http"
	"retry"
	"strconv"
	"time"
)

var errBusy = errors.New("busy")

func textbook(c *http.Client, req *http.Request) (*http.Response, error) {
	for i := range 4 {
		resp, err := c.Do(req)
		if err != nil || resp.StatusCode != http.StatusTooManyRequests {
			return resp, err
		}
		resp.Body.Close()
		wait := time.Second << i
		if s, err := strconv.Atoi(resp.Header.Get("Retry-After")); err == nil {
			wait = max(wait, time.Duration(s)*time.Second)
		}
		time.Sleep(wait)
	}
	return nil, errBusy
}

func asked(resp *http.Response) time.Duration {
	at, err := http.ParseTime(resp.Header.Get("Retry-After"))
	if err != nil {
		return time.Second
	}
	return time.Until(at)
}

func helped(c *http.Client, req *http.Request) (*http.Response, error) {
	for range 4 {
		resp, err := c.Do(req)
		if err != nil || resp.StatusCode != http.StatusServiceUnavailable {
			return resp, err
		}
		resp.Body.Close()
		time.Sleep(asked(resp))
	}
	return nil, errBusy
}

// The header has a name here, and is read without Get.
const header = "Retry-After"

func direct(c *http.Client, req *http.Request) (*http.Response, error) {
	for range 4 {
		resp, err := c.Do(req)
		if err != nil || resp.StatusCode != http.StatusServiceUnavailable {
			return resp, err
		}
		resp.Body.Close()
		if v := resp.Header[header]; len(v) == 1 {
			d, err := time.ParseDuration(v[0] + "s")
			if err != nil {
				return nil, err
			}
			time.Sleep(d)
		}
	}
	return nil, errBusy
}

// A busy server is left alone.
func final(c *http.Client, req *http.Request) (*http.Response, error) {
	for range 3 {
		resp, err := c.Do(req)
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		if resp.StatusCode != http.StatusOK {
			return nil, errors.New(resp.Status)
		}
		return resp, nil
	}
	return nil, errBusy
}

// A gateway that timed out asks for nothing.
func gateway(c *http.Client, req *http.Request) (*http.Response, error) {
	for range 3 {
		resp, err := c.Do(req)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusGatewayTimeout {
			return resp, nil
		}
		resp.Body.Close()
		time.Sleep(time.Second)
	}
	return nil, errBusy
}

// No status, no header.
func dial(addr string) (conn net.Conn, err error) {
	for range 3 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func callback(ctx context.Context, c *http.Client, req *http.Request) error {
	return retry.Do(ctx, 3, func() error {
		resp, err := c.Do(req)
		if err != nil {
			return err
		}
		resp.Body.Close()
		if resp.StatusCode >= 400 {
			return retry.Permanent(errBusy)
		}
		return nil
	})
}

// Another server each time.
func failover(urls []string) (*http.Response, error) {
	for _, url := range urls {
		resp, err := http.Get(url)
		if err == nil && resp.StatusCode < 500 {
			return resp, nil
		}
	}
	return nil, errBusy
}

// Everybody is told another time.
func turnAway(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Retry-After", strconv.Itoa(5+rand.IntN(25)))
	w.WriteHeader(http.StatusTooManyRequests)
}

// What another server has said is passed on.
func passOn(from *http.Response, w http.ResponseWriter) {
	w.Header().Set("Retry-After", from.Header.Get("Retry-After"))
	w.WriteHeader(from.StatusCode)
}

// A handler that is asked about each answer reads the header of those that it is for.
type judge interface {
	again(resp *http.Response) (bool, time.Duration)
}

type throttled struct{}

func (throttled) again(resp *http.Response) (bool, time.Duration) {
	if resp.StatusCode != http.StatusTooManyRequests {
		return false, 0
	}
	return true, asked(resp)
}

type broken struct{}

func (broken) again(resp *http.Response) (bool, time.Duration) {
	return resp.StatusCode >= 500, rand.N(time.Second)
}

func judged(c *http.Client, req *http.Request, judges []judge) (*http.Response, error) {
	for range 4 {
		resp, err := c.Do(req)
		if err != nil || resp.StatusCode != http.StatusTooManyRequests && resp.StatusCode < 500 {
			return resp, err
		}
		again, wait := false, time.Duration(0)
		for _, j := range judges {
			if again, wait = j.again(resp); again {
				break
			}
		}
		if !again {
			return resp, nil
		}
		resp.Body.Close()
		time.Sleep(wait)
	}
	return nil, errBusy
}
