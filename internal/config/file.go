package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"go.yaml.in/yaml/v4"

	"github.com/retrylint/retrylint/internal/catalog"
)

// FileName is the name of the configuration file.
const FileName = ".retrylint.yaml"

// Find returns the configuration file that counts in dir: the nearest one from
// there upwards, as far as the root of the module. It returns "" where there is
// none.
func Find(dir string) (string, error) {
	for {
		name := filepath.Join(dir, FileName)
		switch exists, err := isFile(name); {
		case err != nil:
			return "", err
		case exists:
			return name, nil
		}
		other := filepath.Join(dir, ".retrylint.yml")
		if exists, _ := isFile(other); exists {
			return "", fmt.Errorf("%s is not read: rename it to %s", other, FileName)
		}
		if root, _ := isFile(filepath.Join(dir, "go.mod")); root {
			return "", nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", nil
		}
		dir = parent
	}
}

func isFile(name string) (bool, error) {
	info, err := os.Stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("cannot read the configuration (%w): make it readable, or remove it", err)
	}
	return !info.IsDir(), nil
}

// Load reads a configuration file, given the names of all rules. An error is
// one line, with the file by the name that shown gives it.
func Load(name, shown string, rules []string) (*Config, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("cannot read the configuration (%w): make it readable, or name another one with -config", err)
	}
	c, err := Parse(shown, data, rules)
	if err != nil {
		return nil, err
	}
	c.File = name
	return c, nil
}

// Parse reads the text of a configuration file with that name, which errors bear.
func Parse(name string, data []byte, rules []string) (*Config, error) {
	c := &Config{}
	d := &decoder{file: name, rules: rules}
	if err := d.decode(data, c); err != nil {
		return nil, err
	}
	return c, nil
}

// FromSettings reads the settings that another program has parsed, as maps,
// lists and scalars; nil stands for none.
func FromSettings(raw any, rules []string) (Settings, error) {
	var s Settings
	if raw == nil {
		return s, nil
	}
	if m, ok := raw.(map[string]any); ok && m["amplify"] != nil {
		return s, fmt.Errorf(`settings: unknown key "amplify": it is for the command: put it into %s`, FileName)
	}
	data, err := yaml.Marshal(raw)
	if err != nil {
		return s, fmt.Errorf("settings: they cannot be read: %w", err)
	}
	d := &decoder{rules: rules}
	if err := d.decode(data, &s); err != nil {
		return s, fmt.Errorf("settings: %w", err)
	}
	return s, nil
}

// Catalog returns the built-in catalog with the helpers of the settings.
func (s Settings) Catalog() (*catalog.Catalog, error) {
	if len(s.Helpers) == 0 {
		return catalog.Default(), nil
	}
	var rows []catalog.Entry
	for _, h := range s.Helpers {
		row, err := catalog.UserHelper(h.Function, int(h.Callback), h.attributes())
		if err != nil {
			return nil, fmt.Errorf("helpers: %s: %w", h.Function, err)
		}
		rows = append(rows, row)
	}
	return catalog.Default().Merge(rows)
}
