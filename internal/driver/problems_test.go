package driver

import (
	"errors"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

func TestListed(t *testing.T) {
	abs, err := filepath.Abs("p/a.go")
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name string
		err  packages.Error
		want []Problem
	}{
		{"with position", packages.Error{Pos: abs + ":3:8", Msg: "no required module\n\tgo get x"},
			[]Problem{{"p", token.Position{Filename: abs, Line: 3, Column: 8}, "no required module go get x"}}},
		{"compiler", packages.Error{Msg: "# p\np/a.go:2:13: cannot use x\n\thave (int)\np/a.go:4:1: bad"},
			[]Problem{
				{"p", token.Position{Filename: abs, Line: 2, Column: 13}, "cannot use x have (int)"},
				{"p", token.Position{Filename: abs, Line: 4, Column: 1}, "bad"},
			}},
		{"without column", packages.Error{Pos: abs + ":7", Msg: "bad"},
			[]Problem{{"p", token.Position{Filename: abs, Line: 7}, "bad"}}},
		{"without position", packages.Error{Pos: "-", Msg: "found packages a and b"},
			[]Problem{{Package: "p", Message: "found packages a and b"}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := listed("p", test.err)
			if len(got) != len(test.want) {
				t.Fatalf("got %+v, want %+v", got, test.want)
			}
			for i := range got {
				if got[i] != test.want[i] {
					t.Errorf("got %+v, want %+v", got[i], test.want[i])
				}
			}
		})
	}
}

func TestLoadError(t *testing.T) {
	tests := []struct{ in, want string }{
		{"err: exit status 1: stderr: go: errors parsing go.mod:\ngo.mod:1: unknown directive: modul",
			"cannot load the packages (errors parsing go.mod: go.mod:1: unknown directive: modul): mend go.mod"},
		{`err: go command required, not found: exec: "go": executable file not found in $PATH: stderr:`,
			`cannot load the packages (go command required, not found: exec: "go": executable file not found in $PATH): retrylint needs the go command: install Go and put it on PATH`},
		{"something new", "cannot load the packages: something new"},
	}
	for _, test := range tests {
		if got := loadError(errors.New(test.in)).Error(); got != test.want {
			t.Errorf("loadError(%q) = %q, want %q", test.in, got, test.want)
		} else if strings.Contains(got, "\n") {
			t.Errorf("loadError(%q) has several lines", test.in)
		}
	}
}
