// Package fivenanoseconds connects a worker to a chat realm at start.
package fivenanoseconds

import (
	"log"
	"time"
)

type wire interface {
	Enter(realm string, details map[string]any) error
	Hangup()
}

type opener func(url string) (wire, error)

type bot struct {
	open  opener
	url   string
	realm string
	conn  wire
}

func (b *bot) connect() {
	var err error

	for { // want "loop b.open,fivenanoseconds.wire.Enter unbounded none jitter=no ctx=no unwaited=2"
		b.conn, err = b.open(b.url)
		if err != nil {
			log.Printf("bot: server not reachable: %s", err)

			// again in five seconds
			time.Sleep(5)

			continue
		}

		log.Println("bot: connected")

		err = b.conn.Enter(b.realm, nil)
		if err != nil {
			log.Printf("bot: realm refused: %s", err)
			b.conn.Hangup()

			// again in five seconds
			time.Sleep(5)

			continue
		}

		break
	}

	log.Println("bot: in the realm")
}
