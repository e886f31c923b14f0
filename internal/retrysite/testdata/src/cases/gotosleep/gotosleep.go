// Package gotosleep collects telemetry from a device.
package gotosleep

import (
	"context"
	"fmt"
	"time"
)

type sample struct{ path, value string }

type pipe interface {
	Send(paths []string) error
	Recv() (*sample, error)
}

type device interface {
	Open(ctx context.Context) (pipe, error)
}

type settings struct {
	Name   string
	Redial time.Duration
	Once   bool
}

type trouble struct {
	plan string
	err  error
}

type probe struct {
	cfg    *settings
	dev    device
	out    chan *sample
	errs   chan *trouble
	cancel map[string]context.CancelFunc
}

// Follow reads a plan until ctx ends; after a failure it starts the plan again.
func (p *probe) Follow(ctx context.Context, plan string, paths []string) {
	var link pipe
	var cctx context.Context
	var cancel context.CancelFunc
	var err error
restart: // want "loop gotosleep.device.Open,gotosleep.pipe.Recv,gotosleep.pipe.Send deadline fixed jitter=no ctx=.* unwaited=0"
	select {
	case <-ctx.Done():
		return
	default:
		cctx, cancel = context.WithCancel(ctx)
		p.cancel[plan] = cancel
		link, err = p.dev.Open(cctx)
		if err != nil {
			p.errs <- &trouble{plan, fmt.Errorf("%s: cannot open, again in %v: %w", p.cfg.Name, p.cfg.Redial, err)}
			cancel()
			time.Sleep(p.cfg.Redial)
			goto restart
		}
	}

	if err = link.Send(paths); err != nil {
		p.errs <- &trouble{plan, fmt.Errorf("%s: cannot send, again in %v: %w", p.cfg.Name, p.cfg.Redial, err)}
		cancel()
		time.Sleep(p.cfg.Redial)
		goto restart
	}

	if p.cfg.Once {
		s, err := link.Recv()
		if err != nil {
			p.errs <- &trouble{plan, err}
			cancel()
			time.Sleep(p.cfg.Redial)
			goto restart
		}
		p.out <- s
		cancel()
		return
	}

	for {
		s, err := link.Recv()
		if err != nil {
			p.errs <- &trouble{plan, err}
			p.errs <- &trouble{plan, fmt.Errorf("%s: again in %v", p.cfg.Name, p.cfg.Redial)}
			cancel()
			time.Sleep(p.cfg.Redial)
			goto restart
		}
		p.out <- s
	}
}
