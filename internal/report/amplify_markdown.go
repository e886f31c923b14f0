package report

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/retrylint/retrylint/amplify"
)

// A comment on GitHub holds 65,536 characters. The table gets up to half of
// what we use of them, the paths get the rest.
const commentSize = 60_000

// AmplifyMarkdown writes the report as a comment on a pull request carries it:
// a table, and the paths to be unfolded below it.
func AmplifyMarkdown(w io.Writer, r *amplify.Report, o AmplifyOptions) error {
	a := arrange(r, o)
	var out strings.Builder
	out.WriteString("### Retry amplification\n\n")
	writeMarkdownTable(&out, a, o)
	writeMarkdownPaths(&out, a, o)
	last := summary(r, o)
	out.WriteString(strings.ToUpper(last[:1]) + last[1:] + ".\n\n")
	out.WriteString("27 × means that one request to the entry point can make up to 27 calls to the sink while the sink keeps failing.\n")
	_, err := io.WriteString(w, out.String())
	return err
}

func writeMarkdownTable(out *strings.Builder, a amplification, o AmplifyOptions) {
	if len(a.listed) == 0 {
		return
	}
	rows := a.rows()
	n := columns(rows)
	out.WriteString("| " + strings.Join(amplifyHeader[:n], " | ") + " |\n" + strings.Repeat("| --- ", n) + "|\n")
	var lines []string
	for _, r := range rows {
		cells := r.cells()
		for i, cell := range cells {
			switch {
			case i == 1 || i == 2:
				cells[i] = markdownCode(cell)
			case i == 0 && isAbove(r.sink.Attempts, o.limit(r.entry.Entry)):
				cells[i] = "**" + markdownText(cell) + "**"
			default:
				cells[i] = markdownText(cell)
			}
		}
		lines = append(lines, "| "+strings.Join(cells[:n], " | ")+" |\n")
	}
	lines, left := fitting(lines, commentSize/2)
	out.WriteString(strings.Join(lines, "") + "\n")
	if a.left > 0 {
		out.WriteString(a.leftOut(o.Top) + ".\n\n")
	}
	if left > 0 {
		fmt.Fprintf(out, "%s left out: a comment cannot hold them.\n\n", count(left, "more row"))
	}
}

// writeMarkdownPaths writes the paths as blocks of code, in which no character
// has a meaning.
func writeMarkdownPaths(out *strings.Builder, a amplification, o AmplifyOptions) {
	var blocks []string
	paths, below := a.paths(o.Min)
	for _, b := range paths {
		text := strings.Join(b.lines(o), "\n")
		fence := strings.Repeat("`", max(3, longestRun(text, '`')+1))
		blocks = append(blocks, fmt.Sprintf("<details><summary>%s</summary>\n\n%stext\n%s\n%s\n\n</details>\n\n", markdownCode(b.title()), fence, text, fence))
	}
	blocks, left := fitting(blocks, commentSize-utf8.RuneCountInString(out.String()))
	out.WriteString(strings.Join(blocks, ""))
	if left > 0 {
		fmt.Fprintf(out, "%s left out: a comment cannot hold them.\n\n", count(left, "more path"))
	}
	if below > 0 {
		out.WriteString(belowMin(below, o.Min) + ".\n\n")
	}
}

// fitting returns the texts that fit into size characters, and how many are
// left.
func fitting(texts []string, size int) (kept []string, left int) {
	for i, t := range texts {
		if size -= utf8.RuneCountInString(t); size < 0 {
			return texts[:i], len(texts) - i
		}
	}
	return texts, 0
}

// longestRun is the length of the longest run of c in s.
func longestRun(s string, c rune) int {
	longest, n := 0, 0
	for _, r := range s {
		if n++; r != c {
			n = 0
		}
		longest = max(longest, n)
	}
	return longest
}

// markdownText is s with what Markdown or HTML acts upon written as entities:
// a backslash would not do inside a table.
func markdownText(s string) string { return markdownEscapes.Replace(printable(s)) }

var markdownEscapes = strings.NewReplacer(
	"&", "&amp;", "<", "&lt;", ">", "&gt;", "|", "&#124;", "`", "&#96;", `\`, "&#92;",
	"*", "&#42;", "_", "&#95;", "[", "&#91;", "]", "&#93;", "#", "&#35;", "~", "&#126;",
	"$", "&#36;", "@", "&#64;", "!", "&#33;", "://", "&#58;//", "www.", "www&#46;",
)

// markdownCode is s as code. The tag keeps GitHub from seeing mentions, issues
// and emoji in it.
func markdownCode(s string) string { return "<code>" + markdownText(s) + "</code>" }
