package fix

import (
	"context"
	"fmt"
	"log"
	"time"
)

// The work is not that of the context.
func detached(ctx context.Context, p *pool) (err error) {
	bg := context.WithoutCancel(ctx)
	for range 3 { // want `does not watch ctx`
		if err = p.dial(bg); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func background(ctx context.Context, p *pool) (err error) {
	for range 3 { // want `does not watch ctx`
		if err = p.dial(context.Background()); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// What has failed before is what is returned.
func undo(ctx context.Context, commit func() error, p *pool) error {
	if err := commit(); err != nil {
		for range 3 { // want `does not watch ctx`
			if p.dial(ctx) == nil {
				break
			}
			time.Sleep(time.Second)
		}
		return err
	}
	return nil
}

func undoAfter(ctx context.Context, commit func() error, p *pool) error {
	failed := commit()
	for range 3 { // want `does not watch ctx`
		if p.dial(ctx) == nil {
			break
		}
		time.Sleep(time.Second)
	}
	return failed
}

// Nothing that goes wrong in the attempts has ever been an error.
func effort(ctx context.Context, p *pool) error {
	for range 3 { // want `does not watch ctx`
		if err := p.dial(ctx); err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	return nil
}

func effortful(ctx context.Context, p *pool) (err error) {
	for range 3 { // want `does not watch ctx`
		if err = p.dial(ctx); err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	p.note("done")
	return err
}

// To log and to wrap is no promise.
func wrapped(ctx context.Context, p *pool, name string) (n int, err error) {
	for n = range 3 { // want `does not watch ctx`
		attempt, cancel := context.WithTimeout(ctx, time.Minute)
		err = p.dial(attempt)
		cancel()
		if err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	if err != nil {
		log.Printf("%s: %v", name, err)
		return 0, fmt.Errorf("%s: %w", name, err)
	}
	n++
	return n, nil
}

// The attempts are made because of an error that each of them replaces.
func second(ctx context.Context, p *pool) error {
	err := p.dial(ctx)
	if err != nil {
		for range 3 { // want `does not watch ctx`
			time.Sleep(time.Second)
			if err = p.dial(ctx); err == nil {
				break
			}
		}
	}
	return err
}
