// Package ruledoc reads the text of a rule from the rule's own package
// comment, and renders it.
//
// The comment is the one place where the text is written: pkg.go.dev shows it
// as it is, `retrylint explain` as plain text, SARIF and docs/rules as
// Markdown.
package ruledoc

import (
	"fmt"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"strings"
)

// URL is the address of the page about the rule called name.
func URL(name string) string {
	return "https://github.com/retrylint/retrylint/blob/main/docs/rules/" + name + ".md"
}

// MustDoc returns the package comment of source, the text of a doc.go file,
// without the words "Package NAME" that it begins with. It panics where there
// is no such comment: that is a fault of the rule, which its test finds.
func MustDoc(source string) string {
	f, err := parser.ParseFile(token.NewFileSet(), "doc.go", source, parser.ParseComments|parser.PackageClauseOnly)
	if err != nil {
		panic(err)
	}
	text, ok := strings.CutPrefix(f.Doc.Text(), "Package "+f.Name.Name+" ")
	if !ok {
		panic(fmt.Sprintf("doc.go of %s has no package comment", f.Name.Name))
	}
	return text
}

// Title returns the first line of doc without its full stop.
func Title(doc string) string {
	line, _, _ := strings.Cut(doc, "\n\n")
	return strings.TrimSuffix(strings.Join(strings.Fields(line), " "), ".")
}

// Text renders doc for a terminal.
func Text(doc string) string {
	p := &comment.Printer{TextWidth: 80}
	return string(p.Text(parse(doc)))
}

// Markdown renders doc with headings of the given level, and fences around the
// code.
func Markdown(doc string, level int) string {
	p := &comment.Printer{HeadingLevel: level, HeadingID: func(*comment.Heading) string { return "" }}
	var blocks []string
	for _, block := range parse(doc).Content {
		if code, ok := block.(*comment.Code); ok {
			blocks = append(blocks, "```go\n"+code.Text+"```\n")
		} else {
			blocks = append(blocks, string(p.Markdown(&comment.Doc{Content: []comment.Block{block}})))
		}
	}
	return strings.Join(blocks, "\n")
}

// Page is the page about the rule called name; standing is its last paragraph.
func Page(name, doc, standing string) string {
	return fmt.Sprintf("# %s\n\n%s %s\n%s\n", name, name, Markdown(doc, 2), standing)
}

func parse(doc string) *comment.Doc {
	return new(comment.Parser).Parse(doc)
}
