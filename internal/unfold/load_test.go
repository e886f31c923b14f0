package unfold

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/retrylint/retrylint/amplify"
	"github.com/retrylint/retrylint/internal/report"
)

const brokenDir = "testdata/broken"

func TestLoadProblems(t *testing.T) {
	offline()
	res, err := Load(context.Background(), Config{Dir: brokenDir, Patterns: []string{"./..."}})
	if err != nil {
		t.Fatal(err)
	}
	named := func(pkg string) bool {
		return slices.ContainsFunc(res.Problems, func(p string) bool {
			return strings.HasPrefix(p, pkg+" does not compile and is left out: ") && oneLine(p) == p
		})
	}
	if !named("example.test/broken/worse") {
		t.Errorf("a package that imports what is not there is not named: %q", res.Problems)
	}
	if !named("example.test/broken/bad") {
		t.Errorf("a package with a type error is not named: %q", res.Problems)
	}
	if len(res.Problems) != 2 || !slices.IsSorted(res.Problems) {
		t.Errorf("problems are %q", res.Problems)
	}
	if got := amounts(t, res); !reflect.DeepEqual(got, map[string]string{"good.Twice net/http.Get": "2"}) {
		t.Errorf("the package that compiles gives %v", got)
	}
	if !slices.ContainsFunc(res.Notes, func(n string) bool { return strings.HasPrefix(n, "no entry points found: ") }) {
		t.Errorf("notes are %q", res.Notes)
	}
}

// knownGap fails the test once what is known to be wrong is right.
func knownGap(t *testing.T, right bool, what string) {
	t.Helper()
	if right {
		t.Errorf("no gap any more: %s", what)
		return
	}
	t.Logf("gap: %s", what)
}

// amounts gives what a report says, by entry and sink.
func amounts(t *testing.T, res *Result) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, e := range evaluated(t, res).Entries {
		for _, s := range e.Sinks {
			out[e.Name+" "+s.Sink] = s.Attempts.String()
		}
	}
	return out
}

func TestLoadErrors(t *testing.T) {
	offline()
	empty := t.TempDir()
	if err := os.WriteFile(filepath.Join(empty, "go.mod"), []byte("module example.test/empty\n\ngo 1.26\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, dir, pattern, want string
	}{
		{"no module", t.TempDir(), "./...", "there is no go.mod"},
		{"no packages", empty, "./...", "no packages match ./..."},
		{"nothing there", servicesDir, "./nowhere", "nowhere"},
		{"nothing that compiles", brokenDir, "./worse", "example.test/broken/worse does not compile"},
		{"bad pattern", servicesDir, "-x", ""},
		{"no directory", filepath.Join(empty, "nowhere"), "./...", "cannot run the go command"},
	} {
		t.Run(c.name, func(t *testing.T) {
			res, err := Load(context.Background(), Config{Dir: c.dir, Patterns: []string{c.pattern}})
			if err == nil {
				t.Fatalf("no error; problems are %q", res.Problems)
			}
			if !strings.Contains(err.Error(), c.want) || oneLine(err.Error()) != err.Error() {
				t.Errorf("error is %q", err)
			}
		})
	}
}

func TestPatterns(t *testing.T) {
	offline()
	for _, c := range []struct {
		name string
		cfg  Config
		want map[string]string
		note string
	}{
		{
			"entry", Config{Patterns: []string{"./stock"}, Entries: []string{"stock.(*Ledger).Re*"}},
			map[string]string{
				"Ledger.Reserve database/sql.(*DB).ExecContext": "4",
				"Ledger.Release database/sql.(*DB).ExecContext": "6",
				"Ledger.Recount database/sql.(*DB).ExecContext": "4",
				"Ledger.Restock database/sql.(*DB).ExecContext": "1",
			}, "",
		},
		{
			"entry of another package", Config{Patterns: []string{"./checkout/..."}, Entries: []string{"(*Client).Refund", "payments.(*Client).Refund", "nowhere"}},
			map[string]string{"Client.Refund net/http.(*Client).Do": "3"}, "no function matches -entry nowhere",
		},
		{
			"sink", Config{Patterns: []string{"./scoped"}, Sinks: []string{"retry.D*"}},
			map[string]string{"scoped.Fetch example.test/house/retry.Do": "1"}, "",
		},
		{
			"scope", Config{Patterns: []string{"./scoped"}, Scope: []string{"example.test/house/..."}},
			map[string]string{"scoped.Fetch net/http.Get": "3"}, "",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.cfg.Dir = servicesDir
			res, err := Load(context.Background(), c.cfg)
			if err != nil {
				t.Fatal(err)
			}
			got := amounts(t, res)
			for k, w := range c.want {
				if got[k] != w {
					t.Errorf("%s is %q, want %s (in %v)", k, got[k], w, got)
				}
			}
			if c.note != "" && !slices.Contains(res.Notes, c.note) {
				t.Errorf("notes are %q", res.Notes)
			}
		})
	}
}

// TestRepeatable loads services twice, with what they have in maps and goroutines.
func TestRepeatable(t *testing.T) {
	offline()
	for _, name := range []string{"settings", "metering", "odd"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			first := load1(t, "./"+name+"/...")
			again := load1(t, "./"+name+"/...")
			if !reflect.DeepEqual(first.Graph, again.Graph) {
				t.Error("the graphs differ")
			}
			if !bytes.Equal(bytesOf(t, first), bytesOf(t, again)) {
				t.Error("the reports differ")
			}
			if !slices.Equal(first.Notes, again.Notes) {
				t.Errorf("the notes differ: %q and %q", first.Notes, again.Notes)
			}
		})
	}
}

func bytesOf(t *testing.T, res *Result) []byte {
	t.Helper()
	var b bytes.Buffer
	for _, write := range []func(io.Writer, *amplify.Report, report.AmplifyOptions) error{report.AmplifyJSON, report.AmplifyText, report.AmplifyMarkdown} {
		if err := write(&b, evaluated(t, res), report.AmplifyOptions{}); err != nil {
			t.Fatal(err)
		}
	}
	return b.Bytes()
}
