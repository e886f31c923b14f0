package unfold

import (
	"go/constant"
	"go/token"
	"go/types"
	"testing"

	"golang.org/x/tools/go/ssa"
)

func str(s string) value { return konst{constant.MakeString(s)} }

// someValues are values that are all different.
func someValues() []value {
	st := types.NewStruct([]*types.Var{types.NewField(token.NoPos, nil, "a", types.Typ[types.Int], false)}, nil)
	o, p := &object{id: 1, typ: types.Typ[types.Int]}, &object{id: 2, typ: types.Typ[types.Int]}
	arr := &object{id: 3, typ: types.NewArray(types.Typ[types.Int], 4), zero: true}
	f := &ssa.Function{}
	return []value{
		nil, null{}, number(0), number(1), truth(true), truth(false), str("0"), str("a"), str("nil"),
		symbol{"a"}, symbol{"b"}, o, p,
		closure{f, nil}, closure{f, []value{number(1)}}, closure{&ssa.Function{}, nil},
		record{typ: st, fields: []value{number(1)}}, record{typ: st, fields: []value{nil}}, record{typ: st, fields: []value{number(1)}, from: o},
		boxed{number(1), types.Typ[types.Int]}, boxed{number(1), types.Typ[types.Int64]}, boxed{o, types.Typ[types.Int]},
		slice{arr, 1}, slice{arr, 2}, slice{arr, -1}, slice{nil, 0},
		tuple{number(1), null{}}, tuple{null{}, number(1)}, tuple{},
		union{number(1), number(2)}, union{number(1), o},
	}
}

func TestSame(t *testing.T) {
	vs := someValues()
	for i, x := range vs {
		for j, y := range vs {
			if got := same(x, y); got != (i == j) {
				t.Errorf("same(%v, %v) is %v", x, y, got)
			}
			if same(x, y) && keyOf(x) != keyOf(y) {
				t.Errorf("%v and %v are the same and have keys %s and %s", x, y, keyOf(x), keyOf(y))
			}
		}
	}
}

// TestKeys checks that values with one key are the same, but for records, of which
// the key does not tell where they come from.
func TestKeys(t *testing.T) {
	keys := map[string]value{}
	for _, v := range someValues() {
		if r, ok := v.(record); ok && r.from != nil {
			continue
		}
		if w, twice := keys[keyOf(v)]; twice {
			t.Errorf("%v and %v have the key %s", v, w, keyOf(w))
		}
		keys[keyOf(v)] = v
	}
	deep := value(number(1))
	for range 20 {
		deep = boxed{deep, types.Typ[types.Int]}
	}
	if keyOf(deep) == "" {
		t.Error("a deep value has no key")
	}
	next := func(n int) value { return interceptors{rest: make([]closure, n)} }
	if keyOf(next(1)) == keyOf(next(2)) {
		t.Error("what is left of a chain of interceptors has one key for all")
	}
}

func TestJoin(t *testing.T) {
	one, two := number(1), number(2)
	o, p := &object{id: 1, typ: types.Typ[types.Int]}, &object{id: 2, typ: types.Typ[types.Int]}
	st := types.NewStruct(nil, nil)
	for _, c := range []struct {
		name       string
		x, y, want value
	}{
		{"same", one, number(1), one},
		{"different", one, two, union{one, two}},
		{"nothing", one, nil, nil},
		{"of unions", union{one, two}, union{two, o}, union{one, two, o}},
		{"symbol wins", one, symbol{"n"}, symbol{"n"}},
		{"first symbol", symbol{"m"}, symbol{"n"}, symbol{"m"}},
		{"objects", o, p, union{o, p}},
		{"null", null{}, o, union{null{}, o}},
		{"records", record{typ: st, fields: []value{one, o}}, record{typ: st, fields: []value{two, o}}, record{typ: st, fields: []value{union{one, two}, o}}},
		{"tuples", tuple{one, null{}}, tuple{nil, null{}}, tuple{nil, null{}}},
		{"records of different size", record{typ: st, fields: []value{one}}, record{typ: st}, union{record{typ: st, fields: []value{one}}, record{typ: st}}},
	} {
		if got := join(c.x, c.y); !same(got, c.want) {
			t.Errorf("%s: join is %v, want %v", c.name, got, c.want)
		}
	}
	many := value(number(0))
	for i := range int64(maxUnion + 1) {
		many = join(many, number(i))
	}
	if many != nil {
		t.Errorf("more than %d values are kept apart: %v", maxUnion, many)
	}
	for _, x := range someValues() {
		if !same(join(x, x), x) {
			t.Errorf("join of %v with itself is %v", x, join(x, x))
		}
		if join(x, nil) != nil || join(nil, x) != nil {
			t.Errorf("join of %v with nothing is something", x)
		}
	}
}

func TestWiden(t *testing.T) {
	o, p := &object{id: 1, typ: types.Typ[types.Int]}, &object{id: 2, typ: types.Typ[types.Int]}
	for _, c := range []struct{ x, y, want value }{
		{number(1), number(1), number(1)},
		{number(1), number(2), nil},
		{str("a"), str("b"), nil},
		{o, p, union{o, p}},
		{null{}, o, union{null{}, o}},
		{symbol{"n"}, number(1), symbol{"n"}},
		{nil, number(1), nil},
	} {
		if got := widen(c.x, c.y); !same(got, c.want) {
			t.Errorf("widen(%v, %v) is %v, want %v", c.x, c.y, got, c.want)
		}
	}
}

func TestArith(t *testing.T) {
	integer, float := types.Typ[types.Int], types.Typ[types.Float64]
	n := symbol{"n"}
	for _, c := range []struct {
		op         token.Token
		x, y, want value
		t          types.Type
	}{
		{token.ADD, number(2), number(3), number(5), integer},
		{token.QUO, number(7), number(2), number(3), integer},
		{token.QUO, number(7), number(0), nil, integer},
		{token.REM, number(7), number(0), nil, integer},
		{token.QUO, number(1), number(2), konst{constant.BinaryOp(constant.MakeInt64(1), token.QUO, constant.MakeInt64(2))}, float},
		{token.SHL, number(1), number(4), number(16), integer},
		{token.SHL, number(1), number(4000), nil, integer},
		{token.SHR, number(1), number(-1), nil, integer},
		{token.LSS, number(1), number(2), truth(true), integer},
		{token.EQL, str("a"), str("a"), truth(true), integer},
		{token.ADD, str("a"), str("b"), str("ab"), types.Typ[types.String]},
		{token.ADD, n, number(1), symbol{"n + 1"}, integer},
		{token.ADD, number(1), n, symbol{"n + 1"}, integer},
		{token.SUB, number(5), n, symbol{"5 - n"}, integer},
		{token.SUB, n, number(-2), symbol{"n + 2"}, integer},
		{token.MUL, n, number(2), symbol{"n * 2"}, integer},
		{token.ADD, n, number(0), n, integer},
		{token.ADD, n, nil, n, integer},
		{token.LSS, n, number(1), nil, integer},
		{token.EQL, null{}, null{}, truth(true), integer},
		{token.NEQ, &object{}, null{}, truth(true), integer},
		{token.EQL, closure{}, null{}, truth(false), integer},
		{token.EQL, &object{}, &object{}, nil, integer},
		{token.EQL, nil, null{}, nil, integer},
		{token.EQL, union{null{}, number(1)}, null{}, nil, integer},
		{token.EQL, union{&object{}, closure{}}, null{}, truth(false), integer},
	} {
		if got := arith(c.op, c.x, c.y, c.t); !same(got, c.want) {
			t.Errorf("%v %s %v is %v, want %v", c.x, c.op, c.y, got, c.want)
		}
	}
	back := arith(token.ADD, arith(token.SUB, n, number(1), integer), number(1), integer)
	knownGap(t, same(back, n), "n - 1 + 1 is not n")
}

func TestNames(t *testing.T) {
	for _, c := range []struct {
		pattern, s string
		want       bool
	}{
		{"", "", true}, {"*", "", true}, {"*", "abc", true}, {"a*", "abc", true}, {"*c", "abc", true}, {"a*c", "abc", true},
		{"a**c", "ac", true}, {"a*b*c", "aXbYc", true}, {"a", "ab", false}, {"*b", "abc", false}, {"a*d", "abc", false}, {"abc*", "ab", false},
	} {
		if got := glob(c.pattern, c.s); got != c.want {
			t.Errorf("glob(%q, %q) is %v", c.pattern, c.s, got)
		}
	}
	const method, function = "example.test/a/pay.(*Client).Charge", "example.test/a/pay.Charge"
	for _, c := range []struct {
		pattern, name string
		want          bool
	}{
		{method, method, true}, {"pay.(*Client).Charge", method, true}, {"*Charge", method, true}, {"*.Charge", function, true},
		{"example.test/a/pay.Client.Charge", method, true}, {"pay.*.Charge", method, true}, {"pay.(*Client).*", method, true},
		{"pay.Client.Charge", method, true}, {"*.Client.*", method, true},
		{"pay.Charge", function, true}, {"example.test/a/*", function, true}, {"pay.*", function, true},
		{"Charge", function, false}, {"pay.Charge", method, false}, {"other.Charge", function, false}, {"pay", function, false},
	} {
		if got := matchName(c.pattern, c.name); got != c.want {
			t.Errorf("matchName(%q, %q) is %v", c.pattern, c.name, got)
		}
	}
	for _, c := range []struct{ a, b, want string }{
		{"", "/x", "/x"}, {"/v1", "/x", "/v1/x"}, {"/v1/", "/x", "/v1/x"}, {"/v1/*", "/x", "/v1/x"}, {"/v1", "x", "/v1/x"}, {"/v1", "", "/v1"}, {"/", "/x", "/x"}, {"", "x", "x"}, {"", "", ""},
	} {
		if got := joinPath(c.a, c.b); got != c.want {
			t.Errorf("joinPath(%q, %q) is %q, want %q", c.a, c.b, got, c.want)
		}
	}
}

// TestSameLists compares lists by what is in them; one may be in itself.
func TestSameLists(t *testing.T) {
	list := func(id int, vs ...value) slice {
		arr := &object{id: id}
		for i, v := range vs {
			arr.kids = append(arr.kids, kid{i, &object{id: 100*id + i, val: v, set: true}})
		}
		return slice{arr, len(vs)}
	}
	within := func(id int) slice {
		l := list(id, number(1))
		l.arr.kids[0].obj.val = l
		return l
	}
	one, two := number(1), number(2)
	for _, c := range []struct {
		name string
		x, y value
		want bool
	}{
		{"equal", list(1, one, two), list(2, one, two), true},
		{"another element", list(1, one, two), list(2, one, one), false},
		{"another length", list(1, one), list(2, one, one), false},
		{"lists in lists", list(1, list(2, one)), list(3, list(4, one)), true},
		{"other lists in lists", list(1, list(2, one)), list(3, list(4, two)), false},
		{"no list", list(1, one), null{}, false},
		{"in themselves", within(1), within(2), true},
	} {
		if got := same(c.x, c.y); got != c.want {
			t.Errorf("%s: same is %t", c.name, got)
		}
	}
}
