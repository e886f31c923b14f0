package fix

import (
	stdctx "context"
	"net"
	. "time"
)

func renamed(ctx stdctx.Context, d *net.Dialer, addr string) error {
	for range 3 { // want `does not watch ctx`
		_, err := d.DialContext(ctx, "tcp", addr)
		if err == nil {
			return nil
		}
		Sleep(Second)
	}
	return net.ErrClosed
}

func hiddenAfter(ctx stdctx.Context, d *net.Dialer, addr string) error {
	for After := range 3 { // want `does not watch ctx`
		_, err := d.DialContext(ctx, "tcp", addr)
		if err == nil {
			return nil
		}
		Sleep(Second << After)
	}
	return net.ErrClosed
}
