package catalog

import (
	"go/constant"
	"strconv"
	"testing"
	"time"
)

func mustParse(t *testing.T, kind attrKind, text string) Expr {
	t.Helper()
	e, err := parseExpr(kind, text)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// holding answers v for one operand.
func holding(op Operand, v constant.Value) func(Operand) constant.Value {
	return func(asked Operand) constant.Value {
		if asked == op {
			return v
		}
		return nil
	}
}

var (
	arg0   = Operand{Kind: Argument}
	arg1   = Operand{Kind: Argument, Index: 1}
	stored = Operand{Kind: Stored}
)

func TestEval(t *testing.T) {
	number, float := constant.MakeInt64, constant.MakeFloat64
	for _, tt := range []struct {
		kind attrKind
		text string
		op   Operand
		v    constant.Value
		want string
	}{
		{countAttr, "3", Operand{}, nil, "3"},
		{countAttr, "unbounded", Operand{}, nil, "no limit"},
		{countAttr, "arg0", arg0, number(4), "4"},
		{countAttr, "arg0", arg1, number(4), "?"},
		{countAttr, "arg1+1", arg1, number(2), "3"},
		{countAttr, "arg1+1", arg1, constant.MakeUnknown(), "?"},
		{countAttr, "arg1+1", arg1, constant.MakeString("2"), "?"},
		{countAttr, "min:arg1+1;0=>unbounded", arg1, number(0), "no limit"},
		{countAttr, "min:arg1+1;0=>unbounded", arg1, number(2), "3"},
		{countAttr, "value;<1=>unbounded", stored, number(-5), "no limit"},
		{countAttr, "value;<1=>unbounded", stored, number(1), "1"},
		{countAttr, "arg0+1;-1=>unbounded", arg0, number(-1), "no limit"},
		{countAttr, "arg1+1;0=>unbounded;<0=>51", arg1, number(-1), "51"},
		{countAttr, "value;0=>value+3", stored, number(0), "3"},
		{durationAttr, "500ms", Operand{}, nil, "500000000"},
		{durationAttr, "value;<1=>10s", stored, number(0), "10000000000"},
		{durationAttr, "value;<1=>10s", stored, number(7), "7"},
		{deadlineAttr, "none", Operand{}, nil, "no limit"},
		{deadlineAttr, "arg0;0=>none", arg0, number(0), "no limit"},
		{deadlineAttr, "arg0;0=>none", arg0, number(int64(time.Minute)), "60000000000"},
		{delayAttr, "exponential", Operand{}, nil, `"exponential"`},
		{delayAttr, "exponential;0=>fixed;1=>fixed", stored, float(1.0), `"fixed"`},
		{delayAttr, "exponential;0=>fixed;1=>fixed", stored, float(1.5), `"exponential"`},
		{delayAttr, "exponential;1=>fixed", stored, nil, "?"},
		{factorAttr, "1.5", Operand{}, nil, "3/2"},
		{factorAttr, "value;<0=>2;0=>2", stored, float(0), "2"},
		{factorAttr, "arg0", arg0, float(2.5), "5/2"},
		{jitterAttr, "true", Operand{}, nil, "true"},
		{jitterAttr, "value", stored, constant.MakeBool(false), "false"},
		{jitterAttr, "value", stored, float(0.1), "true"},
		{jitterAttr, "value", stored, float(0), "false"},
		{jitterAttr, "arg0", arg0, number(5), "true"},
		{jitterAttr, "false;1=>true", stored, number(1), "true"},
		{contextAttr, "false", Operand{}, nil, "false"},
		{contextAttr, "arg0", arg0, nil, "?"},
	} {
		e := mustParse(t, tt.kind, tt.text)
		got := "?"
		if v, ok := e.Eval(holding(tt.op, tt.v)); ok {
			got = v.String()
		}
		if got != tt.want {
			t.Errorf("%s with %v = %v: got %s, want %s", tt.text, tt.op, tt.v, got, tt.want)
		}
		if e.String() != tt.text || e.IsZero() {
			t.Errorf("%s: written back as %q", tt.text, e)
		}
	}
}

// TestEvalCounts checks the properties that bounds rely on, over a range of
// values: retries are one less than attempts, a case touches nothing but the
// values that it names, and min: changes no value.
func TestEvalCounts(t *testing.T) {
	attempts := mustParse(t, countAttr, "value")
	retries := mustParse(t, countAttr, "value+1")
	zero := mustParse(t, countAttr, "value+1;0=>unbounded")
	below := mustParse(t, countAttr, "value+1;<0=>unbounded")
	smaller := mustParse(t, countAttr, "min:value+1")
	if !smaller.Min || retries.Min {
		t.Errorf("min is %v and %v, want true and false", smaller.Min, retries.Min)
	}
	for n := int64(-20); n <= 20; n++ {
		eval := func(e Expr) string {
			v, ok := e.Eval(holding(stored, constant.MakeInt64(n)))
			if !ok {
				t.Fatalf("%s of %d is unknown", e, n)
			}
			return v.String()
		}
		want := strconv.FormatInt(n+1, 10)
		if got := eval(attempts); got != strconv.FormatInt(n, 10) {
			t.Errorf("%s of %d is %s", attempts, n, got)
		}
		if eval(retries) != want || eval(smaller) != want {
			t.Errorf("%d retries are %s and %s attempts, want %s", n, eval(retries), eval(smaller), want)
		}
		if got := eval(zero); (n == 0) != (got == "no limit") || n != 0 && got != want {
			t.Errorf("%s of %d is %s", zero, n, got)
		}
		if got := eval(below); (n < 0) != (got == "no limit") || n >= 0 && got != want {
			t.Errorf("%s of %d is %s", below, n, got)
		}
	}
}

func TestZeroExpr(t *testing.T) {
	var e Expr
	if v, ok := e.Eval(nil); ok || !e.IsZero() || !e.Operand().IsZero() || v.String() != "unknown" {
		t.Errorf("the zero Expr evaluates to %v, %v", v, ok)
	}
}

func TestOperands(t *testing.T) {
	for _, text := range []string{"arg0", "arg12", "recv", "value"} {
		var op Operand
		if err := op.UnmarshalText([]byte(text)); err != nil || op.String() != text || op.IsZero() {
			t.Errorf("%s is read as %v, %v", text, op, err)
		}
	}
	for _, text := range []string{"", "arg", "arg-1", "arg01", "arg256", "args", "Recv", "values", "1"} {
		var op Operand
		if err := op.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q is read as %v, want an error", text, op)
		}
	}
}

// TestOperandOfExpr tells what an expression reads: cases beside a literal
// look at what is stored.
func TestOperandOfExpr(t *testing.T) {
	for text, want := range map[string]Operand{
		"exponential":          {},
		"exponential;1=>fixed": stored,
	} {
		if got := mustParse(t, delayAttr, text).Operand(); got != want {
			t.Errorf("%s reads %v, want %v", text, got, want)
		}
	}
	if got := mustParse(t, countAttr, "arg1+1;0=>unbounded").Operand(); got != arg1 {
		t.Errorf("reads %v, want %v", got, arg1)
	}
}
