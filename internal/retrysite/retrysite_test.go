package retrysite_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retrylint/retrylint/internal/retrysite"
	"github.com/retrylint/retrylint/internal/ruletest"
)

// The packages below testdata/src are named after their themes; those below
// cases are whole programs with a fault that was reported of a public project,
// retold, some of them with their mended form. Each site in
// them has a want comment with one line that describes it:
//
//	kind operations attempts delay jitter=J ctx=C unwaited=N
//
// as in "loop net.Dial x3 fixed/1s jitter=no ctx=no unwaited=0". What has no
// such comment must not be a site.

var themes = []string{"bounds", "edges", "waits", "calls", "recursion", "reconnect", "nearmiss", "odd", "odd/old", "settings", "declared", "breakers"}

// TestSites checks the sites of all themes, and logs what becomes of the gaps:
// packages with wants that are right and that the analyzer does not meet yet.
// All are analysed in one go because what takes the time is what they import.
func TestSites(t *testing.T) {
	pkgs := packagesBelow(t, "cases")
	pkgs = append(pkgs, themes...)
	pkgs = append(pkgs, packagesBelow(t, "gaps")...)
	g := &gaps{T: t, open: map[string]bool{}}
	analysistest.Run(g, analysistest.TestData(), describer, pkgs...)
	g.log()
}

// packagesBelow lists the packages of testdata/src below a directory.
func packagesBelow(t *testing.T, dir string) []string {
	t.Helper()
	src := filepath.Join(analysistest.TestData(), "src")
	var pkgs []string
	err := filepath.WalkDir(filepath.Join(src, dir), func(path string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".go") {
			rel, _ := filepath.Rel(src, filepath.Dir(path))
			pkgs = append(pkgs, filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return slices.Compact(pkgs)
}

// gaps lets errors in packages below gaps/ pass.
type gaps struct {
	*testing.T
	open map[string]bool // file:line
}

var gapPosition = regexp.MustCompile(`gaps/\S*\.go:\d+`)

func (g *gaps) Errorf(format string, args ...any) {
	g.Helper()
	msg := fmt.Sprintf(format, args...)
	if at := gapPosition.FindString(msg); at != "" {
		g.open[at] = true
		return
	}
	g.Error(msg)
}

// log lists the wants in packages below gaps/ that are met.
func (g *gaps) log() {
	g.Helper()
	files, err := filepath.Glob(filepath.Join(analysistest.TestData(), "src", "gaps", "*", "*.go"))
	if err != nil {
		g.Fatal(err)
	}
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			g.Fatal(err)
		}
		for i, line := range strings.Split(string(src), "\n") {
			at := fmt.Sprintf("gaps/%s/%s:%d", filepath.Base(filepath.Dir(f)), filepath.Base(f), i+1)
			if strings.Contains(line, "// want ") && !g.open[at] {
				g.Logf("%s is met: move it out of gaps", at)
			}
		}
	}
	g.Logf("%d lines in gaps are not right yet", len(g.open))
}

// TestFacts checks what is told to other packages.
func TestFacts(t *testing.T) {
	ruletest.Run(t, retrysite.Facts, "helpers", "declares", "example.org/api")
}

// describer reports every site.
var describer = &analysis.Analyzer{
	Name:     "describer",
	Doc:      "describe the retry sites",
	Requires: []*analysis.Analyzer{retrysite.Analyzer},
	Run: func(pass *analysis.Pass) (any, error) {
		for _, s := range retrysite.Of(pass).Sites {
			if !s.Pos.IsValid() {
				pass.Reportf(s.Operations[0].Pos, "no position: %s", describe(s))
				continue
			}
			pass.Reportf(s.Pos, "%s", describe(s))
		}
		return nil, nil
	},
}

func describe(s *retrysite.Site) string {
	var ops []string
	for _, op := range s.Operations {
		ops = append(ops, shortName(op.Name))
	}
	slices.Sort(ops)
	ctx := "no"
	if s.Context {
		ctx = "yes"
	}
	line := fmt.Sprintf("%s %s %s %s jitter=%s ctx=%s unwaited=%d",
		s.Kind, strings.Join(slices.Compact(ops), ","), attempts(s.Attempts), delay(s.Delay), jitter(s.Jitter), ctx, len(s.Unwaited))
	if s.Repair {
		line += " repair"
	}
	if s.IgnoresEnd {
		line += " ignores the end"
	}
	return line
}

// shortName drops the directories, parentheses and stars of a function's name:
// "(*net/http.Client).Do" is "http.Client.Do".
func shortName(name string) string {
	return strings.NewReplacer("(", "", "*", "", ")", "", " ", "_").Replace(directories.ReplaceAllString(name, ""))
}

var directories = regexp.MustCompile(`[\w.\-]+/`)

func attempts(b retrysite.Bound) string {
	switch b.Kind {
	case retrysite.Const:
		return fmt.Sprintf("x%d", b.N)
	case retrysite.Symbol:
		return "x<" + b.Symbol + ">"
	case retrysite.Deadline:
		if b.Limit > 0 {
			return fmt.Sprintf("deadline/%v", b.Limit)
		}
	}
	return string(b.Kind)
}

func delay(d retrysite.Delay) string {
	s := string(d.Kind)
	for _, x := range []time.Duration{d.Base, d.Max} {
		if x != 0 {
			s += "/" + x.String()
		}
	}
	if d.Factor != 0 {
		s += fmt.Sprintf("/x%g", d.Factor)
	}
	return s
}

func jitter(t retrysite.Tri) string {
	return []string{"unknown", "no", "yes"}[t]
}
