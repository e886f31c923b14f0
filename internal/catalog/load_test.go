package catalog

import (
	"strings"
	"testing"
)

// goodRow is a row that Parse takes; the tests spoil it.
const goodRow = `{"what":"helper","package":"example.com/lib/retry","symbol":"Do","callback":0,"policy":"arg1","set":{"attempts":"10","context":"false"},"module":"example.com/lib","version":"v1.2.3","verified":"retry/do.go:12; retry/do.go:30","note":"n"}`

// policyRow makes a policy row of a symbol and more keys.
func policyRow(symbol, more string) string {
	return `{"what":"policy","package":"example.com/lib","symbol":"` + symbol + `",` + more + `,"module":"example.com/lib","version":"v1.2.3","verified":"lib.go:1"}`
}

func TestParse(t *testing.T) {
	entries, err := Parse("rows.jsonl", []byte("\n"+goodRow+"\n\n"+policyRow("(*T).M", `"inherit":"recv","set":{"attempts":"arg0+1"}`)+"\n"))
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != 2 {
		t.Fatalf("got %d entries, want 2", len(entries))
	}
	do, m := entries[0], entries[1]
	if do.What != Helper || do.Package != "example.com/lib/retry" || do.Symbol != "Do" || do.Callback != 0 || do.Repeats != Failed {
		t.Errorf("helper is %+v", do)
	}
	if want := (Operand{Kind: Argument, Index: 1}); do.Policy != want {
		t.Errorf("policy is %v, want %v", do.Policy, want)
	}
	if got := do.Set.Attempts.String() + " " + do.Set.Context.String(); got != "10 false" {
		t.Errorf("set is %q", got)
	}
	if do.Pos != "rows.jsonl:2" || m.Pos != "rows.jsonl:4" {
		t.Errorf("positions are %s and %s", do.Pos, m.Pos)
	}
	if want := (Operand{Kind: Receiver}); m.Inherit != want {
		t.Errorf("inherit is %v, want %v", m.Inherit, want)
	}
}

func TestParseErrors(t *testing.T) {
	const keys = "what, package, symbol, callback, callback_field, repeats, policy, inherit, set, asks, query, needs, module, version, verified, note"
	const terms = "is neither an operand (argN, value) nor "
	spoil := func(old, replacement string) string {
		if !strings.Contains(goodRow, old) {
			t.Fatalf("nothing to spoil: %s", old)
		}
		return strings.Replace(goodRow, old, replacement, 1)
	}
	for _, tt := range []struct{ name, row, want string }{
		{"json", "{", "want one JSON object: unexpected end of JSON input"},
		{"unknown key", spoil(`"note"`, `"notes"`), `unknown key "notes": want ` + keys},
		{"position is no key", spoil(`"note"`, `"Pos"`), `unknown key "Pos": want ` + keys},
		{"what", spoil(`"helper"`, `"helpers"`), `bad what "helpers": want one of helper, policy, type, field, config, wait, next, guard`},
		{"package", spoil(`"package":"example.com/lib/retry"`, `"package":""`), "missing package"},
		{"module", spoil(`"module":"example.com/lib",`, ""), "missing module"},
		{"version", spoil(`"version":"v1.2.3",`, ""), "missing version"},
		{"verified", spoil(`"verified":"retry/do.go:12; retry/do.go:30",`, ""), "missing verified"},
		{"symbol", spoil(`"symbol":"Do",`, ""), "missing symbol"},
		{"form of symbol", spoil(`"Do"`, `"T.F.G"`), `bad symbol "T.F.G": want "F", "(*T).M", "(T).M", "T.F", "T" or "V"`},
		{"form of verified", spoil(`do.go:30`, `do.go`), `bad verified "retry/do.go:12; retry/do.go": want "file.go:12", more after "; "`},
		{"other module", spoil(`"module":"example.com/lib"`, `"module":"example.com/li"`), "package example.com/lib/retry is not in module example.com/li"},
		{"no callback", spoil(`"callback":0,`, ""), "missing callback: a helper runs an argument"},
		{"negative callback", spoil(`"callback":0`, `"callback":-1`), "bad callback -1: arguments count from 0"},
		{"callback of a policy", policyRow("F", `"callback":0,"inherit":"arg0"`), "callback, callback_field and repeats are for helpers, not for a policy"},
		{"outcome", spoil(`"policy"`, `"repeats":"ever","policy"`), `bad repeats "ever": want one of classified, marked, unfinished, requested, or nothing for any error`},
		{"operand", spoil(`"arg1"`, `"arg01"`), `bad operand "arg01": want argN, recv or value`},
		{"needs", policyRow("F", `"needs":"G","inherit":"arg0"`), "needs is for fields, F is none"},
		{"says nothing", policyRow("F", `"note":"n"`), "row says nothing: want set, inherit, policy or asks"},
		{"several packages", strings.Replace(policyRow("F", `"inherit":"arg0"`), `"package":"example.com/lib"`, `"package":"example.com/..."`, 1), "package example.com/...: only config rows stand for several packages"},
		{"query without an operand", policyRow("F", `"query":"retries","set":{"attempts":"3"}`), "query is for attempts that an operand gives"},
		{"asks of a field", policyRow("T.F", `"asks":"arg0"`), "T.F has no arg0"},
		{"receiver of a function", policyRow("F", `"inherit":"recv"`), "F has no recv"},
		{"value of a method", policyRow("(T).M", `"set":{"attempts":"value"}`), "(T).M has no value"},
		{"argument of a field", policyRow("T.F", `"set":{"attempts":"1;0=>arg0"}`), "T.F has no arg0"},
		{"type that is a field", strings.Replace(policyRow("T.F", `"set":{"attempts":"1"}`), "policy", "type", 1), "symbol T.F cannot be a type"},
		{"attribute", spoil(`"context"`, `"ctx"`), `set: unknown attribute "ctx": want attempts, deadline, delay, base, factor, max, maxEnds, jitter, context`},
		{"attribute's type", spoil(`"10"`, "10"), "set: want an object of strings: json: cannot unmarshal number into Go value of type string"},
		{"attempts", spoil(`"10"`, `"-1"`), `set: attempts: bad expression "-1": "-1" ` + terms + "a count or unbounded"},
		{"empty attempts", spoil(`"10"`, `""`), `set: attempts: bad expression "": "" ` + terms + "a count or unbounded"},
		{"context", spoil(`"false"`, `"no"`), `set: context: bad expression "no": "no" ` + terms + "true or false"},
		{"delay", spoil(`"context":"false"`, `"delay":"cubic"`), `set: delay: bad expression "cubic": "cubic" ` + terms + "one of none, fixed, linear, exponential, custom, server, event"},
		{"base", spoil(`"context":"false"`, `"base":"5"`), `set: base: bad expression "5": "5" ` + terms + "a duration such as 500ms"},
		{"deadline", spoil(`"context":"false"`, `"deadline":"unbounded"`), `set: deadline: bad expression "unbounded": "unbounded" ` + terms + "a duration such as 15m, or none"},
		{"factor", spoil(`"context":"false"`, `"factor":"2x"`), `set: factor: bad expression "2x": "2x" ` + terms + "a number"},
		{"min", spoil(`"context":"false"`, `"base":"min:1s"`), `set: base: bad expression "min:1s": min: is for attempts only`},
		{"plus", spoil(`"context":"false"`, `"base":"arg0+1"`), `set: base: bad expression "arg0+1": "arg0+1": only a count of attempts takes +N`},
		{"case", spoil(`"10"`, `"arg0;0"`), `set: attempts: bad expression "arg0;0": "0" is no case: want N=>TERM or <N=>TERM`},
		{"term of a case", spoil(`"10"`, `"arg0;0=>ever"`), `set: attempts: bad expression "arg0;0=>ever": "ever" ` + terms + "a count or unbounded"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Parse("rows.jsonl", []byte("\n"+tt.row))
			if want := "rows.jsonl:2: " + tt.want; err == nil || err.Error() != want {
				t.Errorf("got %v\nwant %s", err, want)
			}
		})
	}
}

func TestParseReportsEveryError(t *testing.T) {
	bad := strings.Replace(goodRow, "v1.2.3", "", 1)
	_, err := Parse("r", []byte(bad+"\n"+goodRow+"\n"+bad+"\n"+goodRow+"\n"))
	const want = "r:1: missing version\nr:3: missing version\nr:4: duplicate helper row for Do of example.com/lib/retry: first at r:2"
	if err == nil || err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
}
