// Package fixed waits real seconds between its attempts.
package fixed

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

	for { // want "loop b.open,fixed.wire.Enter unbounded fixed/5s jitter=no ctx=no unwaited=0"
		b.conn, err = b.open(b.url)
		if err != nil {
			log.Printf("bot: server not reachable: %s", err)

			time.Sleep(5 * time.Second)

			continue
		}

		log.Println("bot: connected")

		err = b.conn.Enter(b.realm, nil)
		if err != nil {
			log.Printf("bot: realm refused: %s", err)
			b.conn.Hangup()

			time.Sleep(5 * time.Second)

			continue
		}

		break
	}

	log.Println("bot: in the realm")
}
