package fix

import (
	"context"
	"net"
	"os"
	"sync"
	"time"
)

// What to do when the context has ended cannot be told.
func noResult(ctx context.Context, d *net.Dialer, addr string) {
	for { // want `does not watch ctx`
		_, err := d.DialContext(ctx, "tcp", addr)
		if err == nil {
			return
		}
		time.Sleep(time.Second)
	}
}

func noError(ctx context.Context, d *net.Dialer, addr string) net.Conn {
	for { // want `does not watch ctx`
		conn, err := d.DialContext(ctx, "tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(time.Second)
	}
}

type dialError struct{}

func (dialError) Error() string { return "" }

func ownError(ctx context.Context, d *net.Dialer, addr string) *dialError {
	for range 3 { // want `does not watch ctx`
		if _, err := d.DialContext(ctx, "tcp", addr); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return &dialError{}
}

// The zero of a type parameter has no simple form.
func generic[T any](ctx context.Context, d *net.Dialer, addr string, to func(net.Conn) T) (T, error) {
	var none T
	for range 3 { // want `does not watch ctx`
		conn, err := d.DialContext(ctx, "tcp", addr)
		if err == nil {
			return to(conn), nil
		}
		time.Sleep(time.Second)
	}
	return none, net.ErrClosed
}

// The type of a result has another meaning at the wait.
func hiddenType(ctx context.Context, d *net.Dialer, addr string) (at point, err error) {
	for range 3 { // want `does not watch ctx`
		point := time.Second
		if _, err = d.DialContext(ctx, "tcp", addr); err == nil {
			return at, nil
		}
		time.Sleep(point)
	}
	return at, err
}

func hiddenNil(ctx context.Context, d *net.Dialer, addr string) (*point, error) {
	for range 3 { // want `does not watch ctx`
		nil := time.Second
		_, err := d.DialContext(ctx, "tcp", addr)
		if err == error(net.ErrClosed) {
			break
		}
		time.Sleep(nil)
	}
	return nil, net.ErrClosed
}

// At the wait the name is that of one attempt's context, which has ended.
func shadowed(ctx context.Context, d *net.Dialer, addr string) error {
	for range 3 { // want `does not watch ctx`
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		_, err := d.DialContext(ctx, "tcp", addr)
		cancel()
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return net.ErrClosed
}

func reassigned(ctx context.Context, d *net.Dialer, addr string) error {
	parent := ctx
	for range 3 { // want `does not watch ctx`
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(parent, time.Second)
		_, err := d.DialContext(ctx, "tcp", addr)
		cancel()
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return net.ErrClosed
}

// A lock is still held.
func locked(ctx context.Context, mu *sync.Mutex, d *net.Dialer, addr string) (err error) {
	mu.Lock()
	for range 3 { // want `does not watch ctx`
		if _, err = d.DialContext(ctx, "tcp", addr); err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	mu.Unlock()
	return err
}

func opened(ctx context.Context, d *net.Dialer, name string) (err error) {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	for range 3 { // want `does not watch ctx`
		if _, err = d.DialContext(ctx, "tcp", f.Name()); err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	f.Close()
	return err
}

func canceled(ctx context.Context, d *net.Dialer, addr string) (err error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	for range 3 { // want `does not watch ctx`
		if _, err = d.DialContext(ctx, "tcp", addr); err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	cancel()
	return err
}

// The lock and the context of each attempt are given up after the wait.
func lockedEach(ctx context.Context, mu *sync.Mutex, d *net.Dialer, addr string) (err error) {
	for range 3 { // want `does not watch ctx`
		mu.Lock()
		if _, err = d.DialContext(ctx, "tcp", addr); err == nil {
			mu.Unlock()
			return nil
		}
		time.Sleep(time.Second)
		mu.Unlock()
	}
	return err
}

func canceledEach(ctx context.Context, d *net.Dialer, addr string) (err error) {
	for i := range 3 { // want `does not watch ctx`
		attempt, cancel := context.WithTimeout(ctx, time.Minute)
		if _, err = d.DialContext(attempt, "tcp", addr); err == nil {
			cancel()
			return nil
		}
		if i < 2 {
			time.Sleep(time.Second)
		}
		cancel()
	}
	return err
}

// It is the work that is to be done once the context has ended.
func farewell(ctx context.Context, d *net.Dialer, addr string) (err error) {
	<-ctx.Done()
	for range 3 { // want `does not watch ctx`
		if _, err = d.Dial("tcp", addr); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func deferred(ctx context.Context, d *net.Dialer, addr string) {
	defer func() error {
		for range 3 { // want `does not watch ctx`
			if _, err := d.Dial("tcp", addr); err == nil {
				return nil
			}
			time.Sleep(time.Second)
		}
		return net.ErrClosed
	}()
	d.DialContext(ctx, "tcp", addr)
}

func rest(d time.Duration) { time.Sleep(d) }

// The wait is in another function.
func helped(ctx context.Context, d *net.Dialer, addr string) (err error) {
	for range 3 { // want `does not watch ctx`
		if _, err = d.DialContext(ctx, "tcp", addr); err == nil {
			return nil
		}
		rest(time.Second)
	}
	return err
}

// One of two waits cannot be changed.
func half(ctx context.Context, d *net.Dialer, addr string) (err error) {
	for i := range 3 { // want `does not watch ctx`
		if _, err = d.DialContext(ctx, "tcp", addr); err == nil {
			return nil
		}
		if i == 0 {
			time.Sleep(time.Second)
		} else {
			rest(time.Second)
		}
	}
	return err
}

type server struct {
	dialer net.Dialer
	stop   chan struct{}
}

// A closed channel has no error to give.
func (s *server) channel(addr string) error {
	for { // want `does not watch .*stop`
		select {
		case <-s.stop:
			return nil
		default:
		}
		if _, err := s.dialer.Dial("tcp", addr); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
}

// There is no room for a select on the line of the wait.
func crowded(ctx context.Context, d *net.Dialer, addr string) (err error) {
	pause := func() { time.Sleep(time.Second) }
	for range 3 { // want `does not watch ctx`
		if _, err = d.DialContext(ctx, "tcp", addr); err == nil {
			return nil
		}
		pause()
	}
	return err
}
