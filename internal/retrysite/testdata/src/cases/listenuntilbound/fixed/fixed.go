// Package fixed keeps its start-up retries cancellable.
package fixed

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"time"
)

type config struct{ Address string }

type configStore interface {
	Get(kind, name string) (any, bool, error)
	Watch(kind string) (<-chan any, func(), error)
}

type endpoint struct {
	store configStore
	log   *slog.Logger
	serve func(context.Context, net.Listener, <-chan any) error
}

// rest waits a second; false means that ctx ended first.
func (e *endpoint) rest(ctx context.Context) bool {
	t := time.NewTimer(time.Second)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}

func (e *endpoint) start(ctx context.Context) error {
	v, found, err := e.store.Get("tunnel", "tunnel")
	if err != nil {
		return err
	}
	if !found {
		return nil
	}
	cfg, ok := v.(*config)
	if !ok {
		return fmt.Errorf("unexpected configuration %T", v)
	}

	network, addr := "tcp", cfg.Address
	if rest, isUnix := strings.CutPrefix(addr, "unix://"); isUnix {
		network, addr = "unix", rest
	}

	var ln net.Listener
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for { // want "loop net.Listen deadline fixed/1s jitter=no ctx=yes unwaited=0"
		var err error
		ln, err = net.Listen(network, addr)
		if err != nil {
			e.log.Error("cannot listen", "error", err)
			if !e.rest(ctx) {
				return ctx.Err()
			}
			continue
		}
		break
	}

	var rules <-chan any
	var unwatch func()
	for { // want "loop fixed.configStore.Watch deadline fixed/1s jitter=no ctx=yes unwaited=0"
		var err error
		rules, unwatch, err = e.store.Watch("tunnel-rules")
		if err != nil {
			e.log.Error("cannot watch the rules", "error", err)
			if !e.rest(ctx) {
				ln.Close()
				return ctx.Err()
			}
			continue
		}
		break
	}
	defer unwatch()

	return e.serve(ctx, ln, rules)
}
