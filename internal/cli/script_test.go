package cli_test

import (
	"errors"
	"flag"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/retrylint/retrylint/internal/cli"
)

var update = flag.Bool("update", false, "rewrite the expected outputs in the scripts")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"retrylint": func() { os.Exit(cli.Main(os.Args[1:], os.Stdout, os.Stderr)) },
	})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		Setup:         environment(t, t.TempDir()),
		Cmds:          map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
		UpdateScripts: *update,
	})
}

// exits runs a command and wants a certain exit status, nothing on stdout and
// exactly one line on stderr: "exits 2 retrylint ./nosuch".
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits STATUS COMMAND [ARGS]")
	}
	err := ts.Exec(args[1], args[2:]...)
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		ts.Fatalf("%v: got %v, want exit status %s", args[1:], err, args[0])
	}
	if got := strconv.Itoa(exit.ExitCode()); got != args[0] {
		ts.Fatalf("%v: got exit status %s, want %s", args[1:], got, args[0])
	}
	if stdout := ts.ReadFile("stdout"); stdout != "" {
		ts.Fatalf("%v: unexpected output on stdout: %s", args[1:], stdout)
	}
	if stderr := ts.ReadFile("stderr"); strings.Count(stderr, "\n") != 1 || !strings.HasSuffix(stderr, "\n") {
		ts.Fatalf("%v: want one line on stderr, got: %s", args[1:], stderr)
	}
}

// environment gives scripts the caches of the go command, which testscript
// hides, and a cache of our own that they share.
func environment(t *testing.T, cache string) func(*testscript.Env) error {
	names := []string{"GOCACHE", "GOMODCACHE", "GOPROXY", "GOTOOLCHAIN"}
	out, err := exec.Command("go", append([]string{"env"}, names...)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	values := strings.Split(string(out), "\n")
	tool, err := exec.LookPath("retrylint") // testscript put it on PATH
	if err != nil {
		t.Fatal(err)
	}
	return func(env *testscript.Env) error {
		for i, name := range names {
			env.Setenv(name, values[i])
		}
		env.Setenv("GOFLAGS", "")
		env.Setenv("GOWORK", "off")
		env.Setenv("GOGC", "300") // the commands are over before it pays to collect garbage
		env.Setenv("RETRYLINT_CACHE", cache)
		env.Setenv("VETTOOL", tool)
		return nil
	}
}
