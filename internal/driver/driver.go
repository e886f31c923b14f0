// Package driver loads Go packages, runs the rules on them and hands back
// plain values: no syntax, no types, no positions that need a file set.
//
// It stands on the runner of honnef.co/go/tools/lintcmd, which analyses
// package by package against export data, keeps facts in an on-disk cache and
// never holds the whole program in memory. The runner is called directly and
// not through lintcmd.Command, because the command cannot be bent to our
// contract:
//
//   - it prints to os.Stdout itself, and exits 0 on findings in SARIF and 1
//     where nothing could be loaded;
//   - its texts, its directive category, its help URLs and its cache bear its
//     own project's name;
//   - it merges staticcheck.conf into the selection of rules;
//   - it says nothing of packages that are skipped because of a broken
//     dependency, and nothing of an analyser that failed.
package driver

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"
	"honnef.co/go/tools/config"
	"honnef.co/go/tools/lintcmd/runner"
)

// Config says what to analyse and with what.
type Config struct {
	Patterns  []string // package patterns; none means "."
	Tests     bool     // whether test files are analysed too
	Tags      string   // build tags, comma-separated
	Analyzers []*analysis.Analyzer
	Settings  string   // tells analyzers apart that are configured differently
	Progress  Progress // told how far the run is; may be nil
}

// Result is what a run found.
type Result struct {
	// Packages are the packages asked for that could be analysed, by path.
	Packages []Package
	// Problems are the reasons why other packages could not be, in order.
	Problems []Problem
}

// Package is an analysed package, or a test variant of one.
type Package struct {
	Path        string
	Diagnostics []runner.Diagnostic
	Directives  []runner.SerializedDirective
}

// Run analyses the packages. An error means that nothing could be analysed;
// its text is one line that says what to do. Packages that do not compile are
// listed in the result's Problems.
func Run(cfg Config) (*Result, error) {
	c, err := openCache(cfg.Settings)
	if err != nil {
		return nil, err
	}
	defer c.Close() // once a day, this removes what was long unused
	// Checks must not be nil, else the runner takes over those of a
	// staticcheck.conf. The selection of rules is not the runner's business.
	r, err := runner.New(config.Config{Checks: []string{"all"}}, c)
	if err != nil {
		return nil, err
	}
	guard := &guard{}
	pcfg := &packages.Config{Tests: cfg.Tests, Env: os.Environ()}
	if cfg.Tags != "" {
		pcfg.BuildFlags = []string{"-tags=" + cfg.Tags}
	}
	stop := watch(cfg.Progress, &r.Stats)
	results, err := withoutConf(func() ([]runner.Result, error) {
		return r.Run(pcfg, guard.wrap(cfg.Analyzers), cfg.Patterns)
	})
	stop()
	if err != nil {
		return nil, loadError(err)
	}
	return collect(cfg, results, guard)
}

// collect turns the runner's results, which come in any order, into ours.
func collect(cfg Config, results []runner.Result, guard *guard) (*Result, error) {
	slices.SortFunc(results, func(a, b runner.Result) int {
		return strings.Compare(a.Package.ID, b.Package.ID)
	})
	if err := checkInput(cfg.Patterns, results); err != nil {
		return nil, err
	}
	out := &Result{}
	for _, res := range results {
		switch {
		case res.Failed:
			out.Problems = append(out.Problems, failure(res)...)
		case res.Skipped && res.Initial:
			out.Problems = append(out.Problems, Problem{Package: res.Package.PkgPath, Message: "skipped: a file of it is larger than 50 MB"})
		case res.Initial:
			data, err := res.Load()
			if err != nil {
				return nil, fmt.Errorf("the cache lost the results for %s (%v): run again, or remove the cache directory", res.Package.PkgPath, err)
			}
			out.Packages = append(out.Packages, Package{res.Package.PkgPath, data.Diagnostics, data.Directives})
		}
	}
	// A failure in a package asked for is among its diagnostics. One in a
	// dependency is told once only: the next run has it from the cache.
	for _, p := range guard.problems() {
		if !slices.ContainsFunc(out.Packages, func(q Package) bool { return q.Path == p.Package }) {
			out.Problems = append(out.Problems, p)
		}
	}
	out.Problems = uniqueProblems(out.Problems)
	return out, nil
}
