package config_test

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"github.com/retrylint/retrylint/analyzers"
	"github.com/retrylint/retrylint/internal/config"
)

// TestDocs reads the configurations that are shown, and looks for each key.
func TestDocs(t *testing.T) {
	for _, name := range []string{"README.md", "docs/configuration.md"} {
		blocks := slices.DeleteFunc(yamlBlocks(t, name), func(b string) bool { return strings.Contains(b, "\njobs:") })
		if len(blocks) != 1 {
			t.Errorf("%s shows %d configurations", name, len(blocks))
		}
		for _, b := range blocks {
			if _, err := config.Parse(name, []byte(b), analyzers.Names()); err != nil {
				t.Errorf("%v in\n%s", err, b)
			}
		}
	}
	text := read(t, "docs/configuration.md")
	keys(reflect.TypeFor[config.Config](), "", func(key string) {
		if strings.HasPrefix(key, "helpers.") || strings.HasPrefix(key, "amplify.limits.") {
			key = key[strings.LastIndexByte(key, '.')+1:]
		}
		if !strings.Contains(text, "`"+key+"`") && key != "rules" && key != "amplify" && key != "reason" {
			t.Errorf("docs/configuration.md says nothing of %s", key)
		}
	})
}

// TestPluginDocs reads the settings that docs/golangci-lint.md shows.
func TestPluginDocs(t *testing.T) {
	shown := 0
	for _, b := range yamlBlocks(t, "docs/golangci-lint.md") {
		var file struct {
			Linters struct {
				Settings struct {
					Custom map[string]struct{ Settings any }
				}
			}
		}
		if err := yaml.Unmarshal([]byte(b), &file); err != nil {
			t.Fatalf("%v in\n%s", err, b)
		}
		if raw := file.Linters.Settings.Custom["retrylint"].Settings; raw != nil {
			shown++
			if _, err := config.FromSettings(raw, analyzers.Names()); err != nil {
				t.Error(err)
			}
		}
	}
	if shown != 1 {
		t.Errorf("docs/golangci-lint.md shows settings %d times", shown)
	}
}

func keys(typ reflect.Type, prefix string, do func(key string)) {
	for _, f := range reflect.VisibleFields(typ) {
		key := f.Tag.Get("key")
		if key == "" {
			continue
		}
		do(prefix + key)
		t := f.Type
		if t.Kind() == reflect.Slice {
			t = t.Elem()
		}
		if t.Kind() == reflect.Struct {
			keys(t, prefix+key+".", do)
		}
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func yamlBlocks(t *testing.T, name string) []string {
	t.Helper()
	var out []string
	for i, part := range strings.Split(read(t, name), "\n```") {
		if b, ok := strings.CutPrefix(part, "yaml\n"); ok && i%2 == 1 {
			out = append(out, b)
		}
	}
	return out
}
