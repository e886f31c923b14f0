package catalog

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
)

// Client is a client library whose calls retry by themselves unless they are told
// not to.
type Client struct {
	// Package is an import path; one that ends in "/..." stands for all packages
	// below it.
	Package string `json:"package"`
	// Receiver is the type whose methods retry, or "" for every function and
	// method of the package that can fail.
	Receiver string `json:"receiver,omitempty"`
	// Attempts is how often a call tries by default, all told; 0 for without a
	// limit, or until a deadline.
	Attempts int `json:"attempts"`

	Module   string `json:"module"`
	Version  string `json:"version"`
	Verified string `json:"verified"`
	Note     string `json:"note,omitempty"`
}

//go:embed clients.json
var clientData []byte

// Clients returns the client libraries that retry by default.
var Clients = sync.OnceValue(func() []Client {
	cs, err := parseClients("clients.json", clientData)
	if err != nil {
		panic(err) // the data is part of the program, and tested
	}
	return cs
})

// parseClients reads clients, one JSON object a line, as strictly as Parse does.
func parseClients(name string, data []byte) ([]Client, error) {
	var out []Client
	n := 0
	for line := range bytes.Lines(data) {
		n++
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		var c Client
		dec := json.NewDecoder(bytes.NewReader(line))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&c); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		switch {
		case c.Package == "" || c.Module == "" || c.Version == "":
			return nil, fmt.Errorf("%s:%d: want package, module and version", name, n)
		case !verifiedForm.MatchString(c.Verified):
			return nil, fmt.Errorf(`%s:%d: bad verified %q: want "file.go:12", more after "; "`, name, n, c.Verified)
		case c.Attempts == 1 || c.Attempts < 0:
			return nil, fmt.Errorf("%s:%d: attempts %d are no retry", name, n, c.Attempts)
		}
		out = append(out, c)
	}
	return out, nil
}

// ClientOf returns the client library that a function or method belongs to. The
// most specific row counts.
func ClientOf(pkgPath, receiver string) (Client, bool) {
	var best Client
	found := false
	for _, c := range Clients() {
		if (c.Receiver == "" || c.Receiver == receiver) && c.covers(pkgPath) && (!found || len(c.Package)+len(c.Receiver) > len(best.Package)+len(best.Receiver)) {
			best, found = c, true
		}
	}
	return best, found
}

func (c Client) covers(pkgPath string) bool {
	if prefix, ok := strings.CutSuffix(c.Package, "/..."); ok {
		return pkgPath == prefix || strings.HasPrefix(pkgPath, prefix+"/")
	}
	return pkgPath == c.Package
}
