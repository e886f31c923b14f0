package config_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"github.com/retrylint/retrylint/analyzers"
	"github.com/retrylint/retrylint/internal/config"
)

var update = flag.Bool("update", false, "rewrite the expected messages and the schema")

// TestWrong reads wrong files, and holds the messages against those that are
// expected: one line each, with the place and the cure.
func TestWrong(t *testing.T) {
	messages(t, "wrong", func(name string, data []byte) error {
		_, err := config.Parse(name, data, analyzers.Names())
		return err
	})
}

// TestWrongSettings does so with settings of the golangci-lint plugin.
func TestWrongSettings(t *testing.T) {
	messages(t, "settings", func(_ string, data []byte) error {
		var raw any
		if err := yaml.Unmarshal(data, &raw); err != nil {
			return err
		}
		_, err := config.FromSettings(raw, analyzers.Names())
		return err
	})
}

func messages(t *testing.T, dir string, read func(name string, data []byte) error) {
	files, err := filepath.Glob(filepath.Join("testdata", dir, "*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	var got strings.Builder
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(file)
		err = read(name, data)
		if err == nil {
			t.Errorf("%s is accepted", name)
			continue
		}
		if strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: several lines: %v", name, err)
		}
		fmt.Fprintf(&got, "%s\n\t%v\n", name, err)
	}
	golden := filepath.Join("testdata", dir+".golden")
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil || got.String() != string(want) {
		t.Errorf("got\n%s\nwant (%v)\n%s", got.String(), err, want)
	}
}

// TestRight reads files that are in order, and writes and reads them again.
func TestRight(t *testing.T) {
	for _, name := range []string{"all.yaml", "empty.yaml", "comment.yaml"} {
		data, err := os.ReadFile(filepath.Join("testdata", "right", name))
		if err != nil {
			t.Fatal(err)
		}
		c, err := config.Parse(name, data, analyzers.Names())
		if err != nil {
			t.Fatal(err)
		}
		if (name == "all.yaml") != allSet(reflect.ValueOf(*c)) {
			t.Errorf("%s: got %+v", name, *c)
		}
		if _, err := analyzers.New(c.Settings); err != nil {
			t.Error(err)
		}
		text, err := c.Text()
		if err != nil {
			t.Fatal(err)
		}
		again, err := config.Parse(name, []byte(text), analyzers.Names())
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		if !reflect.DeepEqual(c, again) {
			t.Errorf("got %+v, want %+v, from\n%s", again, c, text)
		}
	}
}

// allSet reports whether every key has a value, in some item of a list.
func allSet(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if (f.Anonymous || f.Tag.Get("key") != "") && !allSet(v.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Slice:
		if v.Len() == 0 || v.Type().Elem().Kind() != reflect.Struct {
			return v.Len() > 0
		}
		sum := reflect.New(v.Type().Elem()).Elem()
		for i := range v.Len() {
			for j := range sum.NumField() {
				if !v.Index(i).Field(j).IsZero() {
					sum.Field(j).Set(v.Index(i).Field(j))
				}
			}
		}
		return allSet(sum)
	}
	return !v.IsZero()
}

func TestFind(t *testing.T) {
	root := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		name = filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(config.FileName, "")
	write("m/go.mod", "module m\n")
	write("m/a/b/c.go", "package b\n")
	if got, err := config.Find(filepath.Join(root, "m", "a", "b")); got != "" || err != nil {
		t.Errorf("a file above the module is found: %s, %v", got, err)
	}
	write("m/"+config.FileName, "")
	for _, dir := range []string{"m", "m/a", "m/a/b"} {
		got, err := config.Find(filepath.Join(root, filepath.FromSlash(dir)))
		if want := filepath.Join(root, "m", config.FileName); got != want || err != nil {
			t.Errorf("in %s: got %s, %v, want %s", dir, got, err, want)
		}
	}
	write("m/a/.retrylint.yml", "")
	if _, err := config.Find(filepath.Join(root, "m", "a")); err == nil || !strings.Contains(err.Error(), "rename it to .retrylint.yaml") {
		t.Errorf("another name: got %v", err)
	}
}

func TestMatcher(t *testing.T) {
	for _, c := range []struct {
		pattern, name string
		want          bool
	}{
		{"example.com/a.F", "example.com/a.F", true},
		{"a.F", "example.com/a.F", true},
		{"a.F", "example.com/ba.F", false},
		{"example.com/a.(*T).M", "example.com/a.(*T).M", true},
		{"example.com/a.T.M", "example.com/a.(*T).M", true},
		{"example.com/a.(*T).M", "example.com/a.(*OtherT).M", false},
		{"example.com/a.*", "example.com/a.(*T).M", true},
		{"*/a.(*T).*", "example.com/a.(T).M", true},
		{"example.com/a.F", "example.com/axF", false},
		{"example.com/a.F", "example.com/a.FG", false},
	} {
		if got := config.Matcher([]string{"none.X", c.pattern})(c.name); got != c.want {
			t.Errorf("%s matches %s: %v", c.pattern, c.name, got)
		}
	}
	if config.Matcher(nil) != nil {
		t.Error("no patterns make a matcher")
	}
}
