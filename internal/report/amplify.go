package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/retrylint/retrylint/amplify"
)

// AmplifyOptions say how a report of amplification is written. The zero value
// shows all of it, without colours.
type AmplifyOptions struct {
	// Rel turns the name of a file into the one that is shown; nil keeps it.
	Rel func(string) string
	// Min is the least factor whose path is shown. Factors that no number
	// bounds count as larger than any.
	Min int64
	// Max is the factor that none should be above; 0 is no limit.
	Max int64
	// Allowed gives the entries that are allowed another factor; it may be nil.
	Allowed func(amplify.Entry) (limit int64, ok bool)
	// Top is how many entries are listed; 0 is all.
	Top int
	// All gives each sink a row of its own, and shows all paths.
	All bool
	// Color is whether the output takes colours.
	Color bool
}

// file is the name of a file as it is shown.
func (o AmplifyOptions) file(name string) string {
	if name == "" || o.Rel == nil {
		return name
	}
	return o.Rel(name)
}

// place is a position as it is shown, without its column, or "".
func (o AmplifyOptions) place(pos amplify.Position) string {
	if pos.File == "" {
		return ""
	}
	return printable(Location{File: o.file(pos.File), Line: pos.Line}.String())
}

// limit is the factor that nothing of an entry should be above; 0 is none.
func (o AmplifyOptions) limit(e amplify.Entry) int64 {
	if o.Allowed != nil {
		if n, ok := o.Allowed(e); ok {
			return n
		}
	}
	return o.Max
}

// AboveMax returns the entries with a sink that is called more often than the
// options allow, or without limit where there is one. Of an amount with symbols
// the number counts.
func AboveMax(r *amplify.Report, o AmplifyOptions) []amplify.EntryReport {
	var out []amplify.EntryReport
	for _, e := range r.Entries {
		limit := o.limit(e.Entry)
		if slices.ContainsFunc(e.Sinks, func(s amplify.SinkReport) bool { return isAbove(s.Attempts, limit) }) {
			out = append(out, e)
		}
	}
	return out
}

func isAbove(b amplify.Bound, limit int64) bool {
	return limit > 0 && (b.Unlimited() || knownFactor(b) > limit)
}

// knownFactor is the number that an amount begins with: 3 of "3 × retries".
func knownFactor(b amplify.Bound) int64 {
	if n, ok := b.Number(); ok {
		return n
	}
	digits, rest, _ := strings.Cut(b.Symbolic(), " ")
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || !strings.HasPrefix(rest, "× ") && !strings.HasPrefix(rest, "+ ") {
		return 1 // it begins with a symbol
	}
	return n
}

// compareBounds orders amounts, the least first.
func compareBounds(a, b amplify.Bound) int {
	switch {
	case a.Worse(b):
		return 1
	case b.Worse(a):
		return -1
	}
	return 0
}

// amplifies reports whether a request may be made more than once.
func amplifies(b amplify.Bound) bool { return atLeast(b, 2) }

// atLeast reports whether b is n or more, or not a number.
func atLeast(b amplify.Bound, n int64) bool {
	number, ok := b.Number()
	return !ok || number >= n
}

// factorText is "27 ×", "3 × retries" or "unbounded (3 ×)", where 3 is what
// the layers with a limit make of it.
func factorText(b amplify.Bound) string {
	if b.Unlimited() {
		if rest := b.Finite(); amplifies(rest) {
			return "unbounded (" + factorText(rest) + ")"
		}
		return "unbounded"
	}
	if n, ok := b.Number(); ok {
		return numberText(n) + " ×"
	}
	return printable(b.Symbolic())
}

func numberText(n int64) string {
	if n == math.MaxInt64 { // where the arithmetic ends
		return "over 10^18"
	}
	return strconv.FormatInt(n, 10)
}

// layersText is "3 × 3 × 2": the attempts of the layers, outermost first, and
// what other calls of the same request add to their product.
func layersText(s amplify.SinkReport) string {
	var parts []string
	for _, l := range s.Layers {
		parts = append(parts, attemptsOf(l.Attempts))
	}
	text := cmp.Or(strings.Join(parts, " × "), "1")
	if n := added(s); n > 0 {
		text += " + " + numberText(n)
	}
	if s.Failover {
		text += ", to different targets"
	}
	return text
}

// added is what other calls of the same request, such as a fallback, add to the
// product of the layers; 0 where that is not known.
func added(s amplify.SinkReport) int64 {
	product := amplify.Number(1)
	for _, l := range s.Layers {
		product = product.Times(l.Attempts)
	}
	total, ok := s.Attempts.Number()
	n, numbers := product.Number()
	if !ok || !numbers || total == math.MaxInt64 {
		return 0
	}
	return max(total-n, 0)
}

// attemptsOf is the attempts of one layer as a factor among others.
func attemptsOf(b amplify.Bound) string {
	if b.Unlimited() {
		return "unbounded"
	}
	if n, ok := b.Number(); ok {
		return numberText(n)
	}
	text := printable(b.Symbolic())
	if strings.Contains(text, " ") && !strings.HasPrefix(text, "(") {
		return "(" + text + ")"
	}
	return text
}

// EntryText is the kind and the name of an entry.
func EntryText(e amplify.Entry) string {
	name := printable(e.Name)
	if e.Name == e.Function {
		name = shortName(e.Name)
	}
	return strings.TrimSpace(string(e.Kind) + " " + name)
}

// shortName leaves the host and the directories out of a function's name,
// unless it is one of the standard library.
func shortName(name string) string {
	name = printable(name)
	open := ""
	for _, prefix := range []string{"(*", "("} {
		if rest, ok := strings.CutPrefix(name, prefix); ok {
			open, name = prefix, rest
			break
		}
	}
	path := name
	if i := strings.IndexAny(path, "(["); i >= 0 {
		path = path[:i]
	}
	host, _, ok := strings.Cut(path, "/")
	if !ok || !strings.Contains(host, ".") {
		return open + name
	}
	last := strings.LastIndexByte(path, '/')
	if isMajorVersion(path[last+1:]) {
		last = strings.LastIndexByte(path[:last], '/')
	}
	return open + name[last+1:]
}

// isMajorVersion reports whether s, what follows the last slash of a function's
// path, begins with the last element of a module path such as "v2".
func isMajorVersion(s string) bool {
	element, _, _ := strings.Cut(s, ".")
	digits, ok := strings.CutPrefix(element, "v")
	_, err := strconv.Atoi(digits)
	return ok && err == nil
}

// printable is s on one line, with what a terminal would act upon or hide
// written as escapes.
func printable(s string) string {
	var out strings.Builder
	for i, r := range s {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD"):
			fmt.Fprintf(&out, `\x%02x`, s[i])
		case unicode.IsPrint(r):
			out.WriteRune(r)
		default:
			quoted := strconv.QuoteRuneToASCII(r)
			out.WriteString(quoted[1 : len(quoted)-1])
		}
	}
	return out.String()
}

// shorten cuts s to width characters.
func shorten(s string, width int) string {
	if utf8.RuneCountInString(s) <= width {
		return s
	}
	return string([]rune(s)[:width-1]) + "…"
}

// entries is "1 entry point" or "2 entry points".
func entries(n int) string { return count(n, "entry point") }

// summary is the last line of a report for people.
func summary(r *amplify.Report, o AmplifyOptions) string {
	several, unbounded := 0, 0
	for _, e := range r.Entries {
		if slices.ContainsFunc(e.Sinks, func(s amplify.SinkReport) bool { return s.Attempts.Unlimited() }) {
			unbounded++
		}
		if slices.ContainsFunc(e.Sinks, func(s amplify.SinkReport) bool { return amplifies(s.Attempts) }) {
			several++
		}
	}
	switch {
	case len(r.Entries) == 0:
		return "no entry points found"
	case several == 0:
		return entries(len(r.Entries)) + ", none with more than one attempt"
	}
	text := fmt.Sprintf("%s, %d with more than one attempt", entries(len(r.Entries)), several)
	if unbounded > 0 {
		text += fmt.Sprintf(", %d without a bound", unbounded)
	}
	switch above := len(AboveMax(r, o)); {
	case o.Allowed != nil:
		text += fmt.Sprintf(", %d above what is allowed", above)
	case o.Max > 0:
		text += fmt.Sprintf(", %d above %d", above, o.Max)
	}
	return text
}
