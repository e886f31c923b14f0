package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"
)

// SitesText returns a writer of an aligned table of sites. With color, the
// kinds that have no bound stand out.
func SitesText(color bool) func(io.Writer, []Site) error {
	return func(w io.Writer, sites []Site) error {
		if len(sites) == 0 {
			_, err := fmt.Fprintln(w, "no retry sites")
			return err
		}
		var table strings.Builder
		tw := tabwriter.NewWriter(&table, 0, 4, 2, ' ', 0)
		fmt.Fprintln(tw, "PLACE\tKIND\tATTEMPTS\tDELAY\tJITTER\tCONTEXT\tOPERATION\tFUNCTION")
		for _, s := range sites {
			fmt.Fprintf(tw, "%s:%d\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", s.Location.File, s.Location.Line, s.Kind,
				attemptsText(s), delayText(s.Delay), triText(s.Jitter), contextText(s), operationText(s.Operation), s.Function)
		}
		tw.Flush()
		return writeTable(w, table.String(), sites, color)
	}
}

// writeTable writes the aligned lines. Colours come last: tabwriter would count
// their codes as width.
func writeTable(w io.Writer, table string, sites []Site, color bool) error {
	const bold, red, reset = "\x1b[1m", "\x1b[31m", "\x1b[0m"
	for i, line := range strings.Split(strings.TrimSuffix(table, "\n"), "\n") {
		line = strings.TrimRight(line, " ")
		switch {
		case !color:
		case i == 0:
			line = bold + line + reset
		case sites[i-1].Bound == "unbounded" || sites[i-1].Delay.Kind == "none":
			line = red + line + reset
		}
		if _, err := fmt.Fprintln(w, line); err != nil {
			return err
		}
	}
	return nil
}

func attemptsText(s Site) string {
	switch {
	case s.Attempts != nil:
		return strconv.Itoa(*s.Attempts)
	case s.Symbol != "":
		return s.Symbol
	}
	return s.Bound
}

// delayText is "exponential 100ms x2 up to 5s", as far as it is known.
func delayText(d Delay) string {
	parts := []string{d.Kind}
	if d.Base != nil {
		parts = append(parts, *d.Base)
	}
	if d.Factor != nil {
		parts = append(parts, "x"+strconv.FormatFloat(*d.Factor, 'g', -1, 64))
	}
	if d.Max != nil {
		parts = append(parts, "up to "+*d.Max)
	}
	return strings.Join(parts, " ")
}

func contextText(s Site) string {
	if s.Unsaid {
		return "?"
	}
	return triText(&s.Context)
}

func triText(b *bool) string {
	switch {
	case b == nil:
		return "?"
	case *b:
		return "yes"
	}
	return "no"
}

// operationText names the first operation and counts the others.
func operationText(ops []string) string {
	switch len(ops) {
	case 0:
		return "-"
	case 1:
		return ops[0]
	}
	return fmt.Sprintf("%s +%d", ops[0], len(ops)-1)
}
