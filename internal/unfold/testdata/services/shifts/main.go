// Command shifts has jobs and consumers whose loops do more than call one function.
package main

import (
	"context"
	"log"
	"net/http"
	"time"
)

func get(url string, times int) error {
	var err error
	for n := 0; n < times; n++ {
		var resp *http.Response
		if resp, err = http.Get(url); err == nil {
			resp.Body.Close()
			return nil
		}
	}
	return err
}

//amplify:entry "refresh" net/http.Get 8
func refresh(context.Context) error { return get("http://rates.example.test/", 2) }

//amplify:entry "prune" net/http.Get 15
func prune(context.Context) error { return get("http://old.example.test/", 3) }

// periodically runs a job at every tick, again where it fails.
func periodically(ctx context.Context, every time.Duration, tries int, job func(context.Context) error) {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			for n := range tries {
				if err := job(ctx); err == nil {
					break
				} else {
					log.Printf("try %d: %v", n, err)
				}
			}
		}
	}
}

type parcel struct{ url string }

// send is called in three loops: in two of them as it is.
//
//amplify:entry "send" net/http.Get 2
func send(p parcel) error { return get(p.url, 2) }

type desk struct {
	inbox, late chan parcel
	outbox      chan parcel
}

func (d *desk) plain() {
	for p := range d.inbox {
		if err := send(p); err != nil {
			log.Print(err)
		}
	}
}

func (d *desk) plainLate() {
	for p := range d.late {
		send(p)
	}
}

//amplify:entry "desk.patient" net/http.Get 6
func (d *desk) patient() {
	for p := range d.outbox {
		for n := 0; n < 3; n++ {
			if send(p) == nil {
				break
			}
		}
	}
}

// ledger calls several functions for one item: they are one entry point.
//
//amplify:entry "ledger" net/http.Get 5
//amplify:entry "ledger" net/http.Head 2
func ledger(entries chan parcel) {
	for e := range entries {
		if err := lookUp(e.url); err != nil {
			continue
		}
		if err := get(e.url, 5); err != nil {
			log.Print(err)
		}
	}
}

func lookUp(url string) error {
	var err error
	for range 2 {
		if _, err = http.Head(url); err == nil {
			return nil
		}
	}
	return err
}

// dispatch does one thing or another: they are two entry points.
func dispatch(parcels chan parcel, ticks <-chan time.Time) {
	for {
		select {
		case p := <-parcels:
			deliver(p)
		case <-ticks:
			sweep()
		}
	}
}

//amplify:entry "deliver" net/http.Get 4
func deliver(p parcel) { get(p.url, 4) }

//amplify:entry "sweep" net/http.Get 7
func sweep() { get("http://sweep.example.test/", 7) }

// watch asks by itself.
//
//amplify:entry "watch" net/http.Head 3
func watch() {
	for range time.Tick(time.Minute) {
		for range 3 {
			if _, err := http.Head("http://watched.example.test/"); err == nil {
				break
			}
		}
	}
}

func main() {
	ctx := context.Background()
	d := &desk{make(chan parcel), make(chan parcel), make(chan parcel)}
	go periodically(ctx, time.Minute, 4, refresh)
	go periodically(ctx, time.Hour, 5, prune)
	for range 2 {
		go d.plain()
		go d.plainLate()
		go d.patient()
	}
	go ledger(make(chan parcel))
	go dispatch(make(chan parcel), time.Tick(time.Hour))
	watch()
}
