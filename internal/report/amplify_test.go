package report_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/retrylint/retrylint/amplify"
	"github.com/retrylint/retrylint/internal/report"
)

var update = flag.Bool("update", false, "rewrite the golden reports")

func at(file string, line int) amplify.Position {
	return amplify.Position{File: file, Line: line, Column: 2}
}

// checkout is a request that passes three layers, one of them in a client
// library.
func checkout() amplify.EntryReport {
	return amplify.EntryReport{
		Entry: amplify.Entry{Name: "POST /checkout", Kind: amplify.HTTP, Function: "example.com/shop/gateway.(*Handler).ServeHTTP", Pos: at("/src/gateway/gateway.go", 23)},
		Sinks: []amplify.SinkReport{
			{
				Sink: "github.com/redis/go-redis/v9.(*Client).Get", Attempts: amplify.Number(36),
				Layers: []amplify.Layer{
					{Kind: "loop", Attempts: amplify.Number(3), Function: "example.com/shop/gateway.(*Handler).ServeHTTP", Pos: at("/src/gateway/gateway.go", 31), Delay: "none", Why: "counted loop"},
					{Kind: "call", Attempts: amplify.Number(3), Function: "example.com/shop/cart.(*Store).Load", Pos: at("/src/cart/cart.go", 40), Delay: "exponential", Library: "github.com/avast/retry-go/v4", Why: "argument of Do"},
					{Kind: "client", Attempts: amplify.Number(4), Function: "example.com/shop/cart.(*Store).Load", Pos: at("/src/cart/cart.go", 41), Delay: "exponential", Library: "github.com/redis/go-redis/v9", Why: "the default of github.com/redis/go-redis/v9"},
				},
				Path: []amplify.Frame{
					{Function: "example.com/shop/gateway.(*Handler).ServeHTTP", Pos: at("/src/gateway/gateway.go", 32)},
					{Function: "example.com/shop/checkout.(*Service).Place", Pos: at("/src/checkout/checkout.go", 12)},
					{Function: "example.com/shop/cart.(*Store).Load", Pos: at("/src/cart/cart.go", 40)},
					{Function: "example.com/shop/cart.(*Store).Load$1", Pos: at("/src/cart/cart.go", 41)},
				},
			},
			{
				Sink: "database/sql.(*DB).ExecContext", Attempts: amplify.Number(13), // a fallback adds one
				Layers: []amplify.Layer{
					{Kind: "loop", Attempts: amplify.Number(3), Function: "example.com/shop/gateway.(*Handler).ServeHTTP", Pos: at("/src/gateway/gateway.go", 31), Delay: "none", Why: "counted loop"},
					{Kind: "recursion", Attempts: amplify.Number(4), Function: "example.com/shop/payment.(*Service).charge", Pos: at("/src/payment/payment.go", 33), Delay: "fixed", Why: "attempt counts the calls"},
				},
				Path: []amplify.Frame{
					{Function: "example.com/shop/gateway.(*Handler).ServeHTTP", Pos: at("/src/gateway/gateway.go", 32)},
					{Function: "example.com/shop/payment.(*Service).charge", Pos: at("/src/payment/payment.go", 26)},
				},
			},
			{Sink: "net/http.(*Client).Do", Attempts: amplify.Number(1), Path: []amplify.Frame{{Function: "example.com/shop/gateway.(*Handler).ServeHTTP", Pos: at("/src/gateway/gateway.go", 50)}}},
		},
	}
}

// consumer has a sink that nothing bounds, and one whose bound is known only
// at run time.
func consumer() amplify.EntryReport {
	loop := amplify.Layer{Kind: "loop", Attempts: amplify.Number(3), Function: "example.com/shop/events.Run", Pos: at("/src/events/run.go", 9), Delay: "linear", Why: "counted loop"}
	path := []amplify.Frame{{Function: "example.com/shop/events.Run", Pos: at("/src/events/run.go", 9)}, {Function: "example.com/shop/events.send", Pos: at("/src/events/send.go", 30)}}
	return amplify.EntryReport{
		Entry: amplify.Entry{Name: "orders.paid", Kind: amplify.Consumer, Function: "example.com/shop/events.Run", Pos: at("/src/events/run.go", 5)},
		Sinks: []amplify.SinkReport{
			{
				Sink: "net.Dial", Attempts: amplify.Number(3).Times(amplify.Unlimited()),
				Layers: []amplify.Layer{loop, {Kind: "reconnect", Attempts: amplify.Unlimited(), Function: "example.com/shop/events.dial", Pos: at("/src/events/dial.go", 7), Delay: "none", Why: "nothing ends it"}},
				Path:   []amplify.Frame{path[0], {Function: "example.com/shop/events.dial", Pos: at("/src/events/dial.go", 8)}},
			},
			{
				Sink: "net/http.(*Client).Do", Attempts: amplify.Number(3).Times(amplify.Symbol("s.retries")), Failover: true,
				Layers: []amplify.Layer{loop, {Kind: "failover", Attempts: amplify.Symbol("s.retries"), Function: "example.com/shop/events.send", Pos: at("/src/events/send.go", 30), Delay: "none", Why: "s.retries bounds the loop"}},
				Path:   path,
			},
		},
	}
}

// nasty has names that would break out of a table, a page or a terminal.
func nasty() amplify.EntryReport {
	name := "GET /a|b/`c`/```/<img src=x onerror=alert(1)>/*_*/[x](http://y) @all #1 😀\n# heading\x1b[31m\t\xff" + strings.Repeat("/long", 40)
	function := "example.com/p.F[example.com/q.T]"
	return amplify.EntryReport{
		Entry: amplify.Entry{Name: name, Kind: amplify.HTTP, Function: function, Pos: at("/src/a|b.go", 1)},
		Sinks: []amplify.SinkReport{{
			Sink: "example.com/x/v2.(*Client[a|b]).Do`", Attempts: amplify.Number(2),
			Layers: []amplify.Layer{{Kind: "loop", Attempts: amplify.Number(2), Function: function, Pos: at("/src/a|b.go", 2), Delay: "fixed", Why: "</details> ``` closes | nothing\n## 2"}},
			Path:   []amplify.Frame{{Function: function, Pos: at("/src/a|b.go", 2)}},
		}},
	}
}

// alike has two sinks behind the same client, and a layer that no call of the
// path belongs to.
func alike() amplify.EntryReport {
	sink := func(method string, line int) amplify.SinkReport {
		return amplify.SinkReport{
			Sink: "github.com/redis/go-redis/v9.(*Client)." + method, Attempts: amplify.Number(8),
			Layers: []amplify.Layer{
				{Kind: "loop", Attempts: amplify.Number(2), Function: "example.com/lib.Do", Pos: at("/go/lib/do.go", 3), Delay: "custom", Why: "counted loop"},
				{Kind: "client", Attempts: amplify.Number(4), Function: "example.com/shop.Sync", Pos: at("/src/sync.go", line), Delay: "exponential", Library: "github.com/redis/go-redis/v9", Why: "MaxRetries 3"},
			},
			Path: []amplify.Frame{{Function: "example.com/shop.Sync", Pos: at("/src/sync.go", line)}},
		}
	}
	return amplify.EntryReport{
		Entry: amplify.Entry{Name: "example.com/shop.Sync", Kind: amplify.Exported, Function: "example.com/shop.Sync", Pos: at("/src/sync.go", 4)},
		Sinks: []amplify.SinkReport{sink("Get", 5), sink("Set", 6)},
	}
}

// busy has many sinks, most of them without a limit, and calls whose place is not
// known.
func busy() amplify.EntryReport {
	e := amplify.EntryReport{Entry: amplify.Entry{Name: "busy", Kind: amplify.Cron, Function: "example.com/busy.Run", Pos: at("/src/busy.go", 4)}}
	add := func(sink string, bounds ...amplify.Bound) {
		s := amplify.SinkReport{Sink: sink, Attempts: amplify.Number(1), Path: []amplify.Frame{
			{Function: "example.com/busy.Run", Pos: at("/src/busy.go", 5)}, {Function: "example.com/busy.wrapper"}, {Function: "example.com/busy.retry"},
			{Function: "example.com/busy.send", Pos: at("/src/busy.go", 7)},
		}}
		for _, b := range bounds {
			s.Attempts = s.Attempts.Times(b)
			why := "counted loop"
			if b.Unlimited() {
				why = "nothing ends it"
			}
			s.Layers = append(s.Layers, amplify.Layer{Kind: "loop", Attempts: b, Function: "example.com/busy.retry", Pos: at("/src/busy.go", 6), Delay: "fixed", Why: why})
		}
		e.Sinks = append(e.Sinks, s)
	}
	for i := range 8 {
		add(fmt.Sprintf("example.com/z.Send%d", i), amplify.Number(4))
	}
	for i, name := range []string{"d", "c", "b", "a"} {
		add("example.com/"+name+".Send", amplify.Number(int64(i+1)), amplify.Unlimited())
	}
	return e
}

// plain makes one attempt.
func plain(n int) amplify.EntryReport {
	return amplify.EntryReport{
		Entry: amplify.Entry{Name: fmt.Sprintf("GET /plain/%d", n), Kind: amplify.HTTP, Function: "example.com/shop.plain", Pos: at("/src/plain.go", n)},
		Sinks: []amplify.SinkReport{{Sink: "net/http.Get", Attempts: amplify.Number(1)}},
	}
}

// all is not in the order in which people read it.
func all() *amplify.Report {
	r := &amplify.Report{Entries: []amplify.EntryReport{plain(1), alike(), nasty(), checkout(), consumer()}}
	for i := range 20 {
		r.Entries = append(r.Entries, plain(i+2))
	}
	r.Entries = append(r.Entries, amplify.EntryReport{Entry: amplify.Entry{Name: "version", Kind: amplify.CLI}})
	return r
}

// options shows paths as seen from /src.
func options() report.AmplifyOptions {
	return report.AmplifyOptions{Min: 2, Rel: func(file string) string {
		return strings.TrimPrefix(strings.Replace(file, "/go/", "../go/", 1), "/src/")
	}}
}

type amplifyFormat = func(io.Writer, *amplify.Report, report.AmplifyOptions) error

func renderAmplify(t *testing.T, format amplifyFormat, r *amplify.Report, o report.AmplifyOptions) string {
	t.Helper()
	var out bytes.Buffer
	if err := format(&out, r, o); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestAmplifyGolden(t *testing.T) {
	top, every := options(), options()
	top.Top, top.Min, top.Max = 2, 30, 30
	every.All = true
	many := &amplify.Report{Entries: []amplify.EntryReport{busy()}}
	for _, c := range []struct {
		file   string
		format amplifyFormat
		report *amplify.Report
		opts   report.AmplifyOptions
	}{
		{"all.txt", report.AmplifyText, all(), options()},
		{"all.json", report.AmplifyJSON, all(), options()},
		{"all.md", report.AmplifyMarkdown, all(), options()},
		{"top.txt", report.AmplifyText, all(), top},
		{"top.md", report.AmplifyMarkdown, all(), top},
		{"every.txt", report.AmplifyText, all(), every},
		{"busy.txt", report.AmplifyText, many, options()},
		{"busy.md", report.AmplifyMarkdown, many, options()},
		{"busy_every.txt", report.AmplifyText, many, every},
		{"plain.txt", report.AmplifyText, &amplify.Report{Entries: []amplify.EntryReport{plain(1)}}, options()},
		{"plain.md", report.AmplifyMarkdown, &amplify.Report{Entries: []amplify.EntryReport{plain(1)}}, options()},
		{"empty.txt", report.AmplifyText, &amplify.Report{}, options()},
		{"empty.json", report.AmplifyJSON, &amplify.Report{}, options()},
		{"empty.md", report.AmplifyMarkdown, &amplify.Report{}, options()},
	} {
		t.Run(c.file, func(t *testing.T) {
			got := renderAmplify(t, c.format, c.report, c.opts)
			file := filepath.Join("testdata", "amplify", c.file)
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("got\n%swant\n%s(go test ./internal/report -run TestAmplifyGolden -update mends it)", got, want)
			}
		})
	}
}

// TestAmplifyText looks at what an update of the golden files must not change.
func TestAmplifyText(t *testing.T) {
	got := renderAmplify(t, report.AmplifyText, all(), options())
	checkRows(t, got, []string{
		"unbounded (3 ×) consumer orders.paid net.Dial 3 × unbounded + 1 up to 3 × s.retries",
		"36 × http POST /checkout go-redis/v9.(*Client).Get 3 × 3 × 4 + 1 up to 13 ×",
		"8 × func shop.Sync go-redis/v9.(*Client).Get 2 × 4 + 1 up to 8 ×",
		"2 × http GET /a|b/`c`/",
	})
	for _, c := range []string{"\x1b", "\t", "\xff"} {
		if strings.Contains(got, c) {
			t.Errorf("there is a %q in\n%s", c, got)
		}
	}
	if n := strings.Count(got, "\n# heading"); n != 0 {
		t.Error("a name breaks the line")
	}
}

// TestAmplifyAll holds that every sink has a row where all are asked for.
func TestAmplifyAll(t *testing.T) {
	o := options()
	o.All = true
	checkRows(t, renderAmplify(t, report.AmplifyText, all(), o), []string{
		"unbounded (3 ×) consumer orders.paid net.Dial 3 × unbounded",
		"3 × s.retries consumer orders.paid net/http.(*Client).Do 3 × s.retries, to different targets",
		"36 × http POST /checkout go-redis/v9.(*Client).Get 3 × 3 × 4",
		"13 × http POST /checkout database/sql.(*DB).ExecContext 3 × 4 + 1",
		"8 × func shop.Sync go-redis/v9.(*Client).Get 2 × 4",
		"8 × func shop.Sync go-redis/v9.(*Client).Set 2 × 4",
		"2 × http GET /a|b/`c`/",
	})
}

// checkRows checks how the rows of the table in a report begin.
func checkRows(t *testing.T, got string, want []string) {
	t.Helper()
	table, _, _ := strings.Cut(got, "\n\n")
	rows := strings.Split(table, "\n")[1:]
	if len(rows) != len(want) {
		t.Fatalf("%d rows, want %d:\n%s", len(rows), len(want), table)
	}
	for i, row := range rows {
		if words := strings.Join(strings.Fields(row), " "); !strings.HasPrefix(words, want[i]) {
			t.Errorf("row %d is %q, want %q", i, words, want[i])
		}
	}
}

// TestAmplifyBusy holds that of an entry with very many sinks the table has the
// worst one, that the worst one with a limit is among the few paths that are
// shown, and that the report says what it leaves out.
func TestAmplifyBusy(t *testing.T) {
	r := &amplify.Report{Entries: []amplify.EntryReport{busy()}}
	got := renderAmplify(t, report.AmplifyText, r, options())
	checkRows(t, got, []string{"unbounded (4 ×) cron busy a.Send 4 × unbounded + 3 unbounded, 8 up to 4 ×"})
	for _, want := range []string{
		"cron busy → a.Send: unbounded (4 ×)\n",
		"cron busy → b.Send: unbounded (3 ×)\n",
		"cron busy → z.Send0: 4 ×\n",
		"    and 2 more: -all shows them\n",
		"  2 more paths of this entry point left out: -all shows them\n",
	} {
		if strings.Count(got, want) != 1 {
			t.Errorf("want %q once in\n%s", want, got)
		}
	}
	if n := strings.Count(got, " → "); n != 3 {
		t.Errorf("%d paths, want 3:\n%s", n, got)
	}
	o := options()
	o.All = true
	if got := renderAmplify(t, report.AmplifyText, r, o); strings.Contains(got, "left out") || strings.Contains(got, "shows them") {
		t.Errorf("something is left out of\n%s", got)
	}
	o.Min = 4
	if got := renderAmplify(t, report.AmplifyText, r, o); strings.Contains(got, "left out") {
		t.Errorf("something is left out of\n%s", got)
	}
	o.Min = 5
	if got := renderAmplify(t, report.AmplifyText, r, o); !strings.Contains(got, "\n1 path of less than 5 × left out: -min is 5\n") {
		t.Errorf("it is not said that a path is left out of\n%s", got)
	}
}

// TestAmplifyFrames holds what becomes of calls whose place is not known.
func TestAmplifyFrames(t *testing.T) {
	got := renderAmplify(t, report.AmplifyText, &amplify.Report{Entries: []amplify.EntryReport{busy()}}, options())
	if strings.Contains(got, "wrapper") {
		t.Errorf("a call without a place is shown in\n%s", got)
	}
	if !strings.Contains(got, " busy.go:7  busy.retry") {
		t.Errorf("the place of the layer's call is not that of the next one in\n%s", got)
	}
}

// TestAmplifyAgain holds that a helper that comes twice on a path has each of its
// layers at the call that it is around.
func TestAmplifyAgain(t *testing.T) {
	layer := func(n int64) amplify.Layer {
		return amplify.Layer{Kind: "loop", Attempts: amplify.Number(n), Function: "example.com/shop/retry.Do", Pos: at("/src/retry.go", 16), Why: "counted loop"}
	}
	do := amplify.Frame{Function: "example.com/shop/retry.Do", Pos: at("/src/retry.go", 17)}
	e := amplify.EntryReport{Entry: amplify.Entry{Name: "again", Kind: amplify.CLI}, Sinks: []amplify.SinkReport{{
		Sink: "net/http.Get", Attempts: amplify.Number(6), Layers: []amplify.Layer{layer(2), layer(3)},
		Path: []amplify.Frame{do, {Function: "example.com/shop.notify", Pos: at("/src/shop.go", 5)}, do, {Function: "example.com/shop.notify", Pos: at("/src/shop.go", 6)}},
	}}}
	got := renderAmplify(t, report.AmplifyText, &amplify.Report{Entries: []amplify.EntryReport{e}}, options())
	want := `
  2 ×  retry.go:17  retry.Do     counted loop at line 16
       shop.go:5    shop.notify
  3 ×  retry.go:17  retry.Do     counted loop at line 16
       shop.go:6    shop.notify
`
	if !strings.Contains(got, want) {
		t.Errorf("want%sin\n%s", want, got)
	}
}

func TestAmplifyColor(t *testing.T) {
	o := options()
	plain := renderAmplify(t, report.AmplifyText, all(), o)
	o.Color = true
	colored := renderAmplify(t, report.AmplifyText, all(), o)
	if stripped := strings.NewReplacer("\x1b[1m", "", "\x1b[31m", "", "\x1b[0m", "").Replace(colored); stripped != plain {
		t.Errorf("colours move the columns:\n%s", stripped)
	}
	if n := strings.Count(colored, "\x1b[31m"); n != 1 {
		t.Errorf("%d lines are red, want the unbounded one:\n%q", n, colored)
	}
	o.Max = 12
	colored = renderAmplify(t, report.AmplifyText, all(), o)
	if n := strings.Count(colored, "\x1b[31m"); n != 2 {
		t.Errorf("%d lines are red, want the unbounded one and the one above 12:\n%q", n, colored)
	}
}

func TestAmplifyJSON(t *testing.T) {
	got := renderAmplify(t, report.AmplifyJSON, all(), options())
	if strings.Contains(got, `"layers": null`) || strings.Contains(got, `"path": null`) || strings.Contains(got, `"sinks": null`) {
		t.Errorf("a list is null in\n%s", got)
	}
	var doc struct {
		Version int
		Entries []struct {
			Name, Kind, Function string
			Location             report.Location
			Sinks                []struct {
				Sink      string
				Attempts  *int64
				Unbounded bool
				Finite    *int64
				Symbolic  string
				Failover  bool
				Layers    []struct {
					Attempts *int64
					Symbol   string
					Delay    string
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(got), &doc); err != nil {
		t.Fatal(err)
	}
	if doc.Version != report.AmplifyVersion || len(doc.Entries) != len(all().Entries) {
		t.Fatalf("version %d with %d entries", doc.Version, len(doc.Entries))
	}
	shop := doc.Entries[3]
	if shop.Name != "POST /checkout" || shop.Kind != "http" || shop.Location != (report.Location{File: "gateway/gateway.go", Line: 23, Column: 2}) {
		t.Errorf("entry is %+v", shop)
	}
	if s := shop.Sinks[0]; s.Attempts == nil || *s.Attempts != 36 || s.Unbounded || s.Symbolic != "" || s.Finite != nil || len(s.Layers) != 3 {
		t.Errorf("sink is %+v", s)
	}
	events := doc.Entries[4]
	if s := events.Sinks[0]; s.Attempts != nil || !s.Unbounded || s.Finite == nil || *s.Finite != 3 || s.Layers[1].Attempts != nil {
		t.Errorf("unbounded sink is %+v", s)
	}
	if s := events.Sinks[1]; s.Attempts != nil || s.Unbounded || s.Symbolic != "3 × s.retries" || !s.Failover || s.Layers[1].Symbol != "s.retries" {
		t.Errorf("symbolic sink is %+v", s)
	}
}

// TestAmplifyMarkdown holds that no name can act as Markdown or HTML outside
// of a block of code.
func TestAmplifyMarkdown(t *testing.T) {
	got := renderAmplify(t, report.AmplifyMarkdown, &amplify.Report{Entries: []amplify.EntryReport{nasty()}}, options())
	for _, bad := range []string{"<img", "@all", "](http", "http://y", " #1"} {
		if strings.Contains(got, bad) {
			t.Errorf("%q is not escaped in\n%s", bad, got)
		}
	}
	_, rows, _ := strings.Cut(got, "| --- | --- | --- | --- |\n")
	row, _, _ := strings.Cut(rows, "\n")
	if n := strings.Count(row, "|"); n != 5 {
		t.Errorf("a row has %d bars, want 5: %s", n, row)
	}
	open := strings.Index(got, "````text\n")
	end := strings.LastIndex(got, "\n````\n")
	if open < 0 || end < open || !strings.Contains(got[open:end], "</details> ``` closes | nothing") {
		t.Errorf("the path is not inside a fence that is longer than the backticks in it:\n%s", got)
	}
}

// TestAmplifyMarkdownSize holds that a comment with very many entries can still
// be posted, and says what it leaves out.
func TestAmplifyMarkdownSize(t *testing.T) {
	r := &amplify.Report{}
	for range 2000 {
		r.Entries = append(r.Entries, checkout())
	}
	got := renderAmplify(t, report.AmplifyMarkdown, r, options())
	if n := len([]rune(got)); n > 65_536 {
		t.Errorf("the comment has %d characters", n)
	}
	for _, want := range []string{"more rows left out", "more paths left out", "\n2000 entry points, 2000 with more"} {
		if !strings.Contains(got, want) {
			t.Errorf("the comment does not say %q", want)
		}
	}
	if strings.Count(got, "<details>") != strings.Count(got, "</details>") {
		t.Error("a path is cut in the middle")
	}
}

func TestAboveMax(t *testing.T) {
	one := func(b amplify.Bound) *amplify.Report {
		return &amplify.Report{Entries: []amplify.EntryReport{{Sinks: []amplify.SinkReport{{Attempts: amplify.Number(1)}, {Attempts: b}}}}}
	}
	for _, c := range []struct {
		bound amplify.Bound
		limit int64
		want  bool
	}{
		{amplify.Number(9), 9, false},
		{amplify.Number(10), 9, true},
		{amplify.Number(10), 0, false},
		{amplify.Number(math.MaxInt64), 9, true},
		{amplify.Unlimited(), 1_000_000, true},
		{amplify.Unlimited(), 0, false},
		{amplify.Number(10).Times(amplify.Symbol("n")), 9, true},
		{amplify.Number(9).Times(amplify.Symbol("n")), 9, false},
		{amplify.Symbol("n"), 1, false},
		{amplify.Number(3).Plus(amplify.Symbol("n")), 2, true},
		{amplify.Symbol("10m / every").Times(amplify.Number(2)), 2, false},
		{amplify.Symbol("10 / every"), 9, false},
	} {
		if got := len(report.AboveMax(one(c.bound), report.AmplifyOptions{Max: c.limit})) == 1; got != c.want {
			t.Errorf("%s is above %d: %v, want %v", c.bound, c.limit, got, c.want)
		}
	}
}
