package config

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"

	"go.yaml.in/yaml/v4"
)

// Effective returns the configuration that has the same effect with nothing
// left to defaults, given the rules that are on by default and those that are
// not.
func (c Config) Effective(on, off []string) Config {
	var rules Rules
	for i, names := range [][]string{on, off} {
		for _, name := range names {
			if c.Rules.On(name, i == 0) {
				rules.Enable = append(rules.Enable, name)
			} else {
				rules.Disable = append(rules.Disable, name)
			}
		}
	}
	c.Rules = rules
	return c
}

// Text writes the configuration as a file has it, with all keys.
func (c Config) Text() (string, error) {
	out, err := yaml.Dump(nodeOf(reflect.ValueOf(c)), yaml.WithIndent(2))
	if err != nil {
		return "", fmt.Errorf("cannot write the configuration: %w", err)
	}
	return string(out), nil
}

// nodeOf is the YAML of a value. Keys of list items that are not set are left
// out, since not all of them have a value that says so.
func nodeOf(v reflect.Value) *yaml.Node {
	switch v.Kind() {
	case reflect.Struct:
		return mappingOf(v, true)
	case reflect.Slice:
		n := &yaml.Node{Kind: yaml.SequenceNode}
		if v.Len() == 0 {
			n.Style = yaml.FlowStyle
		}
		for i := range v.Len() {
			if e := v.Index(i); e.Kind() == reflect.Struct {
				n.Content = append(n.Content, mappingOf(e, false))
			} else {
				n.Content = append(n.Content, nodeOf(e))
			}
		}
		return n
	case reflect.Bool:
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!bool", Value: strconv.FormatBool(v.Bool())}
	case reflect.Int64:
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!int", Value: strconv.FormatInt(v.Int(), 10)}
	}
	n := &yaml.Node{}
	n.SetString(v.String())
	return n
}

func mappingOf(v reflect.Value, all bool) *yaml.Node {
	n := &yaml.Node{Kind: yaml.MappingNode}
	for _, f := range fieldsOf(v.Type()) {
		if e := v.FieldByIndex(f.Index); all || !e.IsZero() || f.Tag.Get("need") != "" {
			key := &yaml.Node{}
			key.SetString(f.Tag.Get("key"))
			n.Content = append(n.Content, key, nodeOf(e))
		}
	}
	return n
}

// Key tells settings with different findings apart. It is "" for the defaults.
// Which rules run is not part of it: they do not influence one another.
func (s Settings) Key() string {
	s.Rules = Rules{}
	if reflect.ValueOf(s).IsZero() {
		return ""
	}
	text, err := json.Marshal(s)
	if err != nil {
		return fmt.Sprintf("%#v", s)
	}
	return string(text)
}
