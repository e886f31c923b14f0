// Package guessed has a store that wraps another one, of which nothing is known: it is
// not taken to wrap itself.
package guessed

import (
	"net/http"
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
