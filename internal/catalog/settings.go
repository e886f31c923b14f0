package catalog

import (
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
)

// attribute ties the name of an attribute to its place in Settings.
type attribute struct {
	name string
	kind attrKind
	expr func(*Settings) *Expr
}

var attributes = []attribute{
	{"attempts", countAttr, func(s *Settings) *Expr { return &s.Attempts }},
	{"deadline", deadlineAttr, func(s *Settings) *Expr { return &s.Deadline }},
	{"delay", delayAttr, func(s *Settings) *Expr { return &s.Delay }},
	{"base", durationAttr, func(s *Settings) *Expr { return &s.Base }},
	{"factor", factorAttr, func(s *Settings) *Expr { return &s.Factor }},
	{"max", durationAttr, func(s *Settings) *Expr { return &s.Max }},
	{"maxEnds", contextAttr, func(s *Settings) *Expr { return &s.MaxEnds }},
	{"jitter", jitterAttr, func(s *Settings) *Expr { return &s.Jitter }},
	{"context", contextAttr, func(s *Settings) *Expr { return &s.Context }},
}

// All yields the attributes that s sets, by name, in the order of the struct.
func (s Settings) All() iter.Seq2[string, Expr] {
	return func(yield func(string, Expr) bool) {
		for _, a := range attributes {
			if e := *a.expr(&s); !e.IsZero() && !yield(a.name, e) {
				return
			}
		}
	}
}

// IsZero reports whether s sets nothing.
func (s Settings) IsZero() bool {
	for range s.All() {
		return false
	}
	return true
}

// UnmarshalJSON parses the expressions, each by the rules of its attribute.
func (s *Settings) UnmarshalJSON(data []byte) error {
	var texts map[string]string
	if err := json.Unmarshal(data, &texts); err != nil {
		return fmt.Errorf("set: want an object of strings: %w", err)
	}
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		i := slices.IndexFunc(attributes, func(a attribute) bool { return a.name == name })
		if i < 0 {
			return fmt.Errorf("set: unknown attribute %q: want %s", name, attributeNames())
		}
		e, err := parseExpr(attributes[i].kind, texts[name])
		if err != nil {
			return fmt.Errorf("set: %s: %w", name, err)
		}
		*attributes[i].expr(s) = e
	}
	return nil
}

func attributeNames() string {
	var names []string
	for _, a := range attributes {
		names = append(names, a.name)
	}
	return strings.Join(names, ", ")
}
