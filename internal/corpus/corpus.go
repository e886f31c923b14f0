// Package corpus reads the rules' testdata, analyzers/*/testdata/src, for tests
// that run it through several drivers and compare what each of them finds.
package corpus

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Finding is what a driver reports, or what a want comment asks for; then
// Message is a regular expression and Column is 0.
type Finding struct {
	File    string // relative to the corpus, with slashes
	Line    int
	Column  int
	Rule    string
	Message string
}

func (f Finding) String() string {
	return fmt.Sprintf("%s:%d:%d: %s: %s", f.File, f.Line, f.Column, f.Rule, f.Message)
}

// Sort sorts findings and drops those that are there twice: a file belongs to
// a package and to its test variant.
func Sort(fs []Finding) []Finding {
	slices.SortFunc(fs, func(a, b Finding) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column),
			strings.Compare(a.Rule, b.Rule), strings.Compare(a.Message, b.Message))
	})
	return slices.Compact(fs)
}

// Corpus is the testdata of one rule.
type Corpus struct {
	Rule string
	Src  string // the directory src, as in a GOPATH
}

// All lists the corpora below the root of the repository.
func All(root string) ([]Corpus, error) {
	dirs, err := filepath.Glob(filepath.Join(root, "analyzers", "*", "testdata", "src"))
	if err != nil {
		return nil, err
	}
	var out []Corpus
	for _, dir := range dirs {
		src, err := filepath.Abs(dir)
		if err != nil {
			return nil, err
		}
		out = append(out, Corpus{filepath.Base(filepath.Dir(filepath.Dir(dir))), src})
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("there are no rules below %s", root)
	}
	return out, nil
}

// Packages lists the import paths of the packages.
func (c Corpus) Packages() ([]string, error) {
	var out []string
	err := c.walk(func(name string) error {
		if dir := path.Dir(name); strings.HasSuffix(name, ".go") && !slices.Contains(out, dir) {
			out = append(out, dir)
		}
		return nil
	})
	return out, err
}

// walk calls do with the name of each file, relative to Src, with slashes.
func (c Corpus) walk(do func(name string) error) error {
	return filepath.WalkDir(c.Src, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		rel, err := filepath.Rel(c.Src, name)
		if err != nil {
			return err
		}
		return do(filepath.ToSlash(rel))
	})
}

// LayOut copies the corpus into dir as a workspace in which each package that
// is not below another one is a module of its own, as if all were from
// elsewhere.
func (c Corpus) LayOut(dir string) error {
	pkgs, err := c.Packages()
	if err != nil {
		return err
	}
	work := "go 1.26\n"
	for _, p := range pkgs {
		if slices.ContainsFunc(pkgs, func(q string) bool { return strings.HasPrefix(p, q+"/") }) {
			continue
		}
		work += fmt.Sprintf("\nuse ./%s\n", p)
		if err := write(filepath.Join(dir, filepath.FromSlash(p), "go.mod"), []byte("module "+p+"\n\ngo 1.26\n")); err != nil {
			return err
		}
	}
	if err := write(filepath.Join(dir, "go.work"), []byte(work)); err != nil {
		return err
	}
	return c.walk(func(name string) error {
		data, err := os.ReadFile(filepath.Join(c.Src, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		return write(filepath.Join(dir, filepath.FromSlash(name)), data)
	})
}

func write(name string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	return os.WriteFile(name, data, 0o666)
}

var (
	wantForm   = regexp.MustCompile("// want ((?:[\"`].*))$")
	quotedForm = regexp.MustCompile("^(\"(?:[^\"\\\\]|\\\\.)*\"|`[^`]*`)\\s*")
)

// Wants lists what the want comments ask for, but for those in gaps, which tell
// of faults that are not found yet.
func (c Corpus) Wants() ([]Finding, error) {
	var out []Finding
	err := c.walk(func(name string) error {
		if !strings.HasSuffix(name, ".go") || strings.HasPrefix(name, "gaps/") {
			return nil
		}
		data, err := os.ReadFile(filepath.Join(c.Src, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		for i, line := range strings.Split(string(data), "\n") {
			m := wantForm.FindStringSubmatch(line)
			if m == nil {
				continue
			}
			for rest := m[1]; rest != ""; {
				q := quotedForm.FindStringSubmatch(rest)
				if q == nil {
					return fmt.Errorf("%s:%d: a want comment that cannot be read", name, i+1)
				}
				text, err := strconv.Unquote(q[1])
				if err != nil {
					return fmt.Errorf("%s:%d: %w", name, i+1, err)
				}
				out = append(out, Finding{File: name, Line: i + 1, Rule: c.Rule, Message: text})
				rest = rest[len(q[0]):]
			}
		}
		return nil
	})
	return out, err
}

// Unmet holds the findings of the corpus's rule against what is wanted.
func Unmet(rule string, wants, found []Finding) error {
	var errs []error
	left := slices.Clone(wants)
	for _, f := range found {
		if f.Rule != rule || strings.HasPrefix(f.File, "gaps/") {
			continue
		}
		i := slices.IndexFunc(left, func(w Finding) bool {
			ok, err := regexp.MatchString(w.Message, f.Message)
			return err == nil && ok && w.File == f.File && w.Line == f.Line
		})
		if i < 0 {
			errs = append(errs, fmt.Errorf("not wanted: %s", f))
			continue
		}
		left = slices.Delete(left, i, i+1)
	}
	for _, w := range left {
		errs = append(errs, fmt.Errorf("not found: %s", w))
	}
	return errors.Join(errs...)
}

// Differ says in what two lists of findings differ, given their names.
func Differ(a, b string, as, bs []Finding) error {
	var errs []error
	for _, f := range as {
		if !slices.Contains(bs, f) {
			errs = append(errs, fmt.Errorf("only %s: %s", a, f))
		}
	}
	for _, f := range bs {
		if !slices.Contains(as, f) {
			errs = append(errs, fmt.Errorf("only %s: %s", b, f))
		}
	}
	return errors.Join(errs...)
}
