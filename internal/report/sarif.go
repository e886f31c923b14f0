package report

import (
	"encoding/json"
	"io"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
)

// SARIF returns the format SARIF 2.1.0. It counts columns in UTF-16 units, as
// the standard wants, and so needs the text of lines: line returns line n of a
// file, or "" where it cannot be had.
//
// GitHub shows neither related locations nor Markdown in messages, so the
// related places are told in the message as well, as links to them.
func SARIF(line func(file string, n int) string) Format {
	return func(w io.Writer, r Report) error {
		s := sarifWriter{line: line}
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", " ")
		return enc.Encode(s.log(r))
	}
}

type sarifWriter struct {
	line func(file string, n int) string
}

// The types have what we write of the standard. Arrays are never null: viewers
// reject that.
type (
	sarifLog struct {
		Version string     `json:"version"`
		Schema  string     `json:"$schema"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool        sarifTool         `json:"tool"`
		Invocations []sarifInvocation `json:"invocations"`
		ColumnKind  string            `json:"columnKind"`
		Results     []sarifResult     `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		Version        string      `json:"version,omitempty"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID                   string       `json:"id"`
		ShortDescription     sarifMessage `json:"shortDescription"`
		Help                 sarifMessage `json:"help"`
		HelpURI              string       `json:"helpUri"`
		DefaultConfiguration sarifLevel   `json:"defaultConfiguration"`
	}
	sarifLevel struct {
		Level string `json:"level"`
	}
	sarifInvocation struct {
		ExecutionSuccessful        bool                `json:"executionSuccessful"`
		ToolExecutionNotifications []sarifNotification `json:"toolExecutionNotifications"`
	}
	sarifNotification struct {
		Level   string       `json:"level"`
		Message sarifMessage `json:"message"`
	}
	sarifMessage struct {
		Text     string `json:"text"`
		Markdown string `json:"markdown,omitempty"`
	}
	sarifResult struct {
		RuleID           string             `json:"ruleId"`
		Level            string             `json:"level"`
		Message          sarifMessage       `json:"message"`
		Locations        []sarifLocation    `json:"locations"`
		RelatedLocations []sarifLocation    `json:"relatedLocations"`
		Suppressions     []sarifSuppression `json:"suppressions"`
	}
	sarifSuppression struct {
		Kind string `json:"kind"`
	}
	sarifLocation struct {
		ID               int           `json:"id,omitempty"`
		PhysicalLocation sarifPhysical `json:"physicalLocation"`
		Message          *sarifMessage `json:"message,omitempty"`
	}
	sarifPhysical struct {
		ArtifactLocation sarifArtifact `json:"artifactLocation"`
		Region           sarifRegion   `json:"region"`
	}
	sarifArtifact struct {
		URI       string `json:"uri"`
		URIBaseID string `json:"uriBaseId"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn,omitempty"`
		EndLine     int `json:"endLine,omitempty"`
		EndColumn   int `json:"endColumn,omitempty"`
	}
)

func (s sarifWriter) log(r Report) sarifLog {
	run := sarifRun{
		Tool: sarifTool{sarifDriver{
			Name:           "retrylint",
			Version:        r.Version,
			InformationURI: "https://github.com/retrylint/retrylint",
			Rules:          []sarifRule{},
		}},
		Invocations: []sarifInvocation{{
			ExecutionSuccessful:        len(r.Failures) == 0,
			ToolExecutionNotifications: []sarifNotification{},
		}},
		ColumnKind: "utf16CodeUnits",
		Results:    []sarifResult{},
	}
	levels := make(map[string]string)
	for _, rule := range r.Rules {
		levels[rule.Name] = string(rule.Severity)
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{
			ID:                   rule.Name,
			ShortDescription:     sarifMessage{Text: rule.Title},
			Help:                 sarifMessage{Text: rule.Text, Markdown: rule.Markdown},
			HelpURI:              rule.URL,
			DefaultConfiguration: sarifLevel{string(rule.Severity)},
		})
	}
	for _, text := range r.Failures {
		inv := &run.Invocations[0]
		inv.ToolExecutionNotifications = append(inv.ToolExecutionNotifications, sarifNotification{"error", sarifMessage{Text: text}})
	}
	for _, f := range r.Findings {
		run.Results = append(run.Results, s.result(f, levels[f.Code]))
	}
	return sarifLog{
		Version: "2.1.0",
		Schema:  "https://json.schemastore.org/sarif-2.1.0.json",
		Runs:    []sarifRun{run},
	}
}

func (s sarifWriter) result(f Finding, level string) sarifResult {
	if level == "" {
		level = "error" // a package that does not compile, a directive that is wrong
	}
	out := sarifResult{
		RuleID:           f.Code,
		Level:            level,
		Locations:        []sarifLocation{s.location(f.Location, f.End)},
		RelatedLocations: []sarifLocation{},
		Suppressions:     []sarifSuppression{},
	}
	var text strings.Builder
	text.WriteString(f.Message)
	for i, rel := range f.Related {
		loc := s.location(rel.Location, rel.End)
		loc.ID = i + 1
		loc.Message = &sarifMessage{Text: rel.Message}
		out.RelatedLocations = append(out.RelatedLocations, loc)
		text.WriteString("\n[" + linkText.Replace(rel.Message) + "](" + strconv.Itoa(i+1) + ")")
	}
	out.Message = sarifMessage{Text: text.String()}
	if f.Severity == Ignored {
		out.Suppressions = append(out.Suppressions, sarifSuppression{"inSource"})
	}
	return out
}

// linkText escapes what would end the text of a link in a message.
var linkText = strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`)

func (s sarifWriter) location(from, to Location) sarifLocation {
	region := sarifRegion{StartLine: max(from.Line, 1), StartColumn: s.column(from)}
	if to != from && to.File == from.File && to.Line >= from.Line {
		region.EndLine, region.EndColumn = to.Line, s.column(to)
	}
	return sarifLocation{PhysicalLocation: sarifPhysical{
		ArtifactLocation: sarifArtifact{URI: (&url.URL{Path: from.File}).EscapedPath(), URIBaseID: "%SRCROOT%"},
		Region:           region,
	}}
}

// column converts a column from bytes to UTF-16 units.
func (s sarifWriter) column(l Location) int {
	if l.Column == 0 {
		return 0
	}
	text := s.line(l.File, l.Line)
	before := text[:min(l.Column-1, len(text))]
	if !slices.ContainsFunc([]byte(before), func(b byte) bool { return b >= 0x80 }) {
		return l.Column
	}
	return len(utf16.Encode([]rune(before))) + 1
}
