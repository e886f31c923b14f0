package corpus_test

import (
	"flag"
	"os/exec"
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/analyzers"
	"github.com/retrylint/retrylint/internal/corpus"
	"github.com/retrylint/retrylint/internal/pkgwise"
)

var drivers = flag.Bool("drivers", false, "compare the drivers")

// TestDrivers runs the testdata of every rule through the command, through vet
// and package by package as nogo does, and compares what they find: with one
// another for all rules, and with the want comments for the rule whose testdata
// it is. The rules' own tests hold what analysistest finds against the same
// comments; golangci-lint is compared in plugin/golangcitest.
func TestDrivers(t *testing.T) {
	if !*drivers {
		t.Skip("analyses the standard library twice, which takes minutes: go test ./internal/corpus -drivers")
	}
	root := filepath.Join("..", "..")
	all, err := corpus.All(root)
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != len(analyzers.All) {
		t.Errorf("there is testdata of %d rules, and %d rules", len(all), len(analyzers.All))
	}
	tool := filepath.Join(t.TempDir(), "retrylint")
	build := exec.Command("go", "build", "-o", tool, "./cmd/retrylint")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	cache := t.TempDir()
	for _, c := range all {
		t.Run(c.Rule, func(t *testing.T) {
			wants, err := c.Wants()
			if err != nil {
				t.Fatal(err)
			}
			if len(wants) == 0 {
				t.Error("nothing is wanted")
			}
			dir := layOut(t, c)
			command, err := c.Command(tool, dir, cache)
			if err != nil {
				t.Fatal(err)
			}
			if err := corpus.Unmet(c.Rule, wants, command); err != nil {
				t.Errorf("retrylint:\n%v", err)
			}
			vet, err := c.Vet(tool, dir)
			if err != nil {
				t.Fatal(err)
			}
			if err := corpus.Differ("retrylint", "vet", command, vet); err != nil {
				t.Error(err)
			}
			if err := corpus.Differ("retrylint", "nogo", command, packageWise(t, c, analyzers.All...)); err != nil {
				t.Error(err)
			}
			for _, rule := range analyzers.All { // nogo may be given any of them
				if rule.Name != c.Rule {
					continue
				}
				if err := corpus.Unmet(c.Rule, wants, packageWise(t, c, rule)); err != nil {
					t.Errorf("%s alone: %v", rule.Name, err)
				}
			}
		})
	}
}

func layOut(t *testing.T, c corpus.Corpus) string {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := c.LayOut(dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

// packageWise runs rules on each package by itself.
func packageWise(t *testing.T, c corpus.Corpus, rules ...analyzers.Rule) []corpus.Finding {
	pkgs, err := c.Packages()
	if err != nil {
		t.Fatal(err)
	}
	var as []*analysis.Analyzer
	for _, rule := range rules {
		as = append(as, rule.Analyzer)
	}
	found, err := pkgwise.Run(filepath.Dir(c.Src), as, pkgs...)
	if err != nil {
		t.Fatal(err)
	}
	var out []corpus.Finding
	for _, f := range found {
		rel, err := filepath.Rel(c.Src, f.Pos.Filename)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, corpus.Finding{File: filepath.ToSlash(rel), Line: f.Pos.Line, Column: f.Pos.Column, Rule: f.Rule, Message: f.Message})
	}
	return corpus.Sort(out)
}
