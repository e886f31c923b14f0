package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/retrylint/retrylint/amplify"
)

// amplification is a report as people read it: what amplifies, worst first.
type amplification struct {
	listed []amplify.EntryReport // entries that amplify, with the sinks that do, worst first
	left   int                   // entries that amplify and are not listed
	plain  []amplify.EntryReport // entries whose calls are made once
	all    bool                  // whether each sink has a row, and each path is shown
}

func arrange(r *amplify.Report, o AmplifyOptions) amplification {
	a := amplification{all: o.All}
	for _, e := range r.Entries {
		kept := slices.DeleteFunc(slices.Clone(e.Sinks), func(s amplify.SinkReport) bool { return !amplifies(s.Attempts) })
		if len(kept) == 0 {
			a.plain = append(a.plain, e)
			continue
		}
		slices.SortStableFunc(kept, func(x, y amplify.SinkReport) int { return compareBounds(y.Attempts, x.Attempts) })
		e.Sinks = kept
		a.listed = append(a.listed, e)
	}
	slices.SortStableFunc(a.listed, func(x, y amplify.EntryReport) int {
		return compareBounds(y.Sinks[0].Attempts, x.Sinks[0].Attempts)
	})
	if o.Top > 0 && len(a.listed) > o.Top {
		a.left = len(a.listed) - o.Top
		a.listed = a.listed[:o.Top]
	}
	return a
}

// amplifyRow is a line of the table: an entry, one of its sinks, and those that
// have no row of their own.
type amplifyRow struct {
	entry  amplify.EntryReport
	sink   amplify.SinkReport
	others []amplify.SinkReport
}

// rows are the lines of the table, worst first: one for each entry, of its worst
// sink, unless all are asked for.
func (a amplification) rows() []amplifyRow {
	var out []amplifyRow
	for _, e := range a.listed {
		if !a.all {
			out = append(out, amplifyRow{e, e.Sinks[0], e.Sinks[1:]})
			continue
		}
		for _, s := range e.Sinks {
			out = append(out, amplifyRow{e, s, nil})
		}
	}
	slices.SortStableFunc(out, func(x, y amplifyRow) int { return compareBounds(y.sink.Attempts, x.sink.Attempts) })
	return out
}

// cells are the texts of a row, and of the header above it. The last one is left
// out where no row needs it.
func (r amplifyRow) cells() []string {
	return []string{
		factorText(r.sink.Attempts), shorten(EntryText(r.entry.Entry), nameWidth),
		shorten(shortName(r.sink.Sink), nameWidth), layersText(r.sink), othersText(r.others),
	}
}

var amplifyHeader = []string{"Factor", "Entry point", "Sink", "Layers", "Other sinks"}

// columns is how many of the cells the rows need.
func columns(rows []amplifyRow) int {
	if slices.ContainsFunc(rows, func(r amplifyRow) bool { return len(r.others) > 0 }) {
		return len(amplifyHeader)
	}
	return len(amplifyHeader) - 1
}

// othersText is "+ 2 unbounded, 11 up to 8 ×": how many other sinks an entry has
// that are called more than once, and the worst of those with a limit.
func othersText(others []amplify.SinkReport) string {
	if len(others) == 0 {
		return ""
	}
	var parts []string
	finite := slices.IndexFunc(others, func(s amplify.SinkReport) bool { return !s.Attempts.Unlimited() })
	switch {
	case finite < 0:
		return fmt.Sprintf("+ %d unbounded", len(others))
	case finite > 0:
		parts = append(parts, fmt.Sprintf("%d unbounded", finite))
	}
	parts = append(parts, fmt.Sprintf("%d up to %s", len(others)-finite, factorText(others[finite].Attempts)))
	return "+ " + strings.Join(parts, ", ")
}

// leftOut says how many entries that amplify -top leaves out.
func (a amplification) leftOut(top int) string {
	return fmt.Sprintf("%s with more than one attempt left out: -top is %d", count(a.left, "more entry point"), top)
}
