// Command rota has a list of jobs that a method adds to.
package main

import (
	"context"
	"net/http"
	"time"
)

type duty interface{ Do(context.Context) error }

type turn struct {
	duty  duty
	every time.Duration
	tries int
}

type rota struct{ turns []turn }

func (r *rota) add(d duty, every time.Duration, tries int) {
	r.turns = append(r.turns, turn{d, every, tries})
}

func (r *rota) start(ctx context.Context) {
	for _, t := range r.turns {
		go func() {
			for range time.Tick(t.every) {
				r.once(ctx, t)
			}
		}()
	}
}

//amplify:entry "rota.once" net/http.Get 3
//amplify:entry "rota.once" net/http.Head 5
func (r *rota) once(ctx context.Context, t turn) {
	for range t.tries {
		if t.duty.Do(ctx) == nil {
			return
		}
	}
}

type water struct{}

func (water) Do(context.Context) error {
	_, err := http.Get("http://garden.example.test/")
	return err
}

type feed struct{}

func (*feed) Do(context.Context) error {
	_, err := http.Head("http://stable.example.test/")
	return err
}

func main() {
	r := &rota{}
	r.add(water{}, time.Hour, 3)
	r.add(&feed{}, time.Minute, 5)
	r.start(context.Background())
	select {}
}
