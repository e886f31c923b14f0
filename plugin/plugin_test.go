package plugin_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/golangci/plugin-module-register/register"

	"github.com/retrylint/retrylint/analyzers"
	"github.com/retrylint/retrylint/internal/pkgwise"
	"github.com/retrylint/retrylint/plugin"
)

// registered makes the linter as golangci-lint does.
func registered(t *testing.T, settings any) (register.LinterPlugin, error) {
	t.Helper()
	newPlugin, err := register.GetPlugin(plugin.Name)
	if err != nil {
		t.Fatal(err)
	}
	return newPlugin(settings)
}

func TestDefaults(t *testing.T) {
	for _, settings := range []any{nil, map[string]any{}} {
		p, err := registered(t, settings)
		if err != nil {
			t.Fatal(err)
		}
		as, err := p.BuildAnalyzers()
		if err != nil {
			t.Fatal(err)
		}
		if len(as) != len(analyzers.All) || p.GetLoadMode() != register.LoadModeTypesInfo {
			t.Errorf("%d analyzers, load mode %s", len(as), p.GetLoadMode())
		}
	}
}

func TestUnknownKey(t *testing.T) {
	for _, c := range []struct {
		settings any
		want     string
	}{
		{map[string]any{"tries": 3}, `settings: unknown key "tries"`},
		{map[string]any{"rules": map[string]any{"only": []any{"nobackoff"}}}, `settings: rules: unknown key "only"`},
		{map[string]any{"rules": map[string]any{"enable": []any{"nobackof"}}}, `there is no rule "nobackof"`},
		{[]any{"nobackoff"}, "settings: got a list"},
	} {
		_, err := registered(t, c.settings)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: got %v, want %s", c.settings, err, c.want)
		}
	}
}

// TestTwo runs two configurations in one process at the same time.
func TestTwo(t *testing.T) {
	gopath := t.TempDir()
	dir := filepath.Join(gopath, "src", "shop")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	const source = `package shop

type board struct{}

func (board) Complain(err error) {}

type remote interface{ Call() error }

func call(r remote, b board) (err error) {
	for i := 0; i < 3; i++ {
		if err = r.Call(); err == nil {
			return nil
		}
		b.Complain(err)
	}
	return err
}
`
	if err := os.WriteFile(filepath.Join(dir, "shop.go"), []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for _, c := range []struct {
		settings any
		want     []string
	}{
		{nil, []string{"nobackoff"}},
		{map[string]any{"loggers": []any{"shop.board.Complain"}}, []string{"nobackoff", "errorlog"}},
		{map[string]any{"loggers": []any{"shop.board.Complain"}, "rules": map[string]any{"disable": []any{"nobackoff"}}}, []string{"errorlog"}},
	} {
		p, err := registered(t, c.settings)
		if err != nil {
			t.Fatal(err)
		}
		wg.Go(func() {
			as, err := p.BuildAnalyzers()
			if err != nil {
				t.Error(err)
				return
			}
			found, err := pkgwise.Run(gopath, as, "shop")
			if err != nil {
				t.Error(err)
			}
			var got []string
			for _, f := range found {
				got = append(got, f.Rule)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%v: got %v, want %v", c.settings, got, c.want)
			}
		})
	}
	wg.Wait()
}
