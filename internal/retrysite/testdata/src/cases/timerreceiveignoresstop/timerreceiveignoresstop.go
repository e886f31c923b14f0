// Package timerreceiveignoresstop exports spans to an agent over one background connection.
package timerreceiveignoresstop

import (
	"errors"
	"math/rand/v2"
	"net"
	"sync/atomic"
	"time"
)

var errEnded = errors.New("exporter was ended")

const usualPeriod = 10 * time.Second

type exporter struct {
	addr   string
	period time.Duration

	lostCh chan bool
	endCh  chan struct{}
	idleCh chan bool

	up   atomic.Bool
	link net.Conn
}

func (e *exporter) connect() error {
	c, err := net.Dial("tcp", e.addr)
	if err != nil {
		return err
	}
	e.link = c
	return nil
}

func (e *exporter) markUp() { e.up.Store(true) }

func (e *exporter) markDown() {
	e.up.Store(false)
	select {
	case e.lostCh <- true:
	default:
	}
}

func (e *exporter) Stop() {
	close(e.endCh)
	<-e.idleCh
}

func (e *exporter) keepConnected() error {
	defer func() {
		e.idleCh <- true
	}()

	period := e.period
	if period <= 0 {
		period = usualPeriod
	}
	spread := int64(1 + 0.7*float64(period))

	for { // want "reconnect timerreceiveignoresstop.exporter.connect deadline fixed/10s jitter=yes ctx=.* unwaited=0"
		// Stopped: leave. Otherwise sit here until the connection is lost.
		select {
		case <-e.endCh:
			return errEnded

		case <-e.lostCh:
		}

		if err := e.connect(); err == nil {
			e.markUp()
		} else {
			e.markDown()
		}

		// Keep the exporters of a fleet from marching in step.
		extra := time.Duration(rand.Int64N(spread))
		<-time.After(period + extra)
	}
}
