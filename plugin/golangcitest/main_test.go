package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/retrylint/retrylint/internal/corpus"
)

// TestMain lets the test binary be golangci-lint.
func TestMain(m *testing.M) {
	if os.Getenv("BE_GOLANGCI_LINT") != "" {
		main()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// golangci runs golangci-lint in a directory, and returns what it prints, and
// its exit status.
func golangci(t *testing.T, dir, cache string, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if args[0] == "run" { // others may be linting on the same machine
		args = append([]string{"run", "--allow-parallel-runners"}, args[1:]...)
	}
	cmd := exec.Command(self, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "BE_GOLANGCI_LINT=1", "GOLANGCI_LINT_CACHE="+cache, "GOFLAGS=", "GOWORK=", "NO_COLOR=1")
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err = cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}

const corpusConfig = `version: "2"
linters:
  default: none
  enable: [retrylint]
  settings:
    custom:
      retrylint:
        type: module
        description: retry mistakes
issues:
  max-issues-per-linter: 0
  max-same-issues: 0
  uniq-by-line: false
output:
  formats:
    json:
      path: stdout
`

// TestCorpus runs the testdata of every rule through golangci-lint and
// retrylint, and compares finding by finding; and with the want comments.
func TestCorpus(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	tool := filepath.Join(t.TempDir(), "retrylint")
	build := exec.Command("go", "build", "-o", tool, "./cmd/retrylint")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	all, err := corpus.All(root)
	if err != nil {
		t.Fatal(err)
	}
	cache, ownCache := t.TempDir(), t.TempDir()
	for _, c := range all {
		t.Run(c.Rule, func(t *testing.T) {
			dir := tempDir(t)
			if err := c.LayOut(dir); err != nil {
				t.Fatal(err)
			}
			found := runCorpus(t, c, dir, cache)
			wants, err := c.Wants()
			if err != nil {
				t.Fatal(err)
			}
			if err := corpus.Unmet(c.Rule, wants, found); err != nil {
				t.Error(err)
			}
			command, err := c.Command(tool, dir, ownCache)
			if err != nil {
				t.Fatal(err)
			}
			if err := corpus.Differ("retrylint", "golangci-lint", command, found); err != nil {
				t.Error(err)
			}
			t.Logf("%d findings in both, %d of them wanted of %s", len(found), len(wants), c.Rule)
		})
	}
}

func runCorpus(t *testing.T, c corpus.Corpus, dir, cache string) []corpus.Finding {
	write(t, filepath.Join(dir, ".golangci.yml"), corpusConfig)
	pkgs, err := c.Packages()
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"run"}
	for _, p := range pkgs {
		args = append(args, "./"+p)
	}
	stdout, stderr, status := golangci(t, dir, cache, args...)
	if status > 1 {
		t.Fatalf("exit status %d: %s", status, stderr)
	}
	var report struct {
		Issues []struct {
			FromLinter, Text string
			Pos              struct {
				Filename     string
				Line, Column int
			}
		}
	}
	if err := json.NewDecoder(strings.NewReader(stdout)).Decode(&report); err != nil {
		t.Fatalf("%v: %s%s", err, stdout, stderr)
	}
	var out []corpus.Finding
	for _, i := range report.Issues {
		rule, message, ok := strings.Cut(i.Text, ": ")
		if i.FromLinter != "retrylint" || !ok {
			t.Fatalf("unexpected issue %+v", i)
		}
		out = append(out, corpus.Finding{File: filepath.ToSlash(i.Pos.Filename), Line: i.Pos.Line, Column: i.Pos.Column, Rule: rule, Message: message})
	}
	return corpus.Sort(out)
}

func tempDir(t *testing.T) string {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func write(t *testing.T, name, text string) {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
