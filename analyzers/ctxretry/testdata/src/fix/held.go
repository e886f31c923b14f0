package fix

import (
	"context"
	"database/sql"
	"errors"
	"net"
	"os"
	"sync"
	"time"
)

type pool struct {
	mu   sync.Mutex
	sem  chan struct{}
	busy bool
	n    int
	d    net.Dialer
}

func (p *pool) dial(ctx context.Context) error {
	conn, err := p.d.DialContext(ctx, "tcp", "host:1")
	if err == nil {
		conn.Close()
	}
	return err
}

// What is given up for the time of the wait is given up again by a deferred call.
func (p *pool) unlockedWait(ctx context.Context) (err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for range 3 { // want `does not watch ctx`
		if err = p.dial(ctx); err == nil {
			return nil
		}
		p.mu.Unlock()
		time.Sleep(time.Second)
		p.mu.Lock()
	}
	return err
}

func (p *pool) placeless(ctx context.Context) (err error) {
	p.sem <- struct{}{}
	defer func() { <-p.sem }()
	for range 3 { // want `does not watch ctx`
		if err = p.dial(ctx); err == nil {
			return nil
		}
		<-p.sem
		time.Sleep(time.Second)
		p.sem <- struct{}{}
	}
	return err
}

func (p *pool) lock()   { p.mu.Lock() }
func (p *pool) unlock() { p.mu.Unlock() }
func (p *pool) enterAll() {
	p.mu.Lock()
	p.busy = true
}

func (p *pool) ownWait(ctx context.Context) (err error) {
	p.mu.Lock()
	defer p.unlock()
	for range 3 { // want `does not watch ctx`
		if err = p.dial(ctx); err == nil {
			return nil
		}
		p.mu.Unlock()
		time.Sleep(time.Second)
		p.enterAll()
	}
	return err
}

// The lock is taken in the next round.
func (p *pool) nextRound(ctx context.Context) (err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := range 3 { // want `does not watch ctx`
		if i > 0 {
			p.mu.Lock()
		}
		if err = p.dial(ctx); err == nil {
			return nil
		}
		p.mu.Unlock()
		time.Sleep(time.Second)
	}
	p.mu.Lock()
	return err
}

// Each way out gives it up by itself.
func (p *pool) eachWay(ctx context.Context) (err error) {
	p.mu.Lock()
	for i := 0; ; i++ { // want `does not watch ctx`
		if err = p.dial(ctx); err == nil || i == 3 {
			p.mu.Unlock()
			return err
		}
		time.Sleep(time.Second)
	}
}

// It is given up after the attempts, in one way or another.
func received(ctx context.Context, sem chan struct{}, p *pool) (err error) {
	sem <- struct{}{}
	for range 3 { // want `does not watch ctx`
		if err = p.dial(ctx); err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	<-sem
	return err
}

func ignored(ctx context.Context, f *os.File, p *pool) (err error) {
	for range 3 { // want `does not watch ctx`
		if err = p.dial(ctx); err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	_ = f.Close()
	return err
}

func closedIn(ctx context.Context, f *os.File, p *pool) (err error) {
	for range 3 { // want `does not watch ctx`
		if err = p.dial(ctx); err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	if other := f.Close(); other != nil {
		return errors.Join(err, other)
	}
	return err
}

func transaction(ctx context.Context, tx *sql.Tx, p *pool) (err error) {
	for range 3 { // want `does not watch ctx`
		if err = p.dial(ctx); err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	if err != nil {
		tx.Rollback()
		return err
	}
	return tx.Commit()
}

func (p *pool) flag(ctx context.Context) (err error) {
	p.busy = true
	for range 3 { // want `does not watch ctx`
		if err = p.dial(ctx); err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	p.busy = false
	return err
}

func (p *pool) count(ctx context.Context) (err error) {
	p.n++
	for range 3 { // want `does not watch ctx`
		if err = p.dial(ctx); err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	p.n--
	return err
}

func (p *pool) own(ctx context.Context) (err error) {
	p.lock()
	for range 3 { // want `does not watch ctx`
		if err = p.dial(ctx); err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	p.unlock()
	return err
}

func released(ctx context.Context, acquire func() func(), p *pool) (err error) {
	release := acquire()
	for range 3 { // want `does not watch ctx`
		if err = p.dial(ctx); err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	release()
	return err
}

func sent(ctx context.Context, out chan<- error, p *pool) (err error) {
	for range 3 { // want `does not watch ctx`
		if err = p.dial(ctx); err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	out <- err
	return err
}

func removed(ctx context.Context, f *os.File, p *pool) (err error) {
	for range 3 { // want `does not watch ctx`
		if err = p.dial(ctx); err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	os.Remove(f.Name())
	return err
}

func jumped(ctx context.Context, f *os.File, p *pool, left int) error {
again: // want `does not watch ctx`
	err := p.dial(ctx)
	if err != nil && left > 0 {
		left--
		time.Sleep(time.Second)
		goto again
	}
	os.Remove(f.Name())
	return err
}

// The other items have their turn, whatever becomes of the first.
func (p *pool) items(ctx context.Context, names []string) (err error) {
	for _, name := range names {
		p.note(name)
		for range 3 { // want `does not watch ctx`
			if err = p.dial(ctx); err == nil {
				break
			}
			time.Sleep(time.Second)
		}
	}
	return err
}

func (p *pool) note(string) { p.n = 0 }
