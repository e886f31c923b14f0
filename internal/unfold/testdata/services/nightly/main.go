// Command nightly runs jobs by the clock.
package main

import (
	"context"
	"database/sql"
	"errors"
	"log"
	"net/http"
	"time"

	"github.com/robfig/cron/v3"
)

type jobs struct {
	db *sql.DB
	hc *http.Client
}

// vacuum gives up after three failures in a row.
//
//amplify:entry "jobs.vacuum" database/sql.(*DB).Exec 3
func (j *jobs) vacuum() {
	failures := 0
	for {
		_, err := j.db.Exec("VACUUM")
		if err == nil {
			return
		}
		if failures++; failures >= 3 {
			log.Print(err)
			return
		}
		time.Sleep(time.Minute)
	}
}

type export struct {
	hc      *http.Client
	retries int
}

//amplify:entry "export.Run" net/http.(*Client).Post 5
func (e export) Run() {
	var err error
	for i := 0; i <= e.retries; i++ {
		if err = e.send(); err == nil {
			return
		}
	}
	log.Print(err)
}

func (e export) send() error {
	resp, err := e.hc.Post("https://lake.example.test", "text/csv", nil)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return errors.New(resp.Status)
	}
	return nil
}

// heartbeat is no retry: the next beat is another one.
//
//amplify:entry "jobs.heartbeat" net/http.(*Client).Head 1
func (j *jobs) heartbeat(context.Context) {
	resp, err := j.hc.Head("https://up.example.test")
	if err != nil {
		log.Print(err)
		return
	}
	_ = resp.Body.Close()
}

func main() {
	db, err := sql.Open("postgres", "")
	if err != nil {
		log.Fatal(err)
	}
	j := &jobs{db: db, hc: &http.Client{Timeout: time.Second}}
	c := cron.New(cron.WithSeconds())
	if _, err := c.AddFunc("0 0 3 * * *", j.vacuum); err != nil {
		log.Fatal(err)
	}
	if _, err := c.AddJob("0 30 3 * * *", export{hc: j.hc, retries: 4}); err != nil {
		log.Fatal(err)
	}
	c.Start()
	for range time.Tick(10 * time.Second) {
		j.heartbeat(context.Background())
	}
}
