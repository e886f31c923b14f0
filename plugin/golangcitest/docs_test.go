package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDocs does in another module what docs/golangci-lint.md says, but for the
// download.
func TestDocs(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", "docs", "golangci-lint.md"))
	if err != nil {
		t.Fatal(err)
	}
	doc := string(data)
	dir, cache := tempDir(t), t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module example.com/newcomer\n\ngo 1.26\n")
	write(t, filepath.Join(dir, "main.go"), newcomer)
	config := block(t, doc, "# .golangci.yml\n")
	write(t, filepath.Join(dir, ".golangci.yml"), config)

	finding := block(t, doc, "main.go:17:2: ")
	stdout, stderr, status := golangci(t, dir, cache, "run")
	if status != 1 || !strings.Contains(stdout, finding) {
		t.Errorf("docs/golangci-lint.md shows\n%sbut it prints (exit status %d)\n%s%s", finding, status, stdout, stderr)
	}

	// The directive that is shown silences it.
	lines := strings.Split(newcomer, "\n")
	directive, _, _ := strings.Cut(block(t, doc, "\t//nolint:retrylint // "), "\n")
	quiet := append(append(append([]string{}, lines[:16]...), directive), lines[16:]...)
	write(t, filepath.Join(dir, "main.go"), strings.Join(quiet, "\n"))
	if stdout, stderr, status := golangci(t, dir, cache, "run"); status != 0 {
		t.Errorf("with %q: exit status %d\n%s%s", directive, status, stdout, stderr)
	}

	// Settings count, and are part of the key of the cache.
	write(t, filepath.Join(dir, "main.go"), newcomer)
	write(t, filepath.Join(dir, ".golangci.yml"), config+"        settings:\n          rules:\n            disable: [nobackoff]\n")
	if stdout, stderr, status := golangci(t, dir, cache, "run"); status != 0 {
		t.Errorf("without the rule: exit status %d\n%s%s", status, stdout, stderr)
	}

	// A key that is not known stops it.
	write(t, filepath.Join(dir, ".golangci.yml"), config+"        settings:\n          tries: 3\n")
	if _, stderr, status := golangci(t, dir, cache, "run"); status < 2 || !strings.Contains(stderr, `settings: unknown key "tries": want rules, strict, `) {
		t.Errorf("with an unknown key: exit status %d\n%s", status, stderr)
	}
}

// TestFix holds that --fix makes the changes that are safe, and leaves alone what is
// silenced.
func TestFix(t *testing.T) {
	dir := tempDir(t)
	write(t, filepath.Join(dir, "go.mod"), "module example.com/newcomer\n\ngo 1.26\n")
	write(t, filepath.Join(dir, "main.go"), unfixed)
	write(t, filepath.Join(dir, ".golangci.yml"), corpusConfig)
	cache := t.TempDir()
	_, stderr, _ := golangci(t, dir, cache, "run", "--fix")
	got, err := os.ReadFile(filepath.Join(dir, "main.go"))
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != fixed {
		t.Errorf("--fix gives\n%swant\n%s%s", got, fixed, stderr)
	}
	if stdout, stderr, status := golangci(t, dir, cache, "run"); status != 0 {
		t.Errorf("after --fix: exit status %d\n%s%s", status, stdout, stderr)
	}
}

// block is the block of code in a document that begins with start.
func block(t *testing.T, doc, start string) string {
	t.Helper()
	i := strings.Index(doc, "\n"+start)
	if i < 0 {
		t.Fatalf("the document shows no %q", start)
	}
	text, _, ok := strings.Cut(doc[i+1:], "```")
	if !ok {
		t.Fatalf("the block %q is not closed", start)
	}
	return text
}

const newcomer = `package main

import (
	"log"
	"net/http"
	"time"
)

func main() {
	client := &http.Client{Timeout: 5 * time.Second}
	if err := ping(client, "http://example.com/"); err != nil {
		log.Fatal(err, time.Now())
	}
}

func ping(client *http.Client, url string) (err error) {
	for range 3 {
		var resp *http.Response
		if resp, err = client.Get(url); err == nil {
			return resp.Body.Close()
		}
	}
	return err
}
`

const unfixed = `package main

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"os"
	"time"
)

func main() {
	client := &http.Client{Transport: http.DefaultTransport}
	if err := put(context.Background(), client, "http://example.com/", nil); err != nil {
		os.Exit(1)
	}
}

func put(ctx context.Context, client *http.Client, url string, data []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, url, bytes.NewReader(data))
	if err != nil {
		return err
	}
	for i := range 3 {
		var resp *http.Response
		if resp, err = client.Do(req); err == nil {
			return resp.Body.Close()
		}
		slog.Error("cannot put", "attempt", i, "err", err)
		time.Sleep(time.Second)
	}
	return err
}

func quiet(ctx context.Context, client *http.Client, req *http.Request) error {
	//nolint:retrylint // it is the only one
	for {
		resp, err := client.Do(req.WithContext(ctx))
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
}
`

const fixed = `package main

import (
	"bytes"
	"context"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"os"
	"time"
)

func main() {
	client := &http.Client{Timeout: 30 * time.Second, Transport: http.DefaultTransport}
	if err := put(context.Background(), client, "http://example.com/", nil); err != nil {
		os.Exit(1)
	}
}

func put(ctx context.Context, client *http.Client, url string, data []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, url, bytes.NewReader(data))
	if err != nil {
		return err
	}
	for i := range 3 {
		var resp *http.Response
		if req.GetBody != nil {
			body, err := req.GetBody()
			if err != nil {
				return err
			}
			req.Body = body
		}
		if resp, err = client.Do(req); err == nil {
			return resp.Body.Close()
		}
		slog.Warn("cannot put", "attempt", i, "err", err)
		select {
		case <-time.After(time.Second/2 + rand.N(time.Second/2)):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return err
}

func quiet(ctx context.Context, client *http.Client, req *http.Request) error {
	//nolint:retrylint // it is the only one
	for {
		resp, err := client.Do(req.WithContext(ctx))
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
}
`
