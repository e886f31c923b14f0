package driver

import (
	"go/token"
	"path"
	"strings"

	"honnef.co/go/tools/lintcmd/runner"

	"github.com/retrylint/retrylint/internal/report"
)

// ignore is a //lint:ignore or //lint:file-ignore directive.
type ignore struct {
	rules     []string // names or path.Match patterns, lower-case
	node      token.Position
	directive token.Position
	line      bool // for one line, not for the file
	used      bool
}

// matches reports whether the directive silences d, and notes that it did. What it
// is above is the code that follows, or a comment on the line below it.
func (ig *ignore) matches(d runner.Diagnostic) bool {
	line := d.Position.Line
	if d.Position.Filename != ig.node.Filename || ig.line && line != ig.node.Line && line != ig.directive.Line+1 {
		return false
	}
	for _, rule := range ig.rules {
		if ok, err := path.Match(rule, d.Category); ok && err == nil {
			ig.used = true
			return true
		}
	}
	return false
}

// ignores reads the package's directives. Those that name rules, but none in enabled,
// are other linters' affair: they are never reported, be it for matching nothing or
// for want of a reason.
func (p Package) ignores(enabled map[string]bool, relative func(string) string) ([]ignore, []report.Finding) {
	var out []ignore
	var malformed []report.Finding
	for _, dir := range p.Directives {
		if dir.Command != "ignore" && dir.Command != "file-ignore" {
			continue
		}
		refuse := func(why string) {
			loc := Location(dir.DirectivePosition, relative)
			malformed = append(malformed, report.Finding{Code: directiveCode, Severity: report.Error, Location: loc, End: loc,
				Message: "this //lint:" + dir.Command + " directive has no " + why + " and is not obeyed: write //lint:" + dir.Command + " RULE reason"})
		}
		args := strings.Fields(strings.Join(dir.Arguments, " "))
		if len(args) == 0 {
			refuse("rule")
			continue
		}
		rules := strings.Split(strings.ToLower(args[0]), ",")
		if !namesAny(rules, enabled) {
			continue
		}
		if len(args) == 1 {
			refuse("reason")
			continue
		}
		out = append(out, ignore{rules: rules, node: dir.NodePosition, directive: dir.DirectivePosition, line: dir.Command == "ignore"})
	}
	return out, malformed
}

func namesAny(patterns []string, enabled map[string]bool) bool {
	for _, pattern := range patterns {
		for rule, on := range enabled {
			if ok, err := path.Match(pattern, rule); on && ok && err == nil {
				return true
			}
		}
	}
	return false
}
