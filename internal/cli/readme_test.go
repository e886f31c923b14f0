package cli_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/retrylint/retrylint/internal/cli"
)

// TestReadme holds the outputs shown in the README against what the commands
// print about the example service.
func TestReadme(t *testing.T) {
	readme := filepath.Join("..", "..", "README.md")
	data, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	example, err := filepath.Abs(filepath.Join("..", "..", "testdata", "checkout"))
	if err != nil {
		t.Fatal(err)
	}
	file, err := filepath.Abs(readme)
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("RETRYLINT_CACHE", t.TempDir())
	t.Chdir(example) // -C changes the directory of the process
	for _, c := range []struct {
		command string
		args    []string
	}{
		{"$ go run ./cmd/retrylint amplify -C testdata/checkout ./...\n", []string{"amplify", "./..."}},
		{"$ retrylint -C testdata/checkout ./...\n", []string{"./..."}},
		{"$ retrylint sites ./...\n", []string{"sites", "./..."}},
	} {
		var stdout, stderr bytes.Buffer
		cli.Main(c.args, &stdout, &stderr)
		if stderr.Len() > 0 {
			t.Errorf("%v: %s", c.args, stderr.String())
		}
		before, rest, ok := strings.Cut(text, c.command)
		shown, after, closed := strings.Cut(rest, "```\n")
		if !ok || !closed {
			t.Fatalf("README.md does not show %q", c.command)
		}
		if *update {
			text = before + c.command + stdout.String() + "```\n" + after
		} else if shown != stdout.String() {
			t.Errorf("README.md shows\n%sbut %v prints\n%s(go test ./internal/cli -run TestReadme -update mends it)", shown, c.args, stdout.String())
		}
	}
	if *update {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
