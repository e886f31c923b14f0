package corpus

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// Command runs retrylint, the binary at tool, on a corpus that was laid out in
// dir; cache is the directory of its cache.
func (c Corpus) Command(tool, dir, cache string) ([]Finding, error) {
	pkgs, err := c.Packages()
	if err != nil {
		return nil, err
	}
	out, err := run(dir, []string{"RETRYLINT_CACHE=" + cache}, 1, tool, append([]string{"-f", "json", "-checks", "all", "-show-ignored"}, pkgs...)...)
	if err != nil {
		return nil, err
	}
	var found []Finding
	dec := json.NewDecoder(bytes.NewReader(out))
	for dec.More() {
		var f struct {
			Code, Message string
			Location      struct {
				File         string
				Line, Column int
			}
		}
		if err := dec.Decode(&f); err != nil {
			return nil, err
		}
		found = append(found, Finding{filepath.ToSlash(f.Location.File), f.Location.Line, f.Location.Column, f.Code, f.Message})
	}
	return Sort(found), nil
}

// Vet runs the go command's vet with the binary at tool as its tool.
func (c Corpus) Vet(tool, dir string) ([]Finding, error) {
	pkgs, err := c.Packages()
	if err != nil {
		return nil, err
	}
	out, err := run(dir, nil, 0, "go", append([]string{"vet", "-vettool=" + tool, "-json"}, pkgs...)...)
	if err != nil {
		return nil, err
	}
	// Between the objects are lines that name the packages.
	var text []string
	for line := range strings.SplitSeq(string(out), "\n") {
		if !strings.HasPrefix(line, "#") {
			text = append(text, line)
		}
	}
	var found []Finding
	dec := json.NewDecoder(strings.NewReader(strings.Join(text, "\n")))
	for dec.More() {
		var byPackage map[string]map[string]json.RawMessage
		if err := dec.Decode(&byPackage); err != nil {
			return nil, fmt.Errorf("vet's output: %w", err)
		}
		for _, byRule := range byPackage {
			for rule, list := range byRule {
				fs, err := vetFindings(dir, rule, list)
				if err != nil {
					return nil, err
				}
				found = append(found, fs...)
			}
		}
	}
	return Sort(found), nil
}

func vetFindings(dir, rule string, list json.RawMessage) ([]Finding, error) {
	var diags []struct{ Posn, Message string }
	if err := json.Unmarshal(list, &diags); err != nil {
		return nil, fmt.Errorf("%s failed: %s", rule, list)
	}
	var out []Finding
	for _, d := range diags {
		f, err := place(dir, d.Posn)
		if err != nil {
			return nil, err
		}
		f.Rule, f.Message = rule, d.Message
		out = append(out, f)
	}
	return out, nil
}

// place reads "file:line:column".
func place(dir, posn string) (Finding, error) {
	rest, column, _ := cutLast(posn)
	file, line, ok := cutLast(rest)
	l, err1 := strconv.Atoi(line)
	c, err2 := strconv.Atoi(column)
	rel, err3 := filepath.Rel(dir, file)
	if err := errors.Join(err1, err2, err3); err != nil || !ok {
		return Finding{}, fmt.Errorf("%q is no position (%v)", posn, err)
	}
	return Finding{File: filepath.ToSlash(rel), Line: l, Column: c}, nil
}

func cutLast(s string) (before, after string, ok bool) {
	i := strings.LastIndexByte(s, ':')
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+1:], true
}

// run runs a program that may also exit with the status allowed, and returns
// what it printed.
func run(dir string, env []string, allowed int, name string, args ...string) ([]byte, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), "GO111MODULE=", "GOFLAGS=", "GOWORK="), env...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == allowed {
		err = nil
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %s%s", name, err, stderr.Bytes(), stdout.Bytes())
	}
	if stdout.Len() == 0 {
		return stderr.Bytes(), nil // where older vets print JSON
	}
	return stdout.Bytes(), nil
}
