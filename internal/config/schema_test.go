package config_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"testing"

	"github.com/retrylint/retrylint/analyzers"
	"github.com/retrylint/retrylint/internal/config"
)

// TestSchema holds the schema for editors against the types that it is
// generated from.
func TestSchema(t *testing.T) {
	root := schemaOf(reflect.TypeFor[config.Config](), "")
	schema := map[string]any{
		"$schema":     "http://json-schema.org/draft-07/schema#",
		"$id":         "https://github.com/retrylint/retrylint/blob/main/schema/retrylint.schema.json",
		"title":       config.FileName,
		"description": "Configuration of retrylint.",
	}
	for key, value := range root {
		schema[key] = value
	}
	var got bytes.Buffer
	enc := json.NewEncoder(&got)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(schema); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join("..", "..", "schema", "retrylint.schema.json")
	if *update {
		if err := os.WriteFile(name, got.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil || !bytes.Equal(got.Bytes(), want) {
		t.Errorf("%s does not agree with the types (%v): run go generate ./internal/config", name, err)
	}
}

// schemaOf describes the values of a type, whose strings have the form.
func schemaOf(typ reflect.Type, form string) map[string]any {
	switch typ.Kind() {
	case reflect.Struct:
		properties, required := map[string]any{}, []string{}
		for _, f := range reflect.VisibleFields(typ) {
			key := f.Tag.Get("key")
			if key == "" {
				continue
			}
			s := schemaOf(f.Type, f.Tag.Get("form"))
			s["description"] = f.Tag.Get("doc")
			if least, err := strconv.Atoi(f.Tag.Get("least")); err == nil {
				s["minimum"] = least
			}
			properties[key] = s
			if f.Tag.Get("need") != "" {
				required = append(required, key)
			}
		}
		out := map[string]any{"type": "object", "properties": properties, "additionalProperties": false}
		if len(required) > 0 {
			out["required"] = required
		}
		return out
	case reflect.Slice:
		return map[string]any{"type": "array", "items": schemaOf(typ.Elem(), form), "uniqueItems": true}
	case reflect.Bool:
		return map[string]any{"type": "boolean"}
	case reflect.Int64:
		return map[string]any{"type": "integer"}
	}
	switch form {
	case "rule":
		return map[string]any{"enum": analyzers.Names()}
	case "expr":
		return map[string]any{"type": []string{"string", "number", "boolean"}} // 3, true
	}
	out := map[string]any{"type": "string", "minLength": 1}
	if p := config.FormPattern(form); p != "" {
		out["pattern"] = p
	}
	return out
}
