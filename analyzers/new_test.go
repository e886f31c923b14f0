package analyzers_test

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/retrylint/retrylint/analyzers"
	"github.com/retrylint/retrylint/internal/config"
	"github.com/retrylint/retrylint/internal/pkgwise"
)

// TestNew runs two configurations at the same time, and holds what each finds
// against the marks in the source.
func TestNew(t *testing.T) {
	settings := config.Settings{
		Rules:   config.Rules{Disable: []string{"ctxretry", "nojitter"}},
		Strict:  true,
		Headers: []string{"X-Order-Token"},
		Helpers: []config.Helper{{Function: "example.com/lib/retry.Named", Callback: 1, Attempts: "arg2+1", Delay: "none"}},
		Loggers: []string{"obs.(*Board).Complain"},
		Sinks:   []string{"example.com/lib/store.*"},
	}
	var wg sync.WaitGroup
	for mark, s := range map[string]config.Settings{"// by default: ": {Rules: config.Rules{Disable: []string{"nojitter"}}}, "// set: ": settings} {
		want := marked(t, mark)
		for range 2 {
			wg.Go(func() {
				if got := findings(t, s); !slices.Equal(got, want) {
					t.Errorf("%s\ngot  %q\nwant %q", mark, got, want)
				}
			})
		}
	}
	wg.Wait()
}

// TestHelperAttempts holds that the attempts of a configured helper are read at
// its calls.
func TestHelperAttempts(t *testing.T) {
	s := config.Settings{Helpers: []config.Helper{{Function: "example.com/lib/retry.Named", Callback: 1, Attempts: "arg2+1", Delay: "none"}}}
	found := run(t, s)
	if !slices.ContainsFunc(found, func(f pkgwise.Finding) bool {
		return f.Rule == "nobackoff" && strings.Contains(f.Message, "(4 attempts")
	}) {
		t.Errorf("no finding tells of 4 attempts: %v", found)
	}
}

func TestNewRejects(t *testing.T) {
	for _, s := range []config.Settings{
		{Helpers: []config.Helper{{Function: "nowhere", Attempts: "3"}}},
		{Helpers: []config.Helper{{Function: "a.F", Attempts: "three"}}},
		{Helpers: []config.Helper{{Function: "a.F", Attempts: "3"}, {Function: "a.F", Attempts: "4"}}},
	} {
		if _, err := analyzers.New(s); err == nil {
			t.Errorf("%+v is accepted", s)
		}
	}
}

// TestFresh holds that configurations share no analyzer with each other, nor
// with All.
func TestFresh(t *testing.T) {
	a, err := analyzers.New(config.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	b, err := analyzers.New(config.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	for i, rule := range analyzers.All {
		if a[i] == b[i] || a[i] == rule.Analyzer || a[i].Name != rule.Name {
			t.Errorf("%s is shared", rule.Name)
		}
	}
}

func run(t *testing.T, s config.Settings) []pkgwise.Finding {
	as, err := analyzers.New(s)
	if err != nil {
		t.Error(err)
		return nil
	}
	gopath, err := filepath.Abs("testdata")
	if err != nil {
		t.Error(err)
		return nil
	}
	found, err := pkgwise.Run(gopath, as, "example.com/shop")
	if err != nil {
		t.Error(err)
	}
	return found
}

func findings(t *testing.T, s config.Settings) []string {
	var out []string
	for _, f := range run(t, s) {
		out = append(out, fmt.Sprintf("%d %s", f.Pos.Line, f.Rule))
	}
	return out
}

// marked lists the lines that bear a mark, with the rule that follows it.
func marked(t *testing.T, mark string) []string {
	f, err := os.Open(filepath.Join("testdata", "src", "example.com", "shop", "shop.go"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []string
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		if _, rule, ok := strings.Cut(lines.Text(), mark); ok {
			out = append(out, fmt.Sprintf("%d %s", n, rule))
		}
	}
	return out
}
