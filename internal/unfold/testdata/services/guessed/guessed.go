// Package guessed has a store that wraps another one, of which nothing is known: it is
// not taken to wrap itself.
package guessed

import (
	"net/http"
	"sync/atomic"
	"time"
)

type Store interface {
	Get(key string) error
}

type Disk struct{ Base string }

//amplify:entry "Disk.Get" net/http.Get 3
func (d *Disk) Get(key string) error {
	var err error
	for range 3 {
		var resp *http.Response
		if resp, err = http.Get(d.Base + key); err == nil {
			resp.Body.Close()
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}

type twice struct{ next Store }

func (t *twice) Get(key string) error {
	err := t.next.Get(key)
	if err != nil {
		time.Sleep(100 * time.Millisecond)
		err = t.next.Get(key)
	}
	return err
}

//amplify:entry "guessed.Fetch" net/http.Get 6
func Fetch(s Store) error { return (&twice{next: s}).Get("k") }

type Source interface {
	Read(key string) error
}

type Remote struct{ Base string }

//amplify:entry "Remote.Read" net/http.Get 1
func (r *Remote) Read(key string) error {
	resp, err := http.Get(r.Base + key)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// again reads a second time, some calls further in.
type again struct{ next Source }

func (a *again) Read(key string) error { return a.measured(key) }

func (a *again) measured(key string) error {
	return timed(func() error {
		err := a.next.Read(key)
		if err != nil {
			time.Sleep(100 * time.Millisecond)
			err = a.next.Read(key)
		}
		return err
	})
}

func timed(f func() error) error {
	start := time.Now()
	err := f()
	took.Store(int64(time.Since(start)))
	return err
}

var took atomic.Int64

//amplify:entry "guessed.FetchAgain" net/http.Get 2
func FetchAgain(s Source) error { return (&again{next: s}).Read("k") }

//amplify:entry "guessed.Check" net/http.Get 2
func Check(s Source) error { return (&again{next: s}).Read("health") }
