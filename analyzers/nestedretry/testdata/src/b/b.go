// Package b retries in one place.
package b

import (
	"context"
	"github.com/hashicorp/go-retryablehttp"
	"io"
	"net"
	"net/http"
	"os"
	"retry"
	"time"
)

func dial(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func once(addr string) (net.Conn, error) { return dial(addr) }

// One connection for each address.
func each(addrs []string) (conns []net.Conn, err error) {
	for _, addr := range addrs {
		conn, err := dial(addr)
		if err != nil {
			return nil, err
		}
		conns = append(conns, conn)
	}
	return conns, nil
}

// Another address on failure.
func failover(addrs []string) (conn net.Conn, err error) {
	for _, addr := range addrs {
		if conn, err = dial(addr); err == nil {
			return conn, nil
		}
	}
	return nil, err
}

// It goes on with the next session after each.
func reconnect(ctx context.Context, addr string, events io.Writer) {
	for ctx.Err() == nil {
		conn, err := dial(addr)
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		io.Copy(events, conn)
		conn.Close()
	}
}

// What is called inside retries nothing.
func plain(addr string) (net.Conn, error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	return conn, conn.SetDeadline(time.Now().Add(time.Minute))
}

func outer(addr string) (conn net.Conn, err error) {
	for range 3 {
		if conn, err = plain(addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// Reading on is no retry.
func read(path string) (data []byte, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	buf := make([]byte, 512)
	for {
		n, err := f.Read(buf)
		data = append(data, buf[:n]...)
		if err == io.EOF {
			return data, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

func reads(ctx context.Context, path string) (data []byte, err error) {
	err = retry.Do(ctx, 3, func() error {
		data, err = read(path)
		return err
	})
	return data, err
}

// The retry is done before the loop begins.
func before(addr string) error {
	conn, err := dial(addr)
	if err != nil {
		return err
	}
	for range 3 {
		if _, err = conn.Write([]byte("PING\n")); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// The client is told not to retry.
func send(req *http.Request) (resp *http.Response, err error) {
	c := retryablehttp.NewClient()
	c.RetryMax = 0
	for range 3 {
		if resp, err = c.Do(req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// One of several types is behind the interface, and Dialer has others elsewhere.
type dialer interface {
	connect(addr string) (net.Conn, error)
}

type direct struct{}

func (direct) connect(addr string) (net.Conn, error) { return net.Dial("tcp", addr) }

type patient struct{ inner dialer }

func (p patient) connect(addr string) (conn net.Conn, err error) {
	for range 2 {
		if conn, err = p.inner.connect(addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func throughInterface(d dialer, addr string) (conn net.Conn, err error) {
	for range 4 {
		if conn, err = d.connect(addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

type Dialer interface {
	Connect(addr string) (net.Conn, error)
}

type Patient struct{ inner Dialer }

func (p Patient) Connect(addr string) (conn net.Conn, err error) {
	for range 2 {
		if conn, err = p.inner.Connect(addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}
