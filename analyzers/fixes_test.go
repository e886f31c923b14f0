package analyzers_test

import (
	"bytes"
	"cmp"
	"flag"
	"go/format"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/analyzers"
	"github.com/retrylint/retrylint/internal/corpus"
	"github.com/retrylint/retrylint/internal/pkgwise"
)

var fixes = flag.Bool("fixes", false, "make every change that the rules suggest, one by one")

// TestFixes makes each change that is suggested in the rules' testdata by itself. What
// comes out has to compile and to be formatted, and the rule must have no more to
// say than before, and nothing more about what was to be mended.
func TestFixes(t *testing.T) {
	if !*fixes {
		t.Skip("type-checks each rule's testdata once for each change: go test ./analyzers -fixes")
	}
	all, err := corpus.All("..")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		t.Run(c.Rule, func(t *testing.T) {
			pkgs, err := c.Packages()
			if err != nil {
				t.Fatal(err)
			}
			// The last ones are those that changes may import.
			loaded, err := pkgwise.Load(filepath.Dir(c.Src), append(pkgs, "math/rand/v2", "time")...)
			if err != nil {
				t.Fatal(err)
			}
			i := slices.IndexFunc(analyzers.All, func(r analyzers.Rule) bool { return r.Name == c.Rule })
			rule := []*analysis.Analyzer{analyzers.All[i].Analyzer}
			found, err := loaded.Run(rule, nil)
			if err != nil {
				t.Fatal(err)
			}
			fixed := 0
			for _, f := range found {
				checkDiagnostic(t, f)
				for _, fix := range f.Diagnostic.SuggestedFixes {
					fixed++
					checkFix(t, loaded, rule, found, f, fix)
				}
			}
			if fixed == 0 && strings.Contains(analyzers.All[i].Doc, "# What the fix does") {
				t.Error("there is no change to make")
			}
			t.Logf("%d findings, %d changes", len(found), fixed)
		})
	}
}

// checkDiagnostic holds that an editor can show a finding and make its changes.
func checkDiagnostic(t *testing.T, f pkgwise.Finding) {
	t.Helper()
	d := f.Diagnostic
	if d.Category != f.Rule || d.URL == "" || d.Message == "" || !d.Pos.IsValid() {
		t.Errorf("%s: category %q, URL %q", f, d.Category, d.URL)
	}
	for _, r := range d.Related {
		if f.Fset.File(r.Pos) == nil || r.Message == "" {
			t.Errorf("%s: the related place %q is nowhere", f, r.Message)
		}
	}
	messages := make(map[string]bool)
	for _, fix := range d.SuggestedFixes {
		if fix.Message == "" || messages[fix.Message] || len(fix.TextEdits) == 0 {
			t.Errorf("%s: a change called %q with %d edits", f, fix.Message, len(fix.TextEdits))
		}
		messages[fix.Message] = true
		last := f.Fset.File(d.Pos).Pos(0)
		for _, e := range fix.TextEdits {
			if e.Pos < last || e.End < e.Pos || f.Fset.File(e.Pos) != f.Fset.File(d.Pos) || f.Fset.File(e.End) != f.Fset.File(d.Pos) {
				t.Errorf("%s: %q has edits that overlap, are out of order or in another file", f, fix.Message)
			}
			last = e.End
		}
	}
}

// checkFix makes one change, and looks what the rule finds then.
func checkFix(t *testing.T, loaded *pkgwise.Loaded, rule []*analysis.Analyzer, before []pkgwise.Finding, f pkgwise.Finding, fix analysis.SuggestedFix) {
	t.Helper()
	name := f.Fset.File(f.Diagnostic.Pos).Name()
	src, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	out := apply(f, fix, src)
	formatted, err := format.Source(out)
	if err != nil {
		t.Errorf("%s: %q gives no Go: %v\n%s", f, fix.Message, err, changed(src, out))
		return
	}
	if !bytes.Equal(aligned.ReplaceAll(out, []byte(" //")), aligned.ReplaceAll(formatted, []byte(" //"))) {
		t.Errorf("%s: %q gives source that gofmt changes:\n%s", f, fix.Message, changed(src, out))
	}
	found, err := loaded.Run(rule, map[string][]byte{name: out})
	if err != nil {
		t.Errorf("%s: %q does not compile: %v\n%s", f, fix.Message, err, changed(src, out))
		return
	}
	was, is := count(before), count(found)
	for key, n := range is {
		if n > was[key] {
			t.Errorf("%s: %q brings up %q", f, fix.Message, key)
		}
	}
	if key := keyOf(f); is[key] >= was[key] {
		t.Errorf("%s: after %q it is still there:\n%s", f, fix.Message, changed(src, out))
	}
}

func apply(f pkgwise.Finding, fix analysis.SuggestedFix, src []byte) []byte {
	file := f.Fset.File(f.Diagnostic.Pos)
	edits := slices.Clone(fix.TextEdits)
	slices.SortStableFunc(edits, func(a, b analysis.TextEdit) int { return cmp.Compare(a.Pos, b.Pos) })
	var out []byte
	at := 0
	for _, e := range edits {
		out = append(append(out, src[at:file.Offset(e.Pos)]...), e.NewText...)
		at = file.Offset(e.End)
	}
	return append(out, src[at:]...)
}

// changed gives the lines of out that are not in src.
func changed(src, out []byte) []byte {
	lines := bytes.Split(src, []byte("\n"))
	var more [][]byte
	for _, l := range bytes.Split(out, []byte("\n")) {
		if !slices.ContainsFunc(lines, func(o []byte) bool { return bytes.Equal(l, o) }) {
			more = append(more, l)
		}
	}
	return bytes.Join(more, []byte("\n"))
}

// aligned is the space before a comment at the end of a line, which depends on the
// lines around it.
var aligned = regexp.MustCompile(` +//`)

var number = regexp.MustCompile(`\d+`)

// keyOf is what stays the same of a finding when lines move.
func keyOf(f pkgwise.Finding) string {
	return f.Pos.Filename + ": " + number.ReplaceAllString(f.Message, "N")
}

func count(fs []pkgwise.Finding) map[string]int {
	n := make(map[string]int)
	for _, f := range fs {
		n[keyOf(f)]++
	}
	return n
}
