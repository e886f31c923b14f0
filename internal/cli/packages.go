package cli

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/buildutil"

	"github.com/retrylint/retrylint/analyzers"
	"github.com/retrylint/retrylint/internal/driver"
)

// packageFlags are the flags of the commands that analyse packages.
type packageFlags struct {
	dir    string
	config string
	format string
	tags   string
	tests  bool
}

func (p *packageFlags) register(fs *flag.FlagSet, tests bool) {
	fs.StringVar(&p.dir, "C", "", "")
	fs.StringVar(&p.config, "config", "", "")
	fs.StringVar(&p.format, "f", "text", "")
	fs.StringVar(&p.tags, "tags", "", "")
	fs.BoolVar(&p.tests, "tests", tests, "")
}

// check reports a flag with a bad value.
func (p *packageFlags) check(formats ...string) error {
	if !slices.Contains(formats, p.format) {
		return fmt.Errorf("there is no format %q: -f takes %s", p.format, strings.Join(formats, ", "))
	}
	// The go command's own complaint about bad tags is hard to understand.
	if err := new(buildutil.TagsFlag).Set(p.tags); err != nil {
		return fmt.Errorf("-tags %q cannot be read (%v): separate the tags with commas", p.tags, err)
	}
	return nil
}

// analysisResult is the outcome of analysing packages.
type analysisResult struct {
	*driver.Result
	relative func(string) string
}

// analyse runs all rules on the packages, in the directory where we are. Lint
// and sites run the same analysers and pick from the results: thus they share
// the cache.
func (c *command) analyse(p packageFlags, here place, patterns []string) (*analysisResult, error) {
	if len(patterns) == 0 {
		patterns = []string{"."}
	}
	if err := checkPatterns(patterns); err != nil {
		return nil, err
	}
	as := []*analysis.Analyzer{driver.SiteAnalyzer}
	for _, rule := range analyzers.All {
		as = append(as, rule.Analyzer)
	}
	as, err := analyzers.Configure(here.config.Settings, as)
	if err != nil {
		return nil, err
	}
	res, err := driver.Run(driver.Config{
		Patterns:  patterns,
		Tests:     p.tests,
		Tags:      p.tags,
		Analyzers: as,
		Settings:  here.config.Key(),
		Progress:  c.progress(),
	})
	if err != nil {
		return nil, err
	}
	return &analysisResult{res, relativeTo(here.dir)}, nil
}

// enter changes to the directory, unless it is "", and returns where we are.
func enter(dir string) (string, error) {
	if dir != "" {
		if err := os.Chdir(dir); err != nil {
			return "", fmt.Errorf("cannot enter the directory that -C names: %w", err)
		}
	}
	wd, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("cannot tell the working directory: %w", err)
	}
	return wd, nil
}

// checkPatterns reports arguments that are meant as something else.
func checkPatterns(patterns []string) error {
	for _, p := range patterns {
		switch {
		case strings.HasPrefix(p, "-"):
			return fmt.Errorf("%q comes after the packages: put flags first", p)
		case slices.Contains(commandNames, p):
			return fmt.Errorf("%q comes after a flag: write retrylint %s [flags] [packages]", p, p)
		}
	}
	return nil
}

// progress shows how far a long run is, if somebody is there to see it.
func (c *command) progress() driver.Progress {
	if !isTerminal(c.stderr) {
		return nil
	}
	const clear = "\r\x1b[K"
	return func(done, total int) {
		switch {
		case done < 0:
			fmt.Fprint(c.stderr, clear)
		case total == 0:
			fmt.Fprint(c.stderr, clear+"retrylint: listing packages")
		default:
			fmt.Fprintf(c.stderr, clear+"retrylint: %d of %d packages", done, total)
		}
	}
}

// tellProblems writes the problems that have no place in a file to stderr, and
// names the packages that were left out. It returns the problems that have a
// place.
func (c *command) tellProblems(problems []driver.Problem) (placed []driver.Problem, unplaced []string) {
	var left []string
	for _, p := range problems {
		left = append(left, p.Package)
		if p.Position.IsValid() {
			placed = append(placed, p)
			continue
		}
		text := p.Package + ": " + p.Message
		unplaced = append(unplaced, text)
		c.note("%s", text)
	}
	slices.Sort(left)
	left = slices.Compact(left)
	if len(left) > 0 {
		c.note("not analysed, or not fully: %s", strings.Join(left, ", "))
	}
	return placed, unplaced
}
