package cli

import (
	"flag"
	"slices"

	"github.com/retrylint/retrylint/amplify"
	"github.com/retrylint/retrylint/internal/config"
	"github.com/retrylint/retrylint/internal/report"
)

// complete takes from the configuration what no flag says. The sinks that the
// rules know too, and the limits of single entries, hold whatever the flags
// are.
func (a *amplifyFlags) complete(fs *flag.FlagSet, c *config.Config) {
	given := make(map[string]bool)
	fs.Visit(func(f *flag.Flag) { given[f.Name] = true })
	if !given["max"] {
		a.max = c.Amplify.Max
	}
	for name, list := range map[string]struct {
		to   *patternList
		from []string
	}{"scope": {&a.scope, c.Amplify.Scope}, "entry": {&a.entries, c.Amplify.Entries}, "sink": {&a.sinks, c.Amplify.Sinks}} {
		if !given[name] {
			*list.to = slices.Clone(list.from)
		}
	}
	a.sinks = append(a.sinks, c.Sinks...)
	a.limits = c.Amplify.Limits
}

// allowed is the limit of an entry that has its own.
func (a *amplifyFlags) allowed(e amplify.Entry) (int64, bool) {
	if l := a.limitOf(e); l != nil {
		return l.Max, true
	}
	return 0, false
}

// limitOf finds the limit of an entry by its name, with its kind or without.
func (a *amplifyFlags) limitOf(e amplify.Entry) *config.Limit {
	for i, l := range a.limits {
		if l.Entry == e.Name || l.Entry == report.EntryText(e) {
			return &a.limits[i]
		}
	}
	return nil
}

// tellAbove names the entries that are above what they are allowed, and the
// limits that are of no entry.
func (c *command) tellAbove(a amplifyFlags, rep *amplify.Report, above []amplify.EntryReport) {
	var plain []amplify.EntryReport
	for _, e := range above {
		if l := a.limitOf(e.Entry); l != nil {
			c.note("above its limit of %d (%s): %s", l.Max, l.Reason, report.EntryText(e.Entry))
		} else {
			plain = append(plain, e)
		}
	}
	if len(plain) > 0 {
		c.note("above -max %d: %s", a.max, entryNames(plain))
	}
	for _, l := range a.limits {
		if !slices.ContainsFunc(rep.Entries, func(e amplify.EntryReport) bool {
			return l.Entry == e.Entry.Name || l.Entry == report.EntryText(e.Entry)
		}) {
			c.note("there is no entry point %q among these packages, which amplify.limits allows %d", l.Entry, l.Max)
		}
	}
}
