package report_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/retrylint/retrylint/internal/report"
)

// example has what each format has to cope with: related places, an ignored
// finding, brackets in a message, and text before a column that is longer in
// bytes than in UTF-16.
func example() report.Report {
	at := func(file string, line, column int) report.Location {
		return report.Location{File: file, Line: line, Column: column}
	}
	return report.Report{
		Version: "v1.2.3",
		Findings: []report.Finding{
			{
				Code: "nobackoff", Severity: report.Error, Location: at("a/x y.go", 2, 6), End: at("a/x y.go", 2, 9), Message: "calls F again",
				Related: []report.Related{{Location: at("b.go", 7, 1), End: at("b.go", 7, 1), Message: "the operation, F[int]"}},
			},
			{Code: "ctxretry", Severity: report.Ignored, Location: at("b.go", 1, 1), End: at("b.go", 1, 1), Message: "sleeps <on>"},
		},
		Rules: []report.Rule{{
			Name: "nobackoff", Title: "reports it", Text: "plain", Markdown: "*marked*", URL: "https://example.com/nobackoff", Severity: report.Warning,
		}},
		Failures: []string{"example.com/p: cannot be read"},
	}
}

func render(t *testing.T, format report.Format, r report.Report) string {
	t.Helper()
	var out strings.Builder
	if err := format(&out, r); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestText(t *testing.T) {
	want := "a/x y.go:2:6: calls F again (nobackoff)\n" +
		"\tb.go:7:1: the operation, F[int]\n" +
		"b.go:1:1: sleeps <on> (ctxretry)\n"
	if got := render(t, report.Text, example()); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestStylish(t *testing.T) {
	want := "a/x y.go\n" +
		"  (2, 6)    nobackoff  calls F again\n" +
		"    (7, 1)               the operation, F[int]\n" +
		"\n" +
		"b.go\n" +
		"  (1, 1)  ctxretry  sleeps <on>\n" +
		"\n" +
		"2 findings, 1 of them ignored\n"
	if got := render(t, report.Stylish, example()); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestJSON(t *testing.T) {
	want := `{"code":"nobackoff","severity":"error","location":{"file":"a/x y.go","line":2,"column":6},"end":{"file":"a/x y.go","line":2,"column":9},"message":"calls F again",` +
		`"related":[{"location":{"file":"b.go","line":7,"column":1},"end":{"file":"b.go","line":7,"column":1},"message":"the operation, F[int]"}]}` + "\n" +
		`{"code":"ctxretry","severity":"ignored","location":{"file":"b.go","line":1,"column":1},"end":{"file":"b.go","line":1,"column":1},"message":"sleeps <on>"}` + "\n"
	if got := render(t, report.JSON, example()); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestSARIF(t *testing.T) {
	lines := func(file string, n int) string {
		if file == "a/x y.go" && n == 2 {
			return "é€😀" // 2, 3 and 4 bytes; 1, 1 and 2 units
		}
		return ""
	}
	got := render(t, report.SARIF(lines), example())
	if strings.Contains(got, "null") {
		t.Errorf("there is a null in\n%s", got)
	}
	var log struct {
		Version string
		Runs    []struct {
			Tool struct {
				Driver struct {
					Name, Version string
					Rules         []struct {
						ID                   string
						Help                 struct{ Text, Markdown string }
						HelpURI              string
						DefaultConfiguration struct{ Level string }
					}
				}
			}
			Invocations []struct {
				ExecutionSuccessful        bool
				ToolExecutionNotifications []struct{ Message struct{ Text string } }
			}
			Results []struct {
				RuleID, Level string
				Message       struct{ Text string }
				Locations     []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI, URIBaseID string }
						Region           struct{ StartLine, StartColumn, EndLine, EndColumn int }
					}
				}
				RelatedLocations []struct{ ID int }
				Suppressions     []struct{ Kind string }
			}
		}
	}
	if err := json.Unmarshal([]byte(got), &log); err != nil {
		t.Fatal(err)
	}
	run := log.Runs[0]
	driver := run.Tool.Driver
	if driver.Name != "retrylint" || driver.Version != "v1.2.3" || len(driver.Rules) != 1 {
		t.Errorf("driver is %+v", driver)
	}
	if rule := driver.Rules[0]; rule.ID != "nobackoff" || rule.Help.Markdown != "*marked*" || rule.DefaultConfiguration.Level != "warning" {
		t.Errorf("rule is %+v", rule)
	}
	if inv := run.Invocations[0]; inv.ExecutionSuccessful || len(inv.ToolExecutionNotifications) != 1 {
		t.Errorf("invocation is %+v", inv)
	}
	first := run.Results[0]
	if want := "calls F again\n[the operation, F\\[int\\]](1)"; first.Message.Text != want {
		t.Errorf("message is %q, want %q", first.Message.Text, want)
	}
	place := first.Locations[0].PhysicalLocation
	if place.ArtifactLocation.URI != "a/x%20y.go" || place.ArtifactLocation.URIBaseID != "%SRCROOT%" {
		t.Errorf("file is %+v", place.ArtifactLocation)
	}
	if r := place.Region; r.StartLine != 2 || r.StartColumn != 3 || r.EndLine != 2 || r.EndColumn == r.StartColumn {
		t.Errorf("region is %+v, want it to begin at 2:3", r)
	}
	if first.Level != "warning" || len(first.RelatedLocations) != 1 || len(first.Suppressions) != 0 {
		t.Errorf("result is %+v", first)
	}
	if second := run.Results[1]; len(second.Suppressions) != 1 || second.Suppressions[0].Kind != "inSource" {
		t.Errorf("result is %+v", second)
	}
}

// TestEmpty holds the arrays of an empty SARIF report: viewers reject null.
func TestEmpty(t *testing.T) {
	line := func(string, int) string { return "" }
	got := render(t, report.SARIF(line), report.Report{})
	for _, want := range []string{`"results": []`, `"rules": []`, `"executionSuccessful": true`} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
}

func TestSitesText(t *testing.T) {
	three, two, no := 3, 2.0, false
	sites := []report.Site{
		{
			Kind: "loop", Function: "p.F", Location: report.Location{File: "a.go", Line: 4, Column: 2}, Attempts: &three, Bound: "const", Context: true, Jitter: &no,
			Delay:     report.Delay{Kind: "exponential", Base: report.Duration(100 * time.Millisecond), Factor: &two, Max: report.Duration(5 * time.Second)},
			Operation: []string{"net.Dial", "net.Listen"},
		},
		{Kind: "call", Function: "p.G", Location: report.Location{File: "b.go", Line: 12, Column: 2}, Bound: "symbol", Symbol: "max", Unsaid: true, Delay: report.Delay{Kind: "none"}},
		{Kind: "recursion", Function: "p.H", Location: report.Location{File: "c.go", Line: 1, Column: 2}, Bound: "unbounded", Delay: report.Delay{Kind: "fixed"}},
	}
	want := "" +
		"PLACE    KIND       ATTEMPTS   DELAY                          JITTER  CONTEXT  OPERATION    FUNCTION\n" +
		"a.go:4   loop       3          exponential 100ms x2 up to 5s  no      yes      net.Dial +1  p.F\n" +
		"b.go:12  call       max        none                           ?       ?        -            p.G\n" +
		"c.go:1   recursion  unbounded  fixed                          ?       no       -            p.H\n"
	plain := renderSites(t, false, sites)
	if plain != want {
		t.Errorf("got\n%swant\n%s", plain, want)
	}
	colored := renderSites(t, true, sites)
	if n := strings.Count(colored, "\x1b[31m"); n != 2 {
		t.Errorf("%d lines are red, want the one without a wait and the one without a bound:\n%q", n, colored)
	}
	if stripped := strings.NewReplacer("\x1b[1m", "", "\x1b[31m", "", "\x1b[0m", "").Replace(colored); stripped != plain {
		t.Errorf("colours move the columns:\n%s", stripped)
	}
}

func renderSites(t *testing.T, color bool, sites []report.Site) string {
	t.Helper()
	var out strings.Builder
	if err := report.SitesText(color)(&out, sites); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestSort(t *testing.T) {
	at := func(file string, line int) report.Location { return report.Location{File: file, Line: line, Column: 1} }
	fs := report.SortFindings([]report.Finding{
		{Code: "b", Location: at("b.go", 1)},
		{Code: "b", Location: at("a.go", 10)},
		{Code: "a", Location: at("a.go", 10)},
		{Code: "b", Location: at("a.go", 9)},
		{Code: "b", Location: at("a.go", 10)}, // from a test variant of the package
	})
	var got []string
	for _, f := range fs {
		got = append(got, f.Location.String()+" "+f.Code)
	}
	if want := "a.go:9:1 b, a.go:10:1 a, a.go:10:1 b, b.go:1:1 b"; strings.Join(got, ", ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
}
