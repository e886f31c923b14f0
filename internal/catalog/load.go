package catalog

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// Parse reads entries, one JSON object a line, blank lines between them. It is
// strict, since a misspelt row would be a fact silently lost: every error
// names the line and what is allowed there, and all of them are returned.
func Parse(name string, data []byte) ([]Entry, error) {
	var entries []Entry
	var errs []error
	n := 0
	for line := range bytes.Lines(data) {
		n++
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		pos := fmt.Sprintf("%s:%d", name, n)
		entry, err := parseEntry(line)
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", pos, err))
			continue
		}
		entry.Pos = pos
		entries = append(entries, entry)
	}
	errs = append(errs, duplicates(entries)...)
	return entries, errors.Join(errs...)
}

// duplicates reports rows that say the same kind of thing of one symbol.
func duplicates(entries []Entry) []error {
	var errs []error
	first := make(map[entryKey]string)
	for i := range entries {
		e := &entries[i]
		if pos, dup := first[keyOf(e)]; dup {
			errs = append(errs, fmt.Errorf("%s: duplicate %s row for %s of %s: first at %s", e.Pos, e.What, e.Symbol, e.Package, pos))
			continue
		}
		first[keyOf(e)] = e.Pos
	}
	return errs
}

func parseEntry(line []byte) (Entry, error) {
	var keys map[string]json.RawMessage
	if err := json.Unmarshal(line, &keys); err != nil {
		return Entry{}, fmt.Errorf("want one JSON object: %w", err)
	}
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		if !slices.Contains(entryKeys, key) {
			return Entry{}, fmt.Errorf("unknown key %q: want %s", key, strings.Join(entryKeys, ", "))
		}
	}
	var e Entry
	if err := json.Unmarshal(line, &e); err != nil {
		return Entry{}, err
	}
	_, hasCallback := keys["callback"]
	return e, e.check(hasCallback)
}

// entryKeys are the keys that a row may have.
var entryKeys = func() []string {
	var keys []string
	for f := range reflect.TypeFor[Entry]().Fields() {
		if key, _, _ := strings.Cut(f.Tag.Get("json"), ","); key != "-" {
			keys = append(keys, key)
		}
	}
	return keys
}()

// symbolForm matches the forms of a symbol; the groups tell a method (1) from
// a field (2) from a plain name (neither).
var symbolForm = regexp.MustCompile(`^(?:(\(\*?\w+\)\.\w+)|(\w+\.\w+)|\w+)$`)

// verifiedForm matches "file.go:12", more places after semicolons, each with
// a module path in front where it lies in another one.
var verifiedForm = regexp.MustCompile(`^[^\s:;]+\.go:[1-9]\d*(; [^\s:;]+\.go:[1-9]\d*)*$`)

// check reports the first thing that is wrong with e.
func (e *Entry) check(hasCallback bool) error {
	if !slices.Contains(whats, e.What) {
		return fmt.Errorf("bad what %q: want one of %s", e.What, join(whats))
	}
	for _, f := range []struct{ key, value string }{
		{"package", e.Package}, {"symbol", e.Symbol}, {"module", e.Module}, {"version", e.Version}, {"verified", e.Verified},
	} {
		if f.value == "" {
			return fmt.Errorf("missing %s", f.key)
		}
	}
	form := symbolForm.FindStringSubmatch(e.Symbol)
	if form == nil {
		return fmt.Errorf(`bad symbol %q: want "F", "(*T).M", "(T).M", "T.F", "T" or "V"`, e.Symbol)
	}
	if !verifiedForm.MatchString(e.Verified) {
		return fmt.Errorf(`bad verified %q: want "file.go:12", more after "; "`, e.Verified)
	}
	if err := e.checkPackage(); err != nil {
		return err
	}
	isMethod, isField := form[1] != "", form[2] != ""
	if err := e.checkHelper(hasCallback); err != nil {
		return err
	}
	if e.What == Field && isMethod || e.What == Type && (isMethod || isField) {
		return fmt.Errorf("symbol %s cannot be a %s", e.Symbol, e.What)
	}
	if e.Needs != "" && !isField {
		return fmt.Errorf("needs is for fields, %s is none", e.Symbol)
	}
	if e.Set.IsZero() && e.Inherit.IsZero() && e.Policy.IsZero() && e.Asks.IsZero() && e.What != Helper {
		return errors.New("row says nothing: want set, inherit, policy or asks")
	}
	if e.Query != "" && (e.Set.Attempts.IsZero() || e.Set.Attempts.Operand().IsZero()) {
		return errors.New("query is for attempts that an operand gives")
	}
	return e.checkOperands(isMethod, isField)
}

// checkPackage checks that the package is one of the module, or that the module, for
// several packages, is one of theirs.
func (e *Entry) checkPackage() error {
	path, module := e.Package, e.Module
	if below, ok := strings.CutSuffix(e.Package, "/..."); ok {
		if e.What != Config {
			return fmt.Errorf("package %s: only config rows stand for several packages", e.Package)
		}
		if strings.HasPrefix(e.Module, below+"/") {
			path, module = e.Module, below
		}
	}
	if path != module && !strings.HasPrefix(path, module+"/") {
		return fmt.Errorf("package %s is not in module %s", e.Package, e.Module)
	}
	return nil
}

// checkHelper checks the keys that only a helper has.
func (e *Entry) checkHelper(hasCallback bool) error {
	if !slices.Contains(outcomes, e.Repeats) && e.Repeats != Failed {
		return fmt.Errorf("bad repeats %q: want one of %s, or nothing for any error", e.Repeats, join(outcomes))
	}
	switch {
	case e.What == Helper && !hasCallback:
		return errors.New("missing callback: a helper runs an argument")
	case e.Callback < 0:
		return fmt.Errorf("bad callback %d: arguments count from 0", e.Callback)
	case e.What != Helper && (hasCallback || e.CallbackField != "" || e.Repeats != Failed):
		return fmt.Errorf("callback, callback_field and repeats are for helpers, not for a %s", e.What)
	}
	return nil
}

// checkOperands checks that every operand exists for the kind of symbol: only
// calls have arguments, only fields and variables a stored value.
func (e *Entry) checkOperands(isMethod, isField bool) error {
	operands := []Operand{e.Policy, e.Inherit, e.Asks}
	for _, expr := range e.Set.All() {
		operands = append(operands, expr.Operand(), expr.Head.Operand)
		for _, c := range expr.Cases {
			operands = append(operands, c.Then.Operand)
		}
	}
	for _, op := range operands {
		var ok bool
		switch op.Kind {
		case NoOperand:
			ok = true
		case Argument:
			ok = !isField && e.What != Type && e.What != Field
		case Receiver:
			ok = isMethod || isField
		case Stored:
			ok = isField || e.What == Field
		}
		if !ok {
			return fmt.Errorf("%s has no %s", e.Symbol, op)
		}
	}
	return nil
}

func join[S ~string](words []S) string {
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = string(w)
	}
	return strings.Join(texts, ", ")
}
