// Package zeropausehelper keeps a watch alive across server restarts.
package zeropausehelper

import (
	"errors"
	"io"
	"log"
	"net"
	"time"
)

type notice struct {
	version string
	body    []byte
}

type watch interface {
	C() <-chan notice
	Stop()
}

type watcher struct {
	open func(version string) (watch, error)
	last string
	out  chan notice
	stop chan struct{}
}

func (w *watcher) keep() {
	defer close(w.out)
	for { // want "reconnect zeropausehelper.watcher.session deadline none jitter=no ctx=.* unwaited=1"
		select {
		case <-w.stop:
			return
		default:
			done, pause := w.session()
			if done {
				return
			}
			time.Sleep(pause)
		}
	}
}

// session serves one watch; it returns whether to give up and how long to wait
// before the next one.
func (w *watcher) session() (bool, time.Duration) {
	wt, err := w.open(w.last)
	switch {
	case err == nil:
	case errors.Is(err, io.EOF):
		// closed before it began
		return false, 0
	case errors.Is(err, io.ErrUnexpectedEOF):
		log.Printf("watch: cut off: %v", err)
		return false, 0
	default:
		var ne net.Error
		if errors.As(err, &ne) {
			log.Printf("watch: %v", err)
			return false, 0
		}
		log.Printf("watch: giving up: %v", err)
		return true, 0
	}
	defer wt.Stop()

	for {
		select {
		case <-w.stop:
			return true, 0
		case n, ok := <-wt.C():
			if !ok {
				return false, 0
			}
			w.last = n.version
			w.out <- n
		}
	}
}
