package amplify

import (
	"strconv"
	"strings"
)

// String returns the bound as a report shows it: "27", "3 × retries",
// "unbounded".
func (b Bound) String() string {
	if b.unlimited {
		return "unbounded"
	}
	return b.sum()
}

// Symbolic returns the bound in symbols: "3 × retries", "3 + n". It is empty
// where the bound has none: for numbers, and where there is no limit.
func (b Bound) Symbolic() string {
	if b.unlimited || len(b.terms) == 0 {
		return ""
	}
	return b.sum()
}

// sum writes the number and the terms, leaving out what adds nothing.
func (b Bound) sum() string {
	var parts []string
	if b.number > 0 || len(b.terms) == 0 {
		parts = append(parts, strconv.FormatInt(b.number, 10))
	}
	for _, t := range b.terms {
		parts = append(parts, t.String())
	}
	return strings.Join(parts, " + ")
}

// String writes a product. A symbol that is itself a sum is put in brackets
// where it is not alone.
func (t term) String() string {
	var parts []string
	if t.factor != 1 {
		parts = append(parts, strconv.FormatInt(t.factor, 10))
	}
	for _, s := range t.symbols {
		if (t.factor != 1 || len(t.symbols) > 1) && openSpace(s) {
			s = "(" + s + ")"
		}
		parts = append(parts, s)
	}
	return strings.Join(parts, " × ")
}

// openSpace reports whether a text has a space outside brackets.
func openSpace(s string) bool {
	depth := 0
	for _, r := range s {
		switch r {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case ' ':
			if depth <= 0 {
				return true
			}
		}
	}
	return false
}
