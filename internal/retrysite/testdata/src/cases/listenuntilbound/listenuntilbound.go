// Package listenuntilbound runs a tunnel endpoint configured from a store.
package listenuntilbound

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
	for { // want "loop net.Listen unbounded fixed/1s jitter=no ctx=no unwaited=0"
		var err error
		ln, err = net.Listen(network, addr)
		if err != nil {
			e.log.Error("cannot listen", "error", err)
			time.Sleep(time.Second)
			continue
		}
		break
	}

	var rules <-chan any
	var unwatch func()
	for { // want "loop listenuntilbound.configStore.Watch unbounded fixed/1s jitter=no ctx=no unwaited=0"
		var err error
		rules, unwatch, err = e.store.Watch("tunnel-rules")
		if err != nil {
			e.log.Error("cannot watch the rules", "error", err)
			time.Sleep(time.Second)
			continue
		}
		break
	}
	defer unwatch()

	return e.serve(ctx, ln, rules)
}
