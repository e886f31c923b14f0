package driver

import (
	"cmp"
	"errors"
	"fmt"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"
	"honnef.co/go/tools/lintcmd/runner"
)

// Problem is a reason why a package was not analysed, or not fully.
type Problem struct {
	Package  string
	Position token.Position // may be the zero value
	Message  string
}

// failure lists what is wrong with a package. A package that has no error of
// its own failed because of one that it imports.
func failure(res runner.Result) []Problem {
	path := res.Package.PkgPath
	if len(res.Errors) == 0 {
		if !res.Initial {
			return nil
		}
		return []Problem{{Package: path, Message: "skipped: it imports, directly or not, a package that does not compile"}}
	}
	var out []Problem
	for _, err := range res.Errors {
		perr, ok := err.(packages.Error)
		if !ok {
			out = append(out, Problem{Package: path, Message: err.Error()})
			continue
		}
		out = append(out, listed(path, perr)...)
	}
	return out
}

// listed turns an error of the go command or the type checker into problems.
// The go command hands on what the compiler printed: a line "# pkg/path", then
// one line an error.
func listed(path string, perr packages.Error) []Problem {
	pos := parsePosition(perr.Pos)
	if pos.IsValid() {
		return []Problem{{path, pos, oneLine(perr.Msg)}}
	}
	var out []Problem
	for line := range strings.SplitSeq(strings.TrimSpace(perr.Msg), "\n") {
		if strings.HasPrefix(line, "# ") || strings.TrimSpace(line) == "" {
			continue
		}
		if m := positionRE.FindStringSubmatchIndex(line); m != nil {
			out = append(out, Problem{path, parsePosition(line[m[2]:m[3]]), line[m[1]:]})
		} else if strings.HasPrefix(line, "\t") && len(out) > 0 {
			out[len(out)-1].Message += " " + strings.TrimSpace(line)
		} else {
			out = append(out, Problem{Package: path, Message: line})
		}
	}
	return out
}

// positionRE matches the "file.go:line:column: " that an error begins with.
var positionRE = regexp.MustCompile(`^(.+?\.\w+:\d+(?::\d+)?): `)

// parsePosition reads "file:line:column" or "file:line". A relative file is
// taken to be relative to the working directory.
func parsePosition(s string) token.Position {
	if s == "" || s == "-" {
		return token.Position{}
	}
	var nums []int
	for len(nums) < 2 {
		i := strings.LastIndexByte(s, ':')
		if i < 0 {
			break
		}
		n, err := strconv.Atoi(s[i+1:])
		if err != nil {
			break
		}
		nums = append(nums, n)
		s = s[:i]
	}
	if len(nums) == 0 {
		return token.Position{}
	}
	slices.Reverse(nums)
	pos := token.Position{Filename: s, Line: nums[0]}
	if len(nums) == 2 {
		pos.Column = nums[1]
	}
	if abs, err := filepath.Abs(s); err == nil {
		pos.Filename = abs
	}
	return pos
}

func oneLine(s string) string {
	return strings.Join(strings.Fields(s), " ")
}

func uniqueProblems(ps []Problem) []Problem {
	seen := make(map[Problem]bool)
	var out []Problem
	for _, p := range ps {
		key := p
		// A package and its test variant have the same faults.
		if key.Position.IsValid() {
			key.Package = ""
		}
		if !seen[key] {
			seen[key] = true
			out = append(out, p)
		}
	}
	return out
}

// checkInput reports what was asked for and is not there.
func checkInput(patterns []string, results []runner.Result) error {
	found := false
	for _, res := range results {
		if !res.Initial {
			continue
		}
		found = true
		if len(res.Errors) == 0 {
			continue
		}
		if len(res.Package.GoFiles) == 0 && len(res.Package.CompiledGoFiles) == 0 {
			return loadError(res.Errors[0])
		}
		if err := unreadable(res); err != nil {
			return err
		}
	}
	if found {
		return nil
	}
	if !inModule() {
		return errors.New("there is no go.mod here or above: " + enterModule)
	}
	return fmt.Errorf("no packages match %s: check the pattern; ./... names all packages of this module", strings.Join(patterns, " "))
}

// inModule reports whether the working directory belongs to a module or a
// workspace, as far as the go command can tell.
func inModule() bool {
	out, err := exec.Command("go", "env", "GOMOD").Output()
	return err != nil || strings.TrimSpace(string(out)) != os.DevNull
}

const (
	enterModule   = "run retrylint inside the module, or name its directory with -C"
	checkPatterns = "check the package pattern; ./... names all packages of this module"
	checkFile     = "make the file readable, or remove it"
)

// openRE finds the file that the go command could not open.
var openRE = regexp.MustCompile(`\bopen (.+\.go): `)

// unreadable reports the first file of a package that cannot be read. The go
// command leaves such a file out of the package's list, and names it in an
// error.
func unreadable(res runner.Result) error {
	files := slices.Clone(res.Package.GoFiles)
	for _, err := range res.Errors {
		if m := openRE.FindStringSubmatch(err.Error()); m != nil {
			files = append(files, m[1])
		}
	}
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			return fmt.Errorf("cannot read a source file (%v): %s", err, checkFile)
		}
		f.Close()
	}
	return nil
}

// loadError puts an error of the go command into one line that says what to do.
func loadError(err error) error {
	msg := err.Error()
	if perr, ok := err.(packages.Error); ok {
		msg = perr.Msg
	}
	msg = oneLine(msg)
	// go/packages wraps what the go command printed.
	if cause, stderr, ok := strings.Cut(strings.TrimPrefix(msg, "err: "), ": stderr:"); ok {
		msg = cmp.Or(strings.TrimSpace(stderr), cause)
	}
	msg = strings.TrimPrefix(msg, "go: ")
	advice := adviceOn(msg)
	if advice == "" {
		return fmt.Errorf("cannot load the packages: %s", msg)
	}
	return fmt.Errorf("cannot load the packages (%s): %s", msg, advice)
}

// adviceOn says what to do about an error of the go command, or "".
func adviceOn(msg string) string {
	for _, known := range []struct{ text, advice string }{
		{"go.mod file not found", enterModule},
		{"does not contain main module", enterModule},
		{"outside main module", enterModule},
		{"outside available modules", enterModule},
		{"executable file not found", "retrylint needs the go command: install Go and put it on PATH"},
		{"errors parsing go.mod", "mend go.mod"},
		{"requires go >=", "install that version of Go, or set GOTOOLCHAIN=auto"},
		{"permission denied", checkFile},
		{".go: no such file", checkFile},
		{"no required module provides", checkPatterns},
		{"is not in std", checkPatterns},
		{"directory not found", checkPatterns},
		{"no Go files", checkPatterns},
		{"build constraints exclude", checkPatterns},
		{"no such file", checkPatterns},
	} {
		if strings.Contains(msg, known.text) {
			return known.advice
		}
	}
	return ""
}
