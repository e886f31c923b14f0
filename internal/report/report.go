// Package report renders findings, retry sites and amplification. It reads plain
// values and knows nothing of how they were found.
package report

import (
	"cmp"
	"io"
	"slices"
	"time"
)

// Location is a place in a file. Columns count bytes, from 1; 0 is unknown.
type Location struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

// Severity says how much a finding matters.
type Severity string

const (
	Error   Severity = "error"
	Warning Severity = "warning"
	// Ignored is the severity of a finding that a directive silences.
	Ignored Severity = "ignored"
)

// Finding is one thing to report.
type Finding struct {
	Code     string    `json:"code"`
	Severity Severity  `json:"severity"`
	Location Location  `json:"location"`
	End      Location  `json:"end"`
	Message  string    `json:"message"`
	Related  []Related `json:"related,omitempty"`
}

// Related is another place that a finding speaks of.
type Related struct {
	Location Location `json:"location"`
	End      Location `json:"end"`
	Message  string   `json:"message"`
}

// Rule describes a rule for the formats that carry its text.
type Rule struct {
	Name     string
	Title    string // one line
	Text     string // the whole text, plain
	Markdown string // the same in Markdown
	URL      string
	Severity Severity
}

// Report is all that a format may want to tell of a run.
type Report struct {
	Version  string // of retrylint
	Findings []Finding
	Rules    []Rule
	// Failures are reasons why packages were not analysed that belong to no
	// place in a file.
	Failures []string
}

// Format writes a report in one way.
type Format func(io.Writer, Report) error

// Site is a retry site.
type Site struct {
	Kind     string   `json:"kind"`
	Function string   `json:"function"`
	Location Location `json:"location"`
	End      Location `json:"end"`
	Attempts *int     `json:"attempts"` // nil where no number bounds them
	Bound    string   `json:"bound"`
	Symbol   string   `json:"symbol"`
	Why      string   `json:"why"` // where the bound came from
	Delay    Delay    `json:"delay"`
	Jitter   *bool    `json:"jitter"`
	Context  bool     `json:"context"` // false where nobody says
	// Unsaid reports that nobody says whether Context is so.
	Unsaid    bool     `json:"contextUnknown,omitempty"`
	Operation []string `json:"operation"`
	Library   string   `json:"library"`
}

// Delay is the wait between two attempts; what is not known is nil.
type Delay struct {
	Kind   string   `json:"kind"`
	Base   *string  `json:"base"`
	Factor *float64 `json:"factor"`
	Max    *string  `json:"max"`
}

// Duration is d as text, or nil where it is 0, which stands for unknown.
func Duration(d time.Duration) *string {
	if d == 0 {
		return nil
	}
	s := d.String()
	return &s
}

// SortFindings orders findings by place and drops those that say the same of
// the same place: one file can be part of several packages.
func SortFindings(fs []Finding) []Finding {
	slices.SortFunc(fs, func(a, b Finding) int {
		return cmp.Or(compareLocations(a.Location, b.Location), cmp.Compare(a.Code, b.Code), cmp.Compare(a.Message, b.Message),
			cmp.Compare(a.Severity, b.Severity))
	})
	return slices.CompactFunc(fs, func(a, b Finding) bool {
		return a.Location == b.Location && a.Code == b.Code && a.Message == b.Message && a.Severity == b.Severity
	})
}

// SortSites orders sites by place and drops the copies that come from test
// variants of a package.
func SortSites(ss []Site) []Site {
	slices.SortFunc(ss, func(a, b Site) int {
		return cmp.Or(compareLocations(a.Location, b.Location), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Function, b.Function))
	})
	return slices.CompactFunc(ss, func(a, b Site) bool {
		return a.Location == b.Location && a.Kind == b.Kind
	})
}

func compareLocations(a, b Location) int {
	return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
}
