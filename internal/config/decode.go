package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"
)

// decoder turns YAML into a configuration. It is strict, since a key that is
// not read is a wish that is silently not granted.
type decoder struct {
	file  string   // "" where the text is not the user's: then no lines are told
	rules []string // the names of all rules
}

// fail is the error for what is wrong at a node.
func (d *decoder) fail(n *yaml.Node, key, format string, args ...any) error {
	text := fmt.Sprintf(format, args...)
	if key != "" {
		text = key + ": " + text
	}
	if d.file == "" {
		return errors.New(text)
	}
	return fmt.Errorf("%s:%d:%d: %s", d.file, n.Line, n.Column, text)
}

// decode reads a document into the struct that v points to.
func (d *decoder) decode(data []byte, v any) error {
	var doc, more yaml.Node
	docs := yaml.NewDecoder(bytes.NewReader(data))
	switch err := docs.Decode(&doc); {
	case errors.Is(err, io.EOF):
		return nil // only comments, or nothing
	case err != nil:
		return d.syntax(err)
	}
	switch err := docs.Decode(&more); {
	case err == nil:
		return d.fail(&more, "", "a second document begins here: put all keys into one")
	case !errors.Is(err, io.EOF):
		return d.syntax(err)
	}
	root := doc.Content[0]
	if isNull(root) {
		return nil
	}
	return d.value(root, reflect.ValueOf(v).Elem(), "", "")
}

// syntax is the error for what is not YAML.
func (d *decoder) syntax(err error) error {
	const advice = "this is not YAML; indent with spaces, and close quotes and brackets"
	var at *yaml.LoadError
	if errors.As(err, &at) && d.file != "" {
		return fmt.Errorf("%s:%d:%d: %s: %s", d.file, at.Mark.Line, max(1, at.Mark.Column), advice, at.Message)
	}
	return fmt.Errorf("%s: %s: %w", d.file, advice, err)
}

func isNull(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null" }

// value reads a node into v, which the tag is about.
func (d *decoder) value(n *yaml.Node, v reflect.Value, key string, tag reflect.StructTag) error {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if isNull(n) {
		return d.fail(n, key, "it has no value: give %s, or remove the key", wanted(v.Kind()))
	}
	switch v.Kind() {
	case reflect.Struct:
		return d.mapping(n, v, key)
	case reflect.Slice:
		return d.list(n, v, key, tag)
	}
	if n.Kind != yaml.ScalarNode {
		return d.fail(n, key, "got %s: want %s", kindName(n), wanted(v.Kind()))
	}
	return d.scalar(n, v, key, tag)
}

func (d *decoder) scalar(n *yaml.Node, v reflect.Value, key string, tag reflect.StructTag) error {
	switch v.Kind() {
	case reflect.Bool:
		b, err := strconv.ParseBool(n.Value)
		if err != nil || n.ShortTag() != "!!bool" {
			return d.fail(n, key, "got %q: want true or false", n.Value)
		}
		v.SetBool(b)
	case reflect.Int64:
		i, err := strconv.ParseInt(n.Value, 10, 64)
		if err != nil || n.ShortTag() != "!!int" {
			return d.fail(n, key, "got %q: want a whole number", n.Value)
		}
		v.SetInt(i)
	case reflect.String:
		s := strings.TrimSpace(n.Value)
		if s == "" {
			return d.fail(n, key, "it is empty: give a text, or remove the key")
		}
		if check := forms[tag.Get("form")].check; check != nil {
			if err := check(d, tag, s); err != nil {
				return d.fail(n, key, "%s", err)
			}
		}
		v.SetString(s)
	}
	return nil
}

func (d *decoder) list(n *yaml.Node, v reflect.Value, key string, tag reflect.StructTag) error {
	if n.Kind != yaml.SequenceNode {
		return d.fail(n, key, `got %s: want a list: put "- " in front of each item`, kindName(n))
	}
	first := make(map[string]int)
	for i, item := range n.Content {
		at := fmt.Sprintf("%s[%d]", key, i)
		e := reflect.New(v.Type().Elem()).Elem()
		if err := d.value(item, e, at, tag); err != nil {
			return err
		}
		name := e
		if e.Kind() == reflect.Struct {
			name = e.Field(0)
		}
		if j, dup := first[name.String()]; dup {
			return d.fail(item, at, "%q is listed twice, first as %s[%d]: remove one", name.String(), key, j)
		}
		first[name.String()] = i
		v.Set(reflect.Append(v, e))
	}
	return nil
}

// mapping reads a node into the fields of a struct.
func (d *decoder) mapping(n *yaml.Node, v reflect.Value, key string) error {
	fields := fieldsOf(v.Type())
	if n.Kind != yaml.MappingNode {
		return d.fail(n, key, "got %s: want keys with values: %s", kindName(n), strings.Join(keyNames(fields), ", "))
	}
	seen := make(map[string]*yaml.Node)
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, val := n.Content[i], n.Content[i+1]
		at := joinKey(key, k.Value)
		j := slices.IndexFunc(fields, func(f reflect.StructField) bool { return f.Tag.Get("key") == k.Value })
		if j < 0 {
			return d.fail(k, key, "unknown key %q%s: want %s", k.Value, nearest(k.Value, keyNames(fields)), strings.Join(keyNames(fields), ", "))
		}
		if before := seen[k.Value]; before != nil {
			return d.fail(k, at, "the key is given twice, first in line %d: merge the two", before.Line)
		}
		seen[k.Value] = k
		if err := d.value(val, v.FieldByIndex(fields[j].Index), at, fields[j].Tag); err != nil {
			return err
		}
		if least := fields[j].Tag.Get("least"); least != "" {
			if m, _ := strconv.ParseInt(least, 10, 64); v.FieldByIndex(fields[j].Index).Int() < m {
				return d.fail(val, at, "got %s: want %s or more", val.Value, least)
			}
		}
	}
	for _, f := range fields {
		if name := f.Tag.Get("key"); f.Tag.Get("need") != "" && seen[name] == nil {
			return d.fail(n, key, "the key %q is missing: it says %s", name, lowerFirst(strings.TrimSuffix(f.Tag.Get("doc"), ".")))
		}
	}
	return d.across(n, v.Interface(), key)
}

// across checks what several keys of a mapping say together.
func (d *decoder) across(n *yaml.Node, v any, key string) error {
	r, ok := v.(Rules)
	if !ok {
		return nil
	}
	for _, name := range r.Enable {
		if slices.Contains(r.Disable, name) {
			return d.fail(n, key, "%q is both in enable and in disable: remove it from one", name)
		}
	}
	return nil
}

// fieldsOf lists the fields of a type that have a key, those of structs that it
// embeds among them.
func fieldsOf(t reflect.Type) []reflect.StructField {
	return slices.DeleteFunc(reflect.VisibleFields(t), func(f reflect.StructField) bool { return f.Tag.Get("key") == "" })
}

func keyNames(fields []reflect.StructField) []string {
	var names []string
	for _, f := range fields {
		names = append(names, f.Tag.Get("key"))
	}
	return names
}

func joinKey(key, name string) string {
	if key == "" {
		return name
	}
	return key + "." + name
}

func lowerFirst(s string) string { return strings.ToLower(s[:1]) + s[1:] }

func kindName(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "keys with values"
	case yaml.SequenceNode:
		return "a list"
	}
	return strconv.Quote(n.Value)
}

func wanted(k reflect.Kind) string {
	switch k {
	case reflect.Struct:
		return "keys with values"
	case reflect.Slice:
		return "a list"
	case reflect.Bool:
		return "true or false"
	case reflect.Int64:
		return "a whole number"
	}
	return "a text"
}
