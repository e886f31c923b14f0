// Package sleepindefault spreads the partitions of a stream over workers.
package sleepindefault

import (
	"log"
	"math/rand/v2"
	"sync"
	"time"
)

type partition struct {
	id    string
	owner string
}

type registry interface {
	List() ([]partition, error)
	Claim(id, owner string) error
}

type worker struct {
	name     string
	reg      registry
	every    int // milliseconds
	most     int
	parts    map[string]*partition
	stop     *chan struct{}
	consume  func(*partition, *chan struct{})
	consumed sync.WaitGroup
}

func (w *worker) sync() error {
	ps, err := w.reg.List()
	if err != nil {
		return err
	}
	for i := range ps {
		w.parts[ps[i].id] = &ps[i]
	}
	return nil
}

func (w *worker) loop() {
	for { // want "reconnect sleepindefault.worker.sync deadline fixed.* jitter=yes ctx=.* unwaited=0"
		// workers start together: spread them
		nap := w.every/2 + rand.IntN(w.every)

		select {
		case <-*w.stop:
			log.Print("worker: stopped")
			return
		default:
			err := w.sync()
			if err != nil {
				log.Printf("worker: no list of partitions: %v, again in %d ms", err, nap)
				time.Sleep(time.Duration(nap) * time.Millisecond)
				continue
			}

			held := 0
			for _, p := range w.parts {
				if p.owner == w.name {
					held++
				}
			}

			if held < w.most {
				for _, p := range w.parts { // want "failover sleepindefault.registry.Claim x<number of targets> none"
					if p.owner == w.name {
						continue
					}
					if err := w.reg.Claim(p.id, w.name); err != nil {
						continue
					}
					p.owner = w.name
					w.consumed.Add(1)
					go func() {
						defer w.consumed.Done()
						w.consume(p, w.stop)
					}()
					break
				}
			}

			time.Sleep(time.Duration(nap) * time.Millisecond)
		}
	}
}
