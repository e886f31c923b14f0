package catalog

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"sync"
)

// origin says where the fact of a row holds, as in an Entry; the module of the
// standard library is "std".
type origin struct {
	Module   string `json:"module"`
	Version  string `json:"version"`
	Verified string `json:"verified"`
	Note     string `json:"note,omitempty"`

	// Pos is the file and line of the row itself, for messages.
	Pos string `json:"-"`
}

// readRows reads rows, one JSON object a line, blank lines between them. It is
// as strict as Parse: every error names the line, and all of them are returned.
func readRows[T any](name string, data []byte, check func(row *T, pos string) error) ([]T, error) {
	var out []T
	var errs []error
	n := 0
	for line := range bytes.Lines(data) {
		n++
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		pos := fmt.Sprintf("%s:%d", name, n)
		row := new(T)
		if err := decodeRow(line, row); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", pos, err))
			continue
		}
		if err := check(row, pos); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", pos, err))
			continue
		}
		out = append(out, *row)
	}
	return out, errors.Join(errs...)
}

func decodeRow(line []byte, row any) error {
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.DisallowUnknownFields()
	if err := dec.Decode(row); err != nil {
		return err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return errors.New("want one JSON object a line")
	}
	return nil
}

// check reports the first thing that is wrong with o as the origin of a fact
// about a package, which may end in "/...".
func (o *origin) check(pkgPath string) error {
	switch {
	case pkgPath == "":
		return errors.New("missing package")
	case o.Module == "":
		return errors.New("missing module")
	case o.Version == "":
		return errors.New("missing version")
	case !verifiedForm.MatchString(o.Verified):
		return fmt.Errorf(`bad verified %q: want "file.go:12", more after "; "`, o.Verified)
	case o.Module == "std" || within(pkgPath, o.Module):
		return nil
	}
	if stem, ok := strings.CutSuffix(pkgPath, "/..."); ok && within(o.Module, stem) {
		return nil // several modules, or major versions of one
	}
	return fmt.Errorf("package %s is not in module %s", pkgPath, o.Module)
}

// within reports whether a path is another one or below it.
func within(pkgPath, stem string) bool {
	return pkgPath == stem || strings.HasPrefix(pkgPath, stem+"/")
}

// checkWord reports whether a field holds one of the words that it may hold.
func checkWord[S ~string](field string, got S, words []S) error {
	if slices.Contains(words, got) {
		return nil
	}
	return fmt.Errorf("bad %s %q: want one of %s", field, string(got), join(words))
}

// matchesReceiver reports whether a pattern, as rows have it, takes the name of a type:
// "*" stands for any letters, "|" lies between alternatives, and "" takes only "".
func matchesReceiver(patterns, receiver string) bool {
	if patterns == "" || receiver == "" {
		return patterns == receiver
	}
	for pattern := range strings.SplitSeq(patterns, "|") {
		if ok, _ := path.Match(pattern, receiver); ok {
			return true
		}
	}
	return false
}

// checkReceiver reports what is wrong with a pattern for the names of types.
func checkReceiver(patterns string) error {
	if _, err := path.Match(patterns, ""); err != nil || strings.ContainsAny(patterns, "?[ .()\\") {
		return fmt.Errorf(`bad receiver %q: want a type's name, "*" in it for any letters, "|" between several`, patterns)
	}
	for receiver := range strings.SplitSeq(patterns, "|") {
		if receiver == "" && patterns != "" {
			return fmt.Errorf("bad receiver %q: empty alternative", patterns)
		}
	}
	return nil
}

// checkNames reports a name in the lists that cannot be one of a function or type.
func checkNames(lists ...[]string) error {
	for _, name := range slices.Concat(lists...) {
		if name == "" || strings.ContainsAny(name, " .*|") {
			return fmt.Errorf("bad name %q", name)
		}
	}
	return nil
}

// A symbol is a function or a method, by names as rows have them: the import path,
// the name of the receiver's type, "" for a function, and its own name.
type symbol struct{ pkgPath, receiver, name string }

// note notes at pos that a row speaks of a symbol, and reports one that does already.
func (s symbol) note(seen map[symbol]string, pos string) error {
	if at, dup := seen[s]; dup {
		return fmt.Errorf("duplicate row for %q of %q in %s: first at %s", s.name, s.receiver, s.pkgPath, at)
	}
	seen[s] = pos
	return nil
}

// knownPackages are the packages that registrations and clients are about.
var knownPackages = sync.OnceValue(func() map[string]bool {
	out := make(map[string]bool)
	for _, r := range Registrations() {
		out[r.Package] = true
	}
	for _, c := range Clients() {
		out[c.Package] = true
	}
	return out
})

// Known reports whether a package registers entry points or has clients that
// retry by themselves.
func Known(pkgPath string) bool {
	_, isClient := ClientOf(pkgPath, "Client", "")
	return knownPackages()[pkgPath] || isClient
}
