// Package innernexttransient turns a directory service's change stream into updates.
package innernexttransient

import (
	"context"
	"errors"
	"log"
	"net"
	"time"
)

type change struct {
	rev  uint64
	path string
}

type cursor interface {
	Next(ctx context.Context) (*change, error)
}

type directory interface {
	Head(ctx context.Context) (uint64, error)
	CursorAt(rev uint64) cursor
}

type puller struct {
	dir     directory
	resync  chan uint64
	updates chan *change
}

// temporary says whether the same cursor can be asked again.
func temporary(err error) bool {
	if errors.Is(err, context.DeadlineExceeded) {
		return true
	}
	var ne net.Error
	return errors.As(err, &ne)
}

func (p *puller) watch() {
	for { // want "reconnect .* unbounded fixed/1s jitter=no ctx=no unwaited=0"
		rev, err := p.dir.Head(context.Background())
		if err != nil {
			log.Printf("puller: cannot read the head revision: %v", err)
			time.Sleep(time.Second)
			continue
		}
		p.resync <- rev

		cur := p.dir.CursorAt(rev)
		for { // want "worker innernexttransient.cursor.Next unbounded none jitter=no ctx=no unwaited=1"
			ch, err := cur.Next(context.Background())
			if err != nil {
				if !temporary(err) {
					log.Printf("puller: lost the stream, starting over: %v", err)
					break
				}
				log.Printf("puller: asking again: %v", err)
				continue
			}
			if ch.path == "" {
				continue
			}
			p.updates <- ch
		}
	}
}
