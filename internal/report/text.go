package report

import (
	"fmt"
	"io"
	"text/tabwriter"
)

// Text writes one finding a line, and its related places indented below it.
func Text(w io.Writer, r Report) error {
	for _, f := range r.Findings {
		if _, err := fmt.Fprintf(w, "%s: %s (%s)\n", f.Location, f.Message, f.Code); err != nil {
			return err
		}
		for _, rel := range f.Related {
			if _, err := fmt.Fprintf(w, "\t%s: %s\n", rel.Location, rel.Message); err != nil {
				return err
			}
		}
	}
	return nil
}

// String is the location as compilers write it.
func (l Location) String() string {
	switch {
	case l.File == "":
		return "-"
	case l.Line == 0:
		return l.File
	case l.Column == 0:
		return fmt.Sprintf("%s:%d", l.File, l.Line)
	}
	return fmt.Sprintf("%s:%d:%d", l.File, l.Line, l.Column)
}

// Stylish writes the findings below the name of their file, and their number
// last.
func Stylish(w io.Writer, r Report) error {
	tw := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
	file := ""
	ignored := 0
	for _, f := range r.Findings {
		if f.Severity == Ignored {
			ignored++
		}
		if f.Location.File != file {
			if file != "" {
				fmt.Fprintln(tw)
			}
			file = f.Location.File
			tw.Flush() // each file is aligned by itself
			fmt.Fprintln(tw, file)
		}
		fmt.Fprintf(tw, "  (%d, %d)\t%s\t%s\n", f.Location.Line, f.Location.Column, f.Code, f.Message)
		for _, rel := range f.Related {
			fmt.Fprintf(tw, "    (%d, %d)\t\t  %s\n", rel.Location.Line, rel.Location.Column, rel.Message)
		}
	}
	if len(r.Findings) > 0 {
		fmt.Fprintln(tw)
	}
	fmt.Fprintf(tw, "%s, %d of them ignored\n", count(len(r.Findings), "finding"), ignored)
	return tw.Flush()
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
