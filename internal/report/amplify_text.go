package report

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/retrylint/retrylint/amplify"
)

// Names longer than this are cut in the table. The path has them whole.
const nameWidth = 60

// AmplifyText writes a table of the entries that amplify, worst first, and the
// worst paths of those with a factor of at least o.Min.
func AmplifyText(w io.Writer, r *amplify.Report, o AmplifyOptions) error {
	a := arrange(r, o)
	var out strings.Builder
	if len(a.listed) > 0 {
		writeAmplifyTable(&out, a, o)
		out.WriteString("\n")
	}
	blocks, below := a.paths(o.Min)
	for _, b := range blocks {
		title := b.title()
		if o.Color {
			title = bold + title + reset
		}
		out.WriteString(title + "\n" + strings.Join(b.lines(o), "\n") + "\n\n")
	}
	if below > 0 {
		out.WriteString(belowMin(below, o.Min) + "\n")
	}
	if len(a.plain) > 0 {
		out.WriteString(plainText(a.plain) + "\n")
	}
	out.WriteString(summary(r, o) + "\n")
	_, err := io.WriteString(w, out.String())
	return err
}

const bold, red, reset = "\x1b[1m", "\x1b[31m", "\x1b[0m"

// writeAmplifyTable writes the table. Colours come last: tabwriter would count
// their codes as width.
func writeAmplifyTable(out *strings.Builder, a amplification, o AmplifyOptions) {
	var table strings.Builder
	tw := tabwriter.NewWriter(&table, 0, 4, 2, ' ', 0)
	rows := a.rows()
	n := columns(rows)
	fmt.Fprintln(tw, strings.ToUpper(strings.Join(amplifyHeader[:n], "\t")))
	for _, r := range rows {
		fmt.Fprintln(tw, strings.Join(r.cells()[:n], "\t"))
	}
	tw.Flush()
	i := -1 // the header
	for line := range strings.Lines(table.String()) {
		line = strings.TrimRight(line, " \n")
		switch {
		case !o.Color:
		case i < 0:
			line = bold + line + reset
		case isWorst(rows, i, o):
			line = red + line + reset
		}
		out.WriteString(line + "\n")
		i++
	}
	if a.left > 0 {
		out.WriteString(a.leftOut(o.Top) + "\n")
	}
}

// isWorst reports whether a row of the table should stand out: it has no
// bound, it is above the limit, or, where there is no limit, no row is worse.
func isWorst(rows []amplifyRow, i int, o AmplifyOptions) bool {
	b := rows[i].sink.Attempts
	if limit := o.limit(rows[i].entry.Entry); limit > 0 {
		return isAbove(b, limit)
	}
	return b.Unlimited() || compareBounds(b, rows[0].sink.Attempts) == 0
}

// plainText sums up the entries whose calls are made once, with as many names
// as two lines hold.
func plainText(es []amplify.EntryReport) string {
	const width = 150
	text := entries(len(es)) + " with one attempt at most: "
	for i, e := range es {
		name := shorten(EntryText(e.Entry), nameWidth)
		if i > 0 {
			name = ", " + name
		}
		if len([]rune(text+name)) > width && i > 0 {
			return text + fmt.Sprintf(" and %d more", len(es)-i)
		}
		text += name
	}
	return text
}
