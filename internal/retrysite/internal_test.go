package retrysite

import (
	"bytes"
	"encoding/gob"
	"go/ast"
	"go/constant"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// TestFactsGob checks that facts survive the way between processes with all
// their exported fields.
func TestFactsGob(t *testing.T) {
	for _, f := range factTypes() {
		fill(reflect.ValueOf(f).Elem())
		var buf bytes.Buffer
		if err := gob.NewEncoder(&buf).Encode(f); err != nil {
			t.Errorf("%T: %v", f, err)
			continue
		}
		got := reflect.New(reflect.TypeOf(f).Elem()).Interface().(analysis.Fact)
		if err := gob.NewDecoder(&buf).Decode(got); err != nil {
			t.Errorf("%T: %v", f, err)
			continue
		}
		if !reflect.DeepEqual(got, f) {
			t.Errorf("%T: got %+v, want %+v", f, got, f)
		}
		if s, ok := got.(interface{ String() string }); !ok || s.String() == "" {
			t.Errorf("%T has no readable form", f)
		}
	}
}

// fill gives every exported field of v a value that is not its zero.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fill(v.Field(i))
			}
		}
	case reflect.String:
		v.SetString("text")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Float64:
		v.SetFloat(1.5)
	case reflect.Int, reflect.Int8, reflect.Int64:
		v.SetInt(2)
	case reflect.Uint8:
		v.SetUint(2)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0))
	}
}

func TestHelperString(t *testing.T) {
	fixed := Delay{Kind: Fixed, Base: time.Second}
	for _, test := range []struct {
		h    Helper
		want string
	}{
		{Helper{Callback: 1, Attempts: Bound{Kind: Const, N: 3}, Delay: fixed}, "runs arg 1 x3, delay fixed"},
		{Helper{Attempts: Bound{Kind: Symbol, Symbol: "n"}, Param: 0, Plus: 1, Delay: fixed}, "runs arg 0 x arg 0+1, delay fixed"},
		{Helper{Attempts: Bound{Kind: Symbol, Symbol: "n"}, Param: -1, Delay: fixed}, "runs arg 0 x n, delay fixed"},
		{Helper{Attempts: Bound{Kind: Deadline}, Delay: Delay{Kind: NoDelay}}, "runs arg 0 until a deadline, delay none"},
		{Helper{Attempts: Bound{Kind: Unbounded}, Delay: fixed}, "runs arg 0 unbounded, delay fixed"},
	} {
		if got := test.h.String(); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}

var comparisons = []token.Token{token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ}

func holds(op token.Token, x, y int64) bool {
	return constant.Compare(constant.MakeInt64(x), op, constant.MakeInt64(y))
}

func someRange(r *rand.Rand) value {
	lo := r.Int64N(9) - 4
	return value{integer, lo, lo + r.Int64N(4)}
}

func contains(v value, n int64) bool {
	return v.kind == anything || v.kind == integer && v.lo <= n && n <= v.hi
}

// TestRanges checks comparisons and arithmetic of ranges against all the numbers
// in them: what is said to be certain must be so, and no number may be lost.
func TestRanges(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		x, y := someRange(r), someRange(r)
		for _, op := range comparisons {
			yes, no := false, false
			for a := x.lo; a <= x.hi; a++ {
				for b := y.lo; b <= y.hi; b++ {
					if holds(op, a, b) {
						yes = true
					} else {
						no = true
					}
				}
			}
			if got := compare(op, x, y); got == trueV && no || got == falseV && yes {
				t.Fatalf("compare(%v, %v, %v) = %v: holds %t, fails %t", op, x, y, got, yes, no)
			} else if got == top && yes != no && op != token.EQL && op != token.NEQ {
				t.Fatalf("compare(%v, %v, %v) is certain", op, x, y)
			}
			for _, branch := range []bool{true, false} {
				got := narrow(op, x, y, branch)
				for a := x.lo; a <= x.hi; a++ {
					for b := y.lo; b <= y.hi; b++ {
						if holds(op, a, b) == branch && !contains(got, a) {
							t.Fatalf("narrow(%v, %v, %v, %t) = %v lost %d", op, x, y, branch, got, a)
						}
					}
				}
			}
			if holds(op, x.lo, y.lo) != holds(mirror(op), y.lo, x.lo) {
				t.Fatalf("mirror(%v) = %v", op, mirror(op))
			}
			if holds(op, x.lo, y.lo) == holds(negate(op), x.lo, y.lo) {
				t.Fatalf("negate(%v) = %v", op, negate(op))
			}
		}
		for _, op := range []token.Token{token.ADD, token.SUB, token.MUL, token.QUO, token.REM, token.SHL} {
			got := arith(op, x, y)
			for a := x.lo; a <= x.hi; a++ {
				for b := y.lo; b <= y.hi; b++ {
					if n, ok := apply(op, a, b); ok && !contains(got, n) {
						t.Fatalf("arith(%v, %v, %v) = %v lost %d", op, x, y, got, n)
					}
				}
			}
		}
	}
}

func apply(op token.Token, a, b int64) (n int64, ok bool) {
	switch op {
	case token.ADD:
		return a + b, true
	case token.SUB:
		return a - b, true
	case token.MUL:
		return a * b, true
	case token.QUO:
		if b != 0 {
			return a / b, true
		}
	case token.REM:
		if b != 0 {
			return a % b, true
		}
	case token.SHL:
		if b >= 0 {
			return a << b, true
		}
	}
	return 0, false
}

func TestSaturation(t *testing.T) {
	for _, test := range []struct{ got, want int64 }{
		{addSat(math.MaxInt64, 1), math.MaxInt64},
		{addSat(math.MaxInt64-1, 2), math.MaxInt64},
		{addSat(math.MinInt64, -1), math.MinInt64},
		{addSat(math.MinInt64+1, -2), math.MinInt64},
		{addSat(2, 3), 5},
		{negSat(math.MinInt64), math.MaxInt64},
		{negSat(math.MaxInt64), math.MinInt64},
		{negSat(7), -7},
	} {
		if test.got != test.want {
			t.Errorf("got %d, want %d", test.got, test.want)
		}
	}
	if v := arith(token.MUL, number(math.MaxInt64), number(2)); v != top {
		t.Errorf("an overflow gives %v", v)
	}
	if v := arith(token.SHL, number(1), number(63)); v != top {
		t.Errorf("an overflow gives %v", v)
	}
}

func TestNil(t *testing.T) {
	for _, test := range []struct {
		x, y, want value
	}{
		{nilV, nilV, trueV},
		{nonNilV, nilV, falseV},
		{nilV, nonNilV, falseV},
		{nonNilV, nonNilV, top},
		{top, nilV, top},
		{trueV, falseV, falseV},
		{trueV, trueV, trueV},
		{number(1), top, top},
	} {
		if got := compare(token.EQL, test.x, test.y); got != test.want {
			t.Errorf("%v == %v is %v, want %v", test.x, test.y, got, test.want)
		}
	}
	if got := narrow(token.EQL, top, nilV, false); got != nonNilV {
		t.Errorf("what is not nil is %v", got)
	}
	if got := narrow(token.NEQ, top, trueV, true); got != falseV {
		t.Errorf("what is not true is %v", got)
	}
}

// TestEnv checks that the order of bindings, and those that are gone, play no
// part in whether two are equal.
func TestEnv(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 500 {
		a, b := &env{}, &env{}
		want := map[int]value{}
		for range 20 {
			k := r.IntN(6)
			if r.IntN(4) == 0 {
				a.del(k)
				delete(want, k)
				continue
			}
			v := number(r.Int64N(3))
			a.set(k, v)
			want[k] = v
		}
		for k, v := range want {
			b.set(k, v)
		}
		if !a.equal(b) || !b.equal(a.clone()) {
			t.Fatalf("%v and %v are not equal", a.list, b.list)
		}
		for k, v := range want {
			if got, ok := a.get(k); !ok || got != v {
				t.Fatalf("%d is %v, want %v", k, got, v)
			}
		}
		a.set(100, nilV)
		if a.equal(b) {
			t.Fatal("one more binding makes no difference")
		}
		a.keep(func(b binding) bool { return b.key != 100 })
		if !a.equal(b) {
			t.Fatal("a binding that was removed makes a difference")
		}
		c := a.clone()
		c.set(0, nonNilV)
		if a.equal(c) {
			t.Fatal("a copy shares its bindings")
		}
	}
}

const loopSource = `package p

func f() bool

func plain() {
	for f() { // loop
	}
}

func nested() {
	for f() { // loop
		f()
		for f() { // loop
			f()
		}
	}
}

func jump() {
again: // loop
	if f() {
		goto again
	}
}

func forward() {
	if f() {
		goto end
	}
	f()
end:
}

func labelled() {
outer:
	for f() { // loop
		for f() { // loop
			if f() {
				continue outer
			}
		}
	}
}

func once() {
	for {
		f()
		break
	}
}

func over(seq func(func(int) bool)) {
	for range seq {
		f()
	}
}

func literal() {
	_ = func() {
		for f() { // loop of another function
		}
	}
}
`

// TestLoops checks that loops are found, and the statements that they come from.
func TestLoops(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", loopSource, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	pkg, _, err := ssautil.BuildPackage(&types.Config{Importer: importer.Default()}, fset, types.NewPackage("p", "p"), []*ast.File{file}, 0)
	if err != nil {
		t.Fatal(err)
	}
	want := map[int]bool{}
	for _, g := range file.Comments {
		if g.Text() == "loop\n" {
			want[fset.Position(g.Pos()).Line] = true
		}
	}
	for _, m := range pkg.Members {
		fn, ok := m.(*ssa.Function)
		if !ok || fn.Syntax() == nil {
			continue
		}
		loops := naturalLoops(fn)
		mapSyntax(loops, loopStmts(fn.Syntax()))
		for i, l := range loops {
			if i > 0 && len(l.blocks) > len(loops[i-1].blocks) {
				t.Errorf("%s: the loops are not ordered from the outside", fn.Name())
			}
			if l.stmt == nil {
				t.Errorf("%s: a loop has no statement", fn.Name())
				continue
			}
			line := fset.Position(l.pos()).Line
			if !want[line] {
				t.Errorf("%s: unexpected loop at line %d", fn.Name(), line)
			}
			delete(want, line)
		}
	}
	for line := range want {
		t.Errorf("no loop at line %d", line)
	}
}

// TestHoldsStatus checks which integers can be HTTP statuses.
func TestHoldsStatus(t *testing.T) {
	for kind, want := range map[types.BasicKind]bool{
		types.Int: true, types.Int32: true, types.Uint16: true, types.Int16: false, types.Uint8: false, types.String: false,
	} {
		if got := holdsStatus(types.Typ[kind]); got != want {
			t.Errorf("holdsStatus(%v) = %v, want %v", types.Typ[kind], got, want)
		}
	}
}
