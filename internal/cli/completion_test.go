package cli

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// TestBashCompletion completes lines in bash.
func TestBashCompletion(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash")
	}
	for line, want := range map[string]string{
		"retrylint am":                   "amplify",
		"retrylint -sh":                  "-show-ignored",
		"retrylint -checks -noj":         "-nojitter",
		"retrylint -f st":                "stylish",
		"retrylint amplify -f ":          "json markdown text",
		"retrylint amplify -f json -mi":  "-min",
		"retrylint sites -f ":            "text json",
		"retrylint explain unb":          "unboundedretry",
		"retrylint help comp":            "completion",
		"retrylint completion ":          "bash zsh fish",
		"retrylint config -c":            "-config",
		"retrylint sites -tags x -tests": "-tests",
	} {
		script := bashScript() + "COMP_WORDS=(" + line
		if strings.HasSuffix(line, " ") {
			script += " ''"
		}
		script += ")\nCOMP_CWORD=$((${#COMP_WORDS[@]}-1))\n_retrylint\necho \"${COMPREPLY[*]}\"\n"
		out, err := exec.Command(bash, "--norc", "-c", script).CombinedOutput()
		if got := strings.TrimSpace(string(out)); err != nil || got != want {
			t.Errorf("%q: got %q, %v, want %q", line, got, err, want)
		}
	}
}

// TestCompletionSyntax has the shells that are there read their scripts.
func TestCompletionSyntax(t *testing.T) {
	for shell, script := range map[string]string{"bash": bashScript(), "zsh": zshScript(), "fish": fishScript()} {
		path, err := exec.LookPath(shell)
		if err != nil {
			continue
		}
		cmd := exec.Command(path, "-n", "/dev/stdin")
		cmd.Stdin = strings.NewReader(script)
		if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%s: %v: %s", shell, err, out)
		}
	}
}

// TestFlagsDocumented holds the flags, which completion lists, against the help.
func TestFlagsDocumented(t *testing.T) {
	for name, flags := range commandFlags() {
		help := map[string]string{"": usage, "sites": sitesUsage, "amplify": amplifyUsage, "config": configUsage}[name]
		for _, f := range flags {
			// Those of other linters are there for their users' fingers.
			if !strings.Contains(help, "\t"+f) && !slices.Contains([]string{"-explain", "-version"}, f) {
				t.Errorf("retrylint help %s says nothing of %s", name, f)
			}
		}
	}
}
