// Package loops has loops as people write them. Each function makes requests with
// the same client, one of them per round.
package loops

import (
	"context"
	"errors"
	"log"
	"math"
	"net/http"
	"time"
)

const (
	Max     = 5
	waiting = 200 * time.Millisecond
)

var errGone = errors.New("gone")

// Labelled starts over from the first shard when one of them fails.
//
//amplify:entry "loops.Labelled" net/http.Get 4
func Labelled(shards []string) error {
	err := errGone
attempts:
	for attempt := 0; attempt < 4; attempt++ {
		for _, s := range shards {
			if err = get(s); err != nil {
				time.Sleep(waiting)
				continue attempts
			}
		}
		return nil
	}
	return err
}

// Endless breaks when it works, or when there was enough of it.
//
//amplify:entry "loops.Endless" net/http.Get 6
func Endless(url string) (err error) {
	tries := 0
	for {
		if err = get(url); err == nil {
			break
		}
		if tries++; tries > Max {
			return err
		}
		time.Sleep(waiting)
	}
	return nil
}

// Forever has nothing that ends it.
//
//amplify:entry "loops.Forever" net/http.Get unbounded
func Forever(url string) {
	for get(url) != nil {
		time.Sleep(waiting)
	}
}

// Selected waits for a timer and for the end, and leaves by a label.
//
//amplify:entry "loops.Selected" net/http.Get 5
func Selected(ctx context.Context, url string) error {
	t := time.NewTimer(0)
	defer t.Stop()
	n := 0
	var err error
wait:
	for {
		select {
		case <-ctx.Done():
			err = ctx.Err()
			break wait
		case <-t.C:
			n++
			err = get(url)
			if err == nil || n == Max {
				break wait
			}
			t.Reset(waiting)
		}
	}
	return err
}

// Ticked tries at each tick; it waits before the first.
//
//amplify:entry "loops.Ticked" net/http.Get 3
func Ticked(url string) error {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	var err error
	for n := 0; n < 3; n++ {
		<-tick.C
		if err = get(url); err == nil {
			return nil
		}
	}
	return err
}

// Deferred tries to clean up in the end, as often as it takes, but not too often.
//
//amplify:entry "loops.Deferred" net/http.Get 1
//amplify:entry "loops.Deferred" net/http.Head 3
func Deferred(url string) (err error) {
	defer func() {
		for i := 0; i < 3; i++ {
			resp, herr := http.Head(url)
			if herr == nil {
				_ = resp.Body.Close()
				return
			}
			time.Sleep(waiting << i)
		}
	}()
	return get(url)
}

// Switched decides by the kind of the error.
//
//amplify:entry "loops.Switched" net/http.Get 3
func Switched(url string) error {
	for attempt := 1; ; attempt++ {
		switch err := get(url); {
		case err == nil:
			return nil
		case errors.Is(err, errGone):
			return err
		case attempt >= 3:
			return err
		default:
			time.Sleep(time.Duration(math.Pow(2, float64(attempt))) * time.Second)
		}
	}
}

// Ignored does not look at what becomes of its first request.
//
//amplify:entry "loops.Ignored" net/http.Head 1
//amplify:entry "loops.Ignored" net/http.Get 3
func Ignored(url string) error {
	_, _ = http.Head(url)
	var err error
	for i := range 3 {
		if err = get(url); err == nil {
			return nil
		}
		log.Printf("%d: %v", i, err)
	}
	return err
}

// Fallback makes three attempts at one place and two at another.
//
//amplify:entry "loops.Fallback" net/http.Get 5
func Fallback(url, other string) error {
	for i := 0; i < 3; i++ {
		if get(url) == nil {
			return nil
		}
		time.Sleep(waiting)
	}
	for i := 0; i < 2; i++ {
		if get(other) == nil {
			return nil
		}
		time.Sleep(waiting)
	}
	return errGone
}

// Doubled counts by doubling: 1, 2, 4, 8.
//
//amplify:entry "loops.Doubled" net/http.Get 4
func Doubled(url string) (err error) {
	for d := 1; d < 16; d *= 2 {
		if err = get(url); err == nil {
			return nil
		}
		time.Sleep(time.Duration(d) * time.Second)
	}
	return err
}

// Closed has a closure that calls itself.
//
//amplify:entry "loops.Closed" net/http.Get 4
func Closed(url string) error {
	var try func(left int) error
	try = func(left int) error {
		err := get(url)
		if err == nil || left == 0 {
			return err
		}
		time.Sleep(waiting)
		return try(left - 1)
	}
	return try(3)
}

// Either has one of two limits.
//
//amplify:entry "loops.Either" net/http.Get 7
func Either(url string, urgent bool) (err error) {
	limit := 2
	if urgent {
		limit = 7
	}
	for i := 0; i < limit; i++ {
		if err = get(url); err == nil {
			return nil
		}
		time.Sleep(waiting)
	}
	return err
}

// Clamped takes a number from its caller, but not any.
//
//amplify:entry "loops.Clamped" net/http.Get 10
func Clamped(url string, n int) (err error) {
	for i := 0; i < min(n, 10); i++ {
		if err = get(url); err == nil {
			return nil
		}
		time.Sleep(waiting)
	}
	return err
}

func get(url string) error {
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
		return nil
	case http.StatusGone:
		return errGone
	}
	return errors.New(resp.Status)
}
