package analyzers_test

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/analyzers"
	"github.com/retrylint/retrylint/internal/ruledoc"
)

var update = flag.Bool("update", false, "write the pages in docs/rules")

// TestPages holds docs/rules against the texts that it is generated from.
func TestPages(t *testing.T) {
	dir := filepath.Join("..", "docs", "rules")
	want := make(map[string]bool)
	for _, rule := range analyzers.All {
		name := filepath.Join(dir, rule.Name+".md")
		want[name] = true
		page := ruledoc.Page(rule.Name, rule.Doc, rule.Standing())
		if *update {
			if err := os.MkdirAll(dir, 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, []byte(page), 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		got, err := os.ReadFile(name)
		if err != nil || string(got) != page {
			t.Errorf("%s does not agree with the package comment (%v): run go generate ./analyzers", name, err)
		}
	}
	pages, err := filepath.Glob(filepath.Join(dir, "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		if !want[page] {
			t.Errorf("%s is about no rule: remove it", page)
		}
	}
}

func TestTable(t *testing.T) {
	sections := []string{"# Why it hurts", "# Bad", "# Good", "# When the rule is wrong", "# How to silence it"}
	version := regexp.MustCompile(`^v\d+\.\d+\.\d+$`)
	var names []string
	var as []*analysis.Analyzer
	for _, rule := range analyzers.All {
		as = append(as, rule.Analyzer)
		names = append(names, rule.Name)
		if !version.MatchString(rule.Since) {
			t.Errorf("%s: Since is %q, want a version", rule.Name, rule.Since)
		}
		if rule.Severity != analyzers.Error && rule.Severity != analyzers.Warning {
			t.Errorf("%s: Severity is %q", rule.Name, rule.Severity)
		}
		if rule.URL != ruledoc.URL(rule.Name) {
			t.Errorf("%s: URL is %q", rule.Name, rule.URL)
		}
		if title := ruledoc.Title(rule.Doc); strings.Contains(title, "\n") || !strings.HasPrefix(title, "reports ") {
			t.Errorf("%s: the text begins with %q", rule.Name, title)
		}
		at := -1
		for _, section := range sections {
			i := strings.Index(rule.Doc, "\n"+section+"\n")
			if i <= at {
				t.Errorf("%s: section %q is missing or out of order", rule.Name, section)
			}
			at = i
		}
		if !strings.Contains(rule.Doc, "//lint:ignore "+rule.Name+" ") {
			t.Errorf("%s: the text does not show how to silence it", rule.Name)
		}
	}
	if err := analysis.Validate(as); err != nil {
		t.Error(err)
	}
	slices.Sort(names)
	if len(slices.Compact(names)) != len(analyzers.All) {
		t.Errorf("a rule is listed twice: %v", names)
	}
}
