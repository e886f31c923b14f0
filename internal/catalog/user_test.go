package catalog

import "testing"

func TestSplitFunction(t *testing.T) {
	for _, c := range []struct{ name, path, symbol string }{
		{"example.com/lib/retry.Do", "example.com/lib/retry", "Do"},
		{"example.com/lib/retry.(*Policy).Do", "example.com/lib/retry", "(*Policy).Do"},
		{"example.com/lib/retry.(Doer).Do", "example.com/lib/retry", "(Doer).Do"},
		{"gopkg.in/retry.v1.Do", "gopkg.in/retry.v1", "Do"},
		{"gopkg.in/retry.v1.(*Policy).Do", "gopkg.in/retry.v1", "(*Policy).Do"},
		{"retry.Do", "retry", "Do"},
	} {
		path, symbol, ok := SplitFunction(c.name)
		if !ok || path != c.path || symbol != c.symbol {
			t.Errorf("%s: got %q, %q, %v", c.name, path, symbol, ok)
		}
	}
	for _, name := range []string{"", "Do", "example.com/lib/retry", ".Do", "example.com/.Do", "example.com/lib/retry.", "a.*", "(*a.T).Do", "a b.Do", "a.(*T)."} {
		if path, symbol, ok := SplitFunction(name); ok {
			t.Errorf("%q is taken for %q of %q", name, symbol, path)
		}
	}
}

func TestUserHelper(t *testing.T) {
	e, err := UserHelper("example.com/lib/retry.(*Policy).Do", 1, map[string]string{"attempts": "arg0+1", "delay": "none", "jitter": ""})
	if err != nil {
		t.Fatal(err)
	}
	if e.What != Helper || e.Package != "example.com/lib/retry" || e.Symbol != "(*Policy).Do" || e.Callback != 1 ||
		e.Set.Attempts.String() != "arg0+1" || e.Set.Delay.String() != "none" || !e.Set.Jitter.IsZero() {
		t.Errorf("got %+v", e)
	}
	merged, err := Default().Merge([]Entry{e})
	if err != nil {
		t.Fatal(err)
	}
	if got, ok := merged.Lookup(Helper, "example.com/lib/retry", "(*Policy).Do"); !ok || got.Callback != 1 {
		t.Errorf("the row is not found in the merged catalog: %+v", got)
	}
	for _, set := range []map[string]string{{"attempts": "arg0-1"}, {"attempts": "value"}, {"delay": "slow"}} {
		if _, err := UserHelper("a.F", 0, set); err == nil {
			t.Errorf("%v is accepted", set)
		}
	}
	if _, err := UserHelper("a.F", -1, nil); err == nil {
		t.Error("callback -1 is accepted")
	}
}
