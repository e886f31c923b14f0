package catalog

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
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
	// Names are the methods that the row is about, all where it is empty.
	Names []string `json:"names,omitempty"`
	// Attempts is how often a call tries by default, all told; 0 for without a
	// limit, or until a deadline. It is 1 for methods that do not retry although the
	// others of the library do.
	Attempts int `json:"attempts"`
	// Unless names the calls that make the row void, because what they set up
	// lets the methods retry like the others.
	Unless []string `json:"unless,omitempty"`

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
		case c.Attempts == 1 && len(c.Names) == 0 || c.Attempts < 0:
			return nil, fmt.Errorf("%s:%d: attempts %d are no retry", name, n, c.Attempts)
		}
		out = append(out, c)
	}
	return out, nil
}

// ClientOf returns the client library that a function or method belongs to. The
// most specific row counts: one for the name, else one for the receiver, else one
// for the longer path. With an empty name only rows for all methods count.
func ClientOf(pkgPath, receiver, name string) (Client, bool) {
	var best Client
	found := false
	for _, c := range Clients() {
		if (c.Receiver == "" || c.Receiver == receiver) && c.covers(pkgPath) && c.about(name) && (!found || c.weight() > best.weight()) {
			best, found = c, true
		}
	}
	return best, found
}

func (c Client) about(name string) bool {
	return len(c.Names) == 0 || slices.Contains(c.Names, name)
}

func (c Client) weight() int {
	w := len(c.Package) + len(c.Receiver)
	if len(c.Names) > 0 {
		w += 1000
	}
	return w
}

func (c Client) covers(pkgPath string) bool {
	if prefix, ok := strings.CutSuffix(c.Package, "/..."); ok {
		return pkgPath == prefix || strings.HasPrefix(pkgPath, prefix+"/")
	}
	return pkgPath == c.Package
}
