package pkgwise_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/retrylint/retrylint/analyzers"
)

// TestNothingButThePass holds that what the rules are made of could not reach
// a file, the network or another process if it wanted to.
func TestNothingButThePass(t *testing.T) {
	const module = "github.com/retrylint/retrylint/"
	args := []string{"list", "-deps", "-f", `{{.ImportPath}}: {{join .Imports " "}}`}
	for _, rule := range analyzers.All {
		args = append(args, module+"analyzers/"+rule.Name)
		if len(rule.Flags.Name()) > 0 {
			t.Errorf("%s has flags", rule.Name)
		}
	}
	out, err := exec.Command("go", args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	ours := 0
	for line := range strings.Lines(string(out)) {
		pkg, imports, _ := strings.Cut(strings.TrimSpace(line), ": ")
		if !strings.HasPrefix(pkg, module) {
			continue
		}
		ours++
		for _, bad := range []string{"os", "os/exec", "io/ioutil", "net", "net/http", "plugin", "syscall", "unsafe", "C"} {
			if slices.Contains(strings.Fields(imports), bad) {
				t.Errorf("%s imports %s", pkg, bad)
			}
		}
	}
	if ours <= len(analyzers.All) {
		t.Errorf("%d packages are ours: %s", ours, out)
	}
}
