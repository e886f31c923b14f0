package retrysite_test

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retrylint/retrylint/internal/retrysite"
)

// The packages below testdata/src are named after their themes. Each site in
// them has a want comment with one line that describes it:
//
//	kind operations attempts delay jitter=J ctx=C unwaited=N
//
// as in "loop net.Dial x3 fixed/1s jitter=no ctx=no unwaited=0". What has no
// such comment must not be a site.

// TestSites checks the sites of packages that need no facts of others but the
// helper packages'.
func TestSites(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), describer,
		"waits", "recursion", "reconnect")
}

// TestFacts checks what is told to other packages.
func TestFacts(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), retrysite.Facts, "helpers")
}

// describer reports every site.
var describer = &analysis.Analyzer{
	Name:     "describer",
	Doc:      "describe the retry sites",
	Requires: []*analysis.Analyzer{retrysite.Analyzer},
	Run: func(pass *analysis.Pass) (any, error) {
		for _, s := range pass.ResultOf[retrysite.Analyzer].(*retrysite.Result).Sites {
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
	return cmp.Or([]string{"unknown", "no", "yes"}[t])
}
