// Package nearmiss holds what is not right yet. The want comments say what would be, and
// the comment of a function what is wrong.
package nearmiss

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand"
	"net"
	"os"
	"strconv"
)

type rule interface {
	Apply(s string) (string, error)
}

// Taken for a failover, though what fails is a local computation.
func firstRule(rules []rule, s string) (string, error) {
	for _, r := range rules {
		if out, err := r.Apply(s); err == nil {
			return out, nil
		}
	}
	return "", errors.New("no rule")
}

// Taken for a failover, though it looks for the file that exists.
func firstFile(names []string) (*os.File, error) {
	for _, n := range names {
		f, err := os.Open(n)
		if err == nil {
			return f, nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	return nil, fs.ErrNotExist
}

// Taken for a retry, though it looks for a name that is free.
func freeName(dir string) (*os.File, error) {
	for i := 0; ; i++ {
		f, err := os.OpenFile(fmt.Sprintf("%s/%d", dir, i), os.O_CREATE|os.O_EXCL, 0o600)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		return f, err
	}
}

// Taken for a retry, though it looks for a name that is free.
func randomName(dir string) (*os.File, error) {
	for range 10000 {
		f, err := os.OpenFile(dir+"/"+strconv.Itoa(rand.Int()), os.O_CREATE|os.O_EXCL, 0o600)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		return f, err
	}
	return nil, fs.ErrExist
}

// Taken for a failover, though it looks for a port that is free.
func freePort() (net.Listener, error) {
	for port := 8000; port < 8100; port++ {
		l, err := net.Listen("tcp", ":"+strconv.Itoa(port))
		if err == nil {
			return l, nil
		}
	}
	return nil, errors.New("no free port")
}
