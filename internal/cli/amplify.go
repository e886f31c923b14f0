package cli

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/retrylint/retrylint/amplify"
	"github.com/retrylint/retrylint/analyzers"
	"github.com/retrylint/retrylint/internal/config"
	"github.com/retrylint/retrylint/internal/report"
	"github.com/retrylint/retrylint/internal/unfold"
)

// amplifyFlags are the flags of the command amplify.
type amplifyFlags struct {
	dir, config, format   string
	max, min              int64
	top                   int
	scope, entries, sinks patternList
	tests, all            bool
	limits                []config.Limit
}

func (a *amplifyFlags) register(fs *flag.FlagSet) {
	fs.StringVar(&a.dir, "C", "", "")
	fs.StringVar(&a.config, "config", "", "")
	fs.StringVar(&a.format, "f", "text", "")
	fs.Int64Var(&a.max, "max", 0, "")
	fs.Int64Var(&a.min, "min", 2, "")
	fs.IntVar(&a.top, "top", 0, "")
	fs.BoolVar(&a.all, "all", false, "")
	fs.Var(&a.scope, "scope", "")
	fs.Var(&a.entries, "entry", "")
	fs.Var(&a.sinks, "sink", "")
	fs.BoolVar(&a.tests, "tests", false, "")
}

// amplifyFormats are the values of -f.
var amplifyFormats = map[string]func(io.Writer, *amplify.Report, report.AmplifyOptions) error{
	"text":     report.AmplifyText,
	"json":     report.AmplifyJSON,
	"markdown": report.AmplifyMarkdown,
}

// check reports a flag with a bad value.
func (a *amplifyFlags) check() error {
	switch {
	case amplifyFormats[a.format] == nil:
		return fmt.Errorf("there is no format %q: -f takes text, json, markdown", a.format)
	case a.max < 0:
		return fmt.Errorf("-max is %d: give the largest factor that is allowed, or 0 for no limit", a.max)
	case a.min < 1:
		return fmt.Errorf("-min is %d: give the least factor whose path is shown, 1 or more", a.min)
	case a.top < 0:
		return fmt.Errorf("-top is %d: give the number of entry points to list, or 0 for all", a.top)
	}
	return nil
}

// patternList is a flag that can be given several times.
type patternList []string

func (p *patternList) String() string { return strings.Join(*p, ",") }

func (p *patternList) Set(s string) error {
	s = strings.TrimSpace(s)
	if s == "" || strings.HasPrefix(s, "-") {
		return errors.New("give a pattern")
	}
	*p = append(*p, s)
	return nil
}

// amplify reports how the layers of a service multiply.
func (c *command) amplify(args []string) (int, error) {
	var a amplifyFlags
	fs := newFlags("amplify")
	a.register(fs)
	switch help, err := parse(fs, args); {
	case err != nil:
		return 0, err
	case help:
		return c.help([]string{"amplify"})
	}
	if err := a.check(); err != nil {
		return 0, err
	}
	here, err := enterPlace(a.dir, a.config)
	if err != nil {
		return 0, err
	}
	a.complete(fs, here.config)
	tuneCollector()
	res, err := c.unfold(a, here, fs.Args())
	if err != nil {
		return 0, err
	}
	return c.amplifyReport(a, res)
}

// tuneCollector has the garbage collector run less often, unless the user
// says how: reading a program makes a large heap that is kept to the end, and there is
// little to be found in it.
func tuneCollector() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(200)
	}
}

// amplifyReport writes the report, and returns the exit status, which is the
// same for every format.
func (c *command) amplifyReport(a amplifyFlags, res *unfold.Result) (int, error) {
	for _, text := range res.Problems {
		c.note("%s", text)
	}
	if err := a.holdsForNothing(res); err != nil {
		return 0, err
	}
	for _, text := range res.Notes {
		c.note("%s", text)
	}
	rep, err := amplify.Evaluate(res.Graph)
	if err != nil {
		return 0, fmt.Errorf("cannot work out the factors: %w", err)
	}
	opts := report.AmplifyOptions{Rel: portable(relativeTo(res.Dir)), Min: a.min, Max: a.max, Top: a.top, All: a.all, Color: c.color}
	if len(a.limits) > 0 {
		opts.Allowed = a.allowed
	}
	if err := amplifyFormats[a.format](c.stdout, rep, opts); err != nil {
		return 0, fmt.Errorf("cannot write the report: %w", err)
	}
	above := report.AboveMax(rep, opts)
	c.tellAbove(a, rep, above)
	if len(above) > 0 || len(res.Problems) > 0 {
		return exitFindings, nil
	}
	return exitClean, nil
}

// holdsForNothing reports that there is a limit and no entry point: a check that has
// lost sight of the service is no success.
func (a *amplifyFlags) holdsForNothing(res *unfold.Result) error {
	switch {
	case a.max == 0 || len(res.Graph.Entries) > 0:
		return nil
	case len(a.entries) > 0:
		return fmt.Errorf("-max %d holds for nothing: no function matches -entry %s", a.max, strings.Join(a.entries, ", "))
	}
	return fmt.Errorf("-max %d holds for nothing, as no entry points are found: name functions with -entry", a.max)
}

// unfold reads the packages, in the directory where we are.
func (c *command) unfold(a amplifyFlags, here place, patterns []string) (*unfold.Result, error) {
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	if err := checkPatterns(patterns); err != nil {
		return nil, err
	}
	settings, err := analyzers.SiteSettings(here.config.Settings)
	if err != nil {
		return nil, err
	}
	stage, stop := c.stages()
	defer stop()
	res, err := unfold.Load(context.Background(), unfold.Config{
		Dir:      here.dir,
		Patterns: patterns,
		Scope:    a.scope,
		Entries:  a.entries,
		Sinks:    a.sinks,
		Tests:    a.tests,
		Progress: stage,
		Settings: settings,
	})
	if err != nil {
		return nil, err
	}
	res.Dir = cmp.Or(res.Dir, here.dir)
	return res, nil
}

// entryNames names the first few of the entries.
func entryNames(es []amplify.EntryReport) string {
	const most = 5
	var names []string
	for _, e := range es[:min(most, len(es))] {
		names = append(names, report.EntryText(e.Entry))
	}
	text := strings.Join(names, ", ")
	if len(es) > most {
		text += fmt.Sprintf(" and %d more", len(es)-most)
	}
	return text
}

// portable makes the paths of files in the module cache the same on every
// machine: they begin with the module's own path and version.
func portable(rel func(string) string) func(string) string {
	return func(file string) string {
		out := rel(file)
		if !strings.HasPrefix(out, "../") && !path.IsAbs(out) {
			return out
		}
		if _, inCache, ok := strings.Cut(out, "/pkg/mod/"); ok && strings.Contains(inCache, "@") {
			return inCache
		}
		return out
	}
}

// Work that is over sooner than this shows no progress.
const stageAfter = 2 * time.Second

// stages returns a function that shows on a terminal what is being done, and
// one that wipes it away. The first is nil where nobody is there to see it.
func (c *command) stages() (stage func(string), stop func()) {
	if !isTerminal(c.stderr) {
		return nil, func() {}
	}
	return showStages(c.stderr, stageAfter)
}

// showStages shows stages on w, beginning with the one that it is at after a
// while.
func showStages(w io.Writer, after time.Duration) (stage func(string), stop func()) {
	const clear = "\r\x1b[K"
	var mu sync.Mutex
	var now string
	late, over, shown := false, false, false
	show := func() { // with mu held
		if late && !over && now != "" {
			shown = true
			fmt.Fprint(w, clear+"retrylint: "+now)
		}
	}
	timer := time.AfterFunc(after, func() {
		mu.Lock()
		defer mu.Unlock()
		late = true
		show()
	})
	stage = func(name string) {
		mu.Lock()
		defer mu.Unlock()
		now = name
		show()
	}
	stop = func() {
		timer.Stop()
		mu.Lock()
		defer mu.Unlock()
		over = true
		if shown {
			fmt.Fprint(w, clear)
		}
	}
	return stage, stop
}
