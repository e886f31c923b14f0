package ruledoc_test

import (
	"testing"

	"github.com/retrylint/retrylint/internal/ruledoc"
)

const source = `// Package never reports what
// never happens.
//
// # Bad
//
//	never()
//
//	ever()
//
// The end.
package never
`

func TestRender(t *testing.T) {
	doc := ruledoc.MustDoc(source)
	for _, test := range []struct{ name, got, want string }{
		{"Title", ruledoc.Title(doc), "reports what never happens"},
		{"Text", ruledoc.Text(doc), "reports what never happens.\n\n# Bad\n\n\tnever()\n\n\tever()\n\nThe end.\n"},
		{"Markdown", ruledoc.Markdown(doc, 3), "reports what never happens.\n\n### Bad\n\n```go\nnever()\n\never()\n```\n\nThe end.\n"},
	} {
		if test.got != test.want {
			t.Errorf("%s: got\n%q\nwant\n%q", test.name, test.got, test.want)
		}
	}
}

func TestMustDocPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic for a package without a comment")
		}
	}()
	ruledoc.MustDoc("package never\n")
}
