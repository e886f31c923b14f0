// Package reconnect holds loops that are no plain retry: reconnects, failovers,
// workers that spin, and polls.
package reconnect

import (
	"bufio"
	"context"
	"io"
	"log"
	"net"
	"time"
)

func serve(c net.Conn) error {
	_, err := io.Copy(io.Discard, c)
	return err
}

func keepConnected(addr string) {
	for { // want "reconnect net.Dial.* unbounded fixed/1s jitter=no ctx=no unwaited=0"
		c, err := net.Dial("tcp", addr)
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		serve(c)
	}
}

func keepConnectedCtx(ctx context.Context, d *net.Dialer, addr string) {
	for { // want "reconnect net.Dialer.DialContext.* deadline fixed/1s jitter=no ctx=yes unwaited=0"
		c, err := d.DialContext(ctx, "tcp", addr)
		if err == nil {
			serve(c)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Second):
		}
	}
}

type source interface {
	Watch(ctx context.Context) (<-chan string, error)
}

func watch(ctx context.Context, s source, handle func(string)) {
	for ctx.Err() == nil { // want "reconnect reconnect.source.Watch deadline fixed/1s jitter=no ctx=yes unwaited=0"
		events, err := s.Watch(ctx)
		if err != nil {
			log.Print(err)
			time.Sleep(time.Second)
			continue
		}
		for e := range events {
			handle(e)
		}
	}
}

func watchAtOnce(ctx context.Context, s source, handle func(string)) {
	for ctx.Err() == nil { // want "reconnect reconnect.source.Watch deadline none jitter=no ctx=yes unwaited=1"
		events, err := s.Watch(ctx)
		if err != nil {
			log.Print(err)
			continue
		}
		for e := range events {
			handle(e)
		}
	}
}

func session(addr string) error {
	c, err := net.Dial("tcp", addr)
	if err != nil {
		return err
	}
	defer c.Close()
	return serve(c)
}

func run(ctx context.Context, addr string) error {
	for { // want "reconnect reconnect.session deadline fixed/5s jitter=no ctx=yes unwaited=0"
		err := session(addr)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		log.Printf("session over: %v", err)
		select {
		case <-time.After(5 * time.Second):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func failover(addrs []string) (c net.Conn, err error) {
	for _, a := range addrs { // want "failover net.Dial x<number of targets> none jitter=no ctx=no unwaited=1"
		if c, err = net.Dial("tcp", a); err == nil {
			return c, nil
		}
	}
	return nil, err
}

func failoverByIndex(addrs []string) (c net.Conn, err error) {
	for i := 0; i < len(addrs); i++ { // want "failover net.Dial x<number of targets> none jitter=no ctx=no unwaited=1"
		if c, err = net.Dial("tcp", addrs[i]); err == nil {
			return c, nil
		}
	}
	return nil, err
}

func roundRobin(addrs []string) (c net.Conn, err error) {
	for i := 0; i < 5; i++ { // want "(loop|failover) net.Dial x5 none"
		if c, err = net.Dial("tcp", addrs[i%len(addrs)]); err == nil {
			return c, nil
		}
	}
	return nil, err
}

func acceptSpins(l net.Listener, handle func(net.Conn)) {
	for { // want "worker net.Listener.Accept unbounded none jitter=no ctx=no unwaited=1"
		c, err := l.Accept()
		if err != nil {
			log.Print(err)
			continue
		}
		go handle(c)
	}
}

func acceptWaits(l net.Listener, handle func(net.Conn)) {
	for {
		c, err := l.Accept()
		if err != nil {
			time.Sleep(100 * time.Millisecond)
			continue
		}
		go handle(c)
	}
}

func acceptReturns(l net.Listener, handle func(net.Conn)) error {
	for {
		c, err := l.Accept()
		if err != nil {
			return err
		}
		go handle(c)
	}
}

type queue interface {
	Receive(ctx context.Context) (string, error)
	Complete(ctx context.Context, id string) (bool, error)
}

func consumeSpins(ctx context.Context, q queue, handle func(string) error) {
	for { // want "worker reconnect.queue.Receive .* none jitter=no ctx=.* unwaited=1"
		m, err := q.Receive(ctx)
		if err != nil {
			log.Print(err)
			continue
		}
		if err := handle(m); err != nil {
			log.Print(err)
		}
	}
}

// The error ends it: a poll, no retry.
func poll(ctx context.Context, q queue, id string) error {
	for {
		ok, err := q.Complete(ctx, id)
		if err != nil {
			return err
		}
		if ok {
			return nil
		}
		time.Sleep(time.Second)
	}
}

// The error is retried too.
func pollAndRetry(ctx context.Context, q queue, id string) error {
	for { // want "loop reconnect.queue.Complete deadline fixed/1s jitter=no ctx=yes unwaited=0"
		if ok, err := q.Complete(ctx, id); err == nil && ok {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

func readLines(addr string, handle func(string)) {
	for { // want "reconnect net.Dial unbounded fixed/1s jitter=no ctx=no unwaited=0"
		c, err := net.Dial("tcp", addr)
		if err != nil {
			log.Print(err)
			time.Sleep(time.Second)
			continue
		}
		sc := bufio.NewScanner(c)
		for sc.Scan() {
			handle(sc.Text())
		}
		c.Close()
	}
}

func tickWork(ctx context.Context, q queue) {
	t := time.NewTicker(time.Minute)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			if _, err := q.Complete(ctx, "x"); err != nil {
				log.Print(err)
			}
		}
	}
}
