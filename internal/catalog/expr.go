package catalog

import (
	"fmt"
	"go/constant"
	"go/token"
	"slices"
	"strconv"
	"strings"
)

// Expr is one attribute of Settings, parsed. The zero Expr leaves the
// attribute alone.
type Expr struct {
	// Min keeps the smaller of the bound so far and this one.
	Min   bool
	Head  Term
	Cases []Case

	attr attrKind
	text string
}

// Term is an operand of the program plus a number, or a literal.
type Term struct {
	Operand Operand // zero for a literal
	Plus    int64   // added to the operand
	Literal Value
}

// Case replaces an expression's head for certain values of its operand.
type Case struct {
	Below bool // operand < N, else operand == N
	N     int64
	Then  Term
}

// Value is what an expression comes to.
type Value struct {
	// NoLimit is "unbounded" attempts, or no deadline.
	NoLimit bool
	// Const is the value otherwise: an Int for attempts, an Int of nanoseconds
	// for durations, a number for factors, a Bool for jitter and context, and
	// a String for the kind of delay.
	Const constant.Value
}

func (v Value) String() string {
	switch {
	case v.NoLimit:
		return "no limit"
	case v.Const == nil:
		return "unknown"
	}
	return v.Const.ExactString()
}

// IsZero reports whether e leaves its attribute alone.
func (e Expr) IsZero() bool { return e.text == "" }

// String returns e as it was written.
func (e Expr) String() string { return e.text }

// Operand returns what e reads from the program; zero where e is fixed.
func (e Expr) Operand() Operand {
	if e.Head.Operand.IsZero() && len(e.Cases) > 0 {
		return Operand{Kind: Stored}
	}
	return e.Head.Operand
}

// Eval returns what e comes to, given read, which returns what is known of an
// operand: a constant, or nil. It reports false where that does not suffice.
// Whether the result limits another bound (Min) is left to the caller.
func (e Expr) Eval(read func(Operand) constant.Value) (Value, bool) {
	var v constant.Value
	if op := e.Operand(); !op.IsZero() {
		v = read(op)
		if v == nil || v.Kind() == constant.Unknown {
			return Value{}, false
		}
	}
	term := e.Head
	if i := slices.IndexFunc(e.Cases, func(c Case) bool { return c.holds(v) }); i >= 0 {
		term = e.Cases[i].Then
	}
	if term.Operand.IsZero() {
		return term.Literal, e.text != ""
	}
	if term.Operand != e.Operand() {
		v = read(term.Operand)
		if v == nil {
			return Value{}, false
		}
	}
	return e.attr.value(v, term.Plus)
}

func (c Case) holds(v constant.Value) bool {
	if !isNumber(v) {
		return false
	}
	op := token.EQL
	if c.Below {
		op = token.LSS
	}
	return constant.Compare(v, op, constant.MakeInt64(c.N))
}

func isNumber(v constant.Value) bool {
	return v != nil && (v.Kind() == constant.Int || v.Kind() == constant.Float)
}

// parseExpr parses one attribute.
func parseExpr(kind attrKind, text string) (Expr, error) {
	e := Expr{attr: kind, text: text}
	rest, isMin := strings.CutPrefix(text, "min:")
	if isMin && kind != countAttr {
		return Expr{}, fmt.Errorf("bad expression %q: min: is for attempts only", text)
	}
	e.Min = isMin
	head, cases, more := strings.Cut(rest, ";")
	var err error
	if e.Head, err = parseTerm(kind, head); err != nil {
		return Expr{}, fmt.Errorf("bad expression %q: %w", text, err)
	}
	for more {
		var c string
		c, cases, more = strings.Cut(cases, ";")
		parsed, err := parseCase(kind, c)
		if err != nil {
			return Expr{}, fmt.Errorf("bad expression %q: %w", text, err)
		}
		e.Cases = append(e.Cases, parsed)
	}
	return e, nil
}

func parseCase(kind attrKind, s string) (Case, error) {
	test, then, ok := strings.Cut(s, "=>")
	number, below := strings.CutPrefix(test, "<")
	n, err := strconv.ParseInt(number, 10, 64)
	if !ok || err != nil {
		return Case{}, fmt.Errorf("%q is no case: want N=>TERM or <N=>TERM", s)
	}
	term, err := parseTerm(kind, then)
	return Case{Below: below, N: n, Then: term}, err
}

func parseTerm(kind attrKind, s string) (Term, error) {
	if v, ok := kind.literal(s); ok {
		return Term{Literal: v}, nil
	}
	name, number, hasPlus := strings.Cut(s, "+")
	op, ok := parseOperand(name)
	if !ok || op.Kind == Receiver {
		return Term{}, fmt.Errorf("%q is neither an operand (argN, value) nor %s", s, kind.wants())
	}
	term := Term{Operand: op}
	if hasPlus {
		n, err := strconv.ParseUint(number, 10, 31)
		if err != nil || kind != countAttr {
			return Term{}, fmt.Errorf("%q: only a count of attempts takes +N", s)
		}
		term.Plus = int64(n)
	}
	return term, nil
}
