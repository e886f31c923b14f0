package nearmiss

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"sync/atomic"
)

type answer struct{ code code }

type code int

func (c code) Error() string { return "failed" }

type coordinators interface {
	Refresh(ctx context.Context, id string) error
}

// unheededInItems goes through answers; whether the refresh fails makes no difference.
func unheededInItems(ctx context.Context, c coordinators, answers map[string][]answer, left map[string]bool, run func(func() (bool, error)) error) error {
	return run(func() (bool, error) {
		var failures []error
		for topic, all := range answers {
			for _, a := range all {
				switch a.code {
				case 0:
					delete(left, topic)
					continue
				case 1:
					_ = c.Refresh(ctx, "group")
					fallthrough
				case 2:
				default:
					return false, a.code
				}
				failures = append(failures, a.code)
			}
		}
		return len(left) > 0, errors.Join(failures...)
	})
}

type debugLogger interface {
	Logf(format string, args ...any) error
}

// loggedSwap swaps until it wins; the logger's error is nobody's attempt.
func loggedSwap(l debugLogger, n *atomic.Int64) {
	for {
		old := n.Load()
		if old > 9 {
			_ = l.Logf("full: %d", old)
			return
		}
		if n.CompareAndSwap(old, old+1) {
			return
		}
		_ = l.Logf("lost: %d", old)
	}
}

type page struct {
	ids  []string
	next string
}

type pageLister interface {
	Page(ctx context.Context, token string) (*page, error)
}

// pagesPrinted prints pages; print hands back the failure that it was given, alone or
// with its own.
func pagesPrinted(ctx context.Context, a pageLister, all *bool, token *string) error {
	for {
		p, err := a.Page(ctx, *token)
		if err := printed(p, err); err != nil {
			return err
		}
		if !*all || p.next == "" {
			return nil
		}
		*token = p.next
	}
}

func printed(v any, failure error) error {
	if v != nil {
		if err := json.NewEncoder(os.Stdout).Encode(v); err != nil {
			return errors.Join(failure, err)
		}
	}
	return failure
}

type pooled struct {
	api  api
	open bool
}

// stream reads until an error and then gives the connection back, whose owner may ask
// a fresh one for its next page, but not for this.
func (p *pooled) stream(ctx context.Context, release func(*pooled, error)) {
	go func() {
		for {
			if _, _, err := p.api.List(ctx, ""); err != nil {
				break
			}
		}
		release(p, nil)
	}()
}

type owner struct{ conns []*pooled }

func (o *owner) start(ctx context.Context, p *pooled) {
	p.stream(ctx, func(p *pooled, err error) {
		if err == nil && p.open {
			o.start(ctx, p)
		}
	})
}
