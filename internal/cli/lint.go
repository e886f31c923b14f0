package cli

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/retrylint/retrylint/analyzers"
	"github.com/retrylint/retrylint/internal/config"
	"github.com/retrylint/retrylint/internal/driver"
	"github.com/retrylint/retrylint/internal/report"
	"github.com/retrylint/retrylint/internal/ruledoc"
)

var lintFormats = []string{"text", "stylish", "json", "sarif"}

// lintFlags are the flags without a command.
type lintFlags struct {
	packageFlags
	checks, explain      string
	showIgnored, version bool
}

func (p *lintFlags) register(fs *flag.FlagSet) {
	p.packageFlags.register(fs, true)
	fs.StringVar(&p.checks, "checks", "", "")
	fs.BoolVar(&p.showIgnored, "show-ignored", false, "")
	fs.StringVar(&p.explain, "explain", "", "")
	fs.BoolVar(&p.version, "version", false, "")
}

// lint runs the rules on packages. The flags that stand for another command
// are those that users of other linters try first.
func (c *command) lint(args []string) (int, error) {
	var p lintFlags
	fs := newFlags("")
	p.register(fs)
	switch help, err := parse(fs, args); {
	case err != nil:
		return 0, err
	case help:
		return c.help(nil)
	case p.explain != "":
		return c.explain([]string{p.explain})
	case p.version:
		return c.version(nil)
	}
	if err := p.check(lintFormats...); err != nil {
		return 0, err
	}
	here, err := enterPlace(p.dir, p.config)
	if err != nil {
		return 0, err
	}
	enabled, err := selectRules(p.checks, here.config.Rules)
	if err != nil {
		return 0, err
	}
	res, err := c.analyse(p.packageFlags, here, fs.Args())
	if err != nil {
		return 0, err
	}
	rep := c.lintReport(res, enabled, p.showIgnored)
	if err := lintFormat(p.format)(c.stdout, rep); err != nil {
		return 0, fmt.Errorf("cannot write the report: %w", err)
	}
	return lintStatus(res, rep), nil
}

// lintStatus is the exit status: that of the findings, whatever the format.
func lintStatus(res *analysisResult, rep report.Report) int {
	for _, f := range rep.Findings {
		if f.Severity != report.Ignored {
			return exitFindings
		}
	}
	if len(res.Problems) > 0 {
		return exitFindings
	}
	return exitClean
}

func lintFormat(name string) report.Format {
	switch name {
	case "stylish":
		return report.Stylish
	case "json":
		return report.JSON
	case "sarif":
		return report.SARIF(newSource().line)
	}
	return report.Text
}

// lintReport gathers the findings of the enabled rules and the errors of
// packages that do not compile.
func (c *command) lintReport(res *analysisResult, enabled map[string]bool, showIgnored bool) report.Report {
	rep := report.Report{Version: moduleVersion()}
	placed, unplaced := c.tellProblems(res.Problems)
	rep.Failures = unplaced
	for _, p := range placed {
		loc := driver.Location(p.Position, res.relative)
		rep.Findings = append(rep.Findings, report.Finding{Code: "compile", Severity: report.Error, Location: loc, End: loc, Message: p.Message})
	}
	told := map[string][]report.Finding{}
	for _, pkg := range res.Packages {
		found := pkg.Findings(enabled, res.relative)
		rep.Findings = append(rep.Findings, newHere(told[pkg.Path], found)...)
		told[pkg.Path] = append(told[pkg.Path], found...)
	}
	if !showIgnored {
		rep.Findings = slices.DeleteFunc(rep.Findings, func(f report.Finding) bool { return f.Severity == report.Ignored })
	}
	rep.Findings = report.SortFindings(rep.Findings)
	for _, rule := range analyzers.All {
		if enabled[rule.Name] {
			rep.Rules = append(rep.Rules, ruleReport(rule))
		}
	}
	return rep
}

// newHere lists what was found in the test variant of a package beyond what the package
// itself has: a rule that spoke of a place does not speak of it again because the tests
// set other times or limits.
func newHere(told, found []report.Finding) []report.Finding {
	return slices.DeleteFunc(slices.Clone(found), func(f report.Finding) bool {
		return slices.ContainsFunc(told, func(t report.Finding) bool { return t.Code == f.Code && t.Location == f.Location })
	})
}

func ruleReport(rule analyzers.Rule) report.Rule {
	return report.Rule{
		Name:     rule.Name,
		Title:    ruledoc.Title(rule.Doc),
		Text:     ruledoc.Text(rule.Doc),
		Markdown: ruledoc.Markdown(rule.Doc, 2),
		URL:      rule.URL,
		Severity: report.Severity(rule.Severity),
	}
}

// selectRules reads the value of -checks: rule names, "all", and either with a
// minus in front. A value that begins with a minus takes away from the rules
// that are on by default or by the configuration, as does one that begins with
// "inherit".
func selectRules(checks string, configured config.Rules) (map[string]bool, error) {
	enabled := make(map[string]bool)
	set := func(on bool, which func(analyzers.Rule) bool) (any bool) {
		for _, rule := range analyzers.All {
			if which(rule) {
				enabled[rule.Name], any = on, true
			}
		}
		return any
	}
	byDefault := func(r analyzers.Rule) bool { return configured.On(r.Name, r.Default) }
	if checks = strings.TrimSpace(checks); checks == "" || checks[0] == '-' {
		set(true, byDefault)
	}
	for word := range strings.SplitSeq(strings.ToLower(checks), ",") {
		name, off := strings.CutPrefix(strings.TrimSpace(word), "-")
		switch name {
		case "":
		case "all":
			set(!off, func(analyzers.Rule) bool { return true })
		case "inherit":
			set(true, byDefault)
		default:
			if !set(!off, func(r analyzers.Rule) bool { return r.Name == name }) {
				return nil, unknownRule(name)
			}
		}
	}
	return enabled, nil
}

func unknownRule(name string) error {
	var names []string
	for _, rule := range analyzers.All {
		names = append(names, rule.Name)
	}
	return fmt.Errorf("there is no rule %q: the rules are %s", name, strings.Join(names, ", "))
}

// source hands out lines of files, and keeps the files that it has read.
type source struct {
	files map[string][]string
}

func newSource() *source { return &source{make(map[string][]string)} }

// line returns line n of a file, or "" where there is none.
func (s *source) line(file string, n int) string {
	lines, ok := s.files[file]
	if !ok {
		if text, err := os.ReadFile(filepath.FromSlash(file)); err == nil {
			lines = strings.Split(string(text), "\n")
		}
		s.files[file] = lines
	}
	if n < 1 || n > len(lines) {
		return ""
	}
	return lines[n-1]
}
