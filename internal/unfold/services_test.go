package unfold

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/retrylint/retrylint/amplify"
)

// The module in testdata/services holds small services. What their entry points
// are worth stands in comments of one line each, mostly at the handler:
//
//	//amplify:entry "POST /checkout" net/http.(*Client).Do 12
//	//amplify:entry "sync" net/http.(*Client).Get unbounded
//	//amplify:entry "load" net/http.(*Client).Get 2 × retries
//
// An entry that can reach a sink more than once must have one. With "gap" for
// "entry" the number is right and the report is not: the test fails once it is.
// A gap that ends in "none" is of what should not be in the report.

const servicesDir = "testdata/services"

// offline keeps the go command from the network and from what the user has set.
var offline = sync.OnceFunc(func() {
	for k, v := range map[string]string{"GOPROXY": "off", "GOFLAGS": "", "GOWORK": "off", "GOTOOLCHAIN": "local"} {
		if err := os.Setenv(k, v); err != nil {
			panic(err)
		}
	}
})

func TestServices(t *testing.T) {
	offline()
	dirs, err := os.ReadDir(servicesDir)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range dirs {
		if d.IsDir() && d.Name() != "stubs" {
			t.Run(d.Name(), func(t *testing.T) {
				t.Parallel()
				checkService(t, d.Name())
			})
		}
	}
}

func checkService(t *testing.T, name string) {
	want := wantedOf(t, filepath.Join(servicesDir, name))
	got := map[pair]string{}
	for _, e := range evaluated(t, load1(t, "./"+name+"/...")).Entries {
		for _, s := range e.Sinks {
			got[pair{e.Name, s.Sink}] = s.Attempts.String()
		}
	}
	for p, w := range want {
		switch is := cmp.Or(got[p], "none"); {
		case w.gap && is == w.value:
			t.Errorf("%s: %s is %s now: it is no gap any more", w.at, p, is)
		case w.gap:
			t.Logf("%s: gap: %s is %s, and should be %s", w.at, p, is, w.value)
		case is != w.value:
			t.Errorf("%s: %s is %s, want %s", w.at, p, is, w.value)
		}
	}
	for p, is := range got {
		if _, ok := want[p]; !ok && is != "1" {
			t.Errorf("%s is %s, which is not expected", p, is)
		}
	}
}

// load1 loads packages of the services.
func load1(t *testing.T, patterns ...string) *Result {
	t.Helper()
	res, err := Load(context.Background(), Config{Dir: servicesDir, Patterns: patterns})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range res.Problems {
		t.Error(p)
	}
	return res
}

func evaluated(t *testing.T, res *Result) *amplify.Report {
	t.Helper()
	rep, err := amplify.Evaluate(res.Graph)
	if err != nil {
		t.Fatal(err)
	}
	return rep
}

type pair struct{ entry, sink string }

func (p pair) String() string { return fmt.Sprintf("%q %s", p.entry, p.sink) }

type wanted struct {
	value string
	gap   bool
	at    string
}

var wantForm = regexp.MustCompile(`^//amplify:(entry|gap) "([^"]*)" (\S+) (\S.*)$`)

// wantedOf reads the comments of a service.
func wantedOf(t *testing.T, dir string) map[pair]wanted {
	t.Helper()
	out := map[pair]wanted{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") {
			return err
		}
		src, err := os.ReadFile(path)
		for i, line := range strings.Split(string(src), "\n") {
			line = strings.TrimSpace(line)
			if !strings.HasPrefix(line, "//amplify:") {
				continue
			}
			at := fmt.Sprintf("%s:%d", path, i+1)
			m := wantForm.FindStringSubmatch(line)
			if m == nil {
				t.Errorf("%s: what is %s?", at, line)
				continue
			}
			p := pair{m[2], m[3]}
			if _, twice := out[p]; twice {
				t.Errorf("%s: %s is there twice", at, p)
			}
			out[p] = wanted{m[4], m[1] == "gap", at}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(out) == 0 {
		t.Errorf("%s expects nothing", dir)
	}
	return out
}
