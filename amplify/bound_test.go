package amplify

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestBoundText(t *testing.T) {
	n, m, retries := Symbol("n"), Symbol("m"), Symbol("retries")
	three := Number(3)
	tests := []struct {
		b                  Bound
		text, symbolic     string
		zero, one, endless bool
	}{
		{Bound{}, "0", "", true, false, false},
		{Number(-4), "0", "", true, false, false},
		{Number(1), "1", "", false, true, false},
		{three.Times(Number(9)), "27", "", false, false, false},
		{n, "n", "n", false, false, false},
		{Symbol(""), "n", "n", false, false, false},
		{three.Times(retries), "3 × retries", "3 × retries", false, false, false},
		{Symbol("retries + 1"), "retries + 1", "retries + 1", false, false, false},
		{Symbol("retries + 1").Times(Number(2)), "2 × (retries + 1)", "2 × (retries + 1)", false, false, false},
		{Symbol("(retries + 1)").Times(Number(2)), "2 × (retries + 1)", "2 × (retries + 1)", false, false, false},
		{Symbol("len(a, b)").Times(n), "len(a, b) × n", "len(a, b) × n", false, false, false},
		{n.Plus(three), "3 + n", "3 + n", false, false, false},
		{n.Plus(n), "2 × n", "2 × n", false, false, false},
		{n.Times(m).Plus(n).Plus(m), "m + n + m × n", "m + n + m × n", false, false, false},
		{n.Plus(Number(1)).Times(n.Plus(Number(2))), "2 + 3 × n + n × n", "2 + 3 × n + n × n", false, false, false},
		{n.Times(Bound{}), "0", "", true, false, false},
		{Unlimited(), "unbounded", "", false, false, true},
		{Unlimited().Times(n), "unbounded", "", false, false, true},
		{Unlimited().Times(Bound{}), "0", "", true, false, false},
		{Number(math.MaxInt64).Plus(Number(1)), "9223372036854775807", "", false, false, false},
		{Number(math.MaxInt64).Times(three), "9223372036854775807", "", false, false, false},
		{n.Times(Number(1 << 40)).Times(Number(1 << 40)), "9223372036854775807 × n", "9223372036854775807 × n", false, false, false},
	}
	for _, test := range tests {
		if got := test.b.String(); got != test.text {
			t.Errorf("got %q, want %q", got, test.text)
		}
		if got := test.b.Symbolic(); got != test.symbolic {
			t.Errorf("%s: symbolic is %q, want %q", test.text, got, test.symbolic)
		}
		if test.b.IsZero() != test.zero || test.b.IsOne() != test.one || test.b.Unlimited() != test.endless {
			t.Errorf("%s: zero %v, one %v, unlimited %v", test.text, test.b.IsZero(), test.b.IsOne(), test.b.Unlimited())
		}
		number, exact := test.b.Number()
		if exact != (test.symbolic == "" && !test.endless) || exact && Number(number).String() != test.text {
			t.Errorf("%s: the number is %d, %v", test.text, number, exact)
		}
	}
}

func TestFinite(t *testing.T) {
	n := Symbol("n")
	tests := []struct {
		b    Bound
		want string
	}{
		{Number(7), "7"},
		{n, "n"},
		{Unlimited(), "1"},
		{Unlimited().Times(Number(3)), "3"},
		{Number(3).Times(n).Times(Unlimited()), "3 × n"},
		{Unlimited().Times(Unlimited()), "1"},
		{Unlimited().Times(Number(3)).Plus(Number(2)), "3"},
		{Unlimited().Times(Number(3)).Plus(Number(5)), "5"},
		{Max(Unlimited().Times(Number(3)), Number(5), n), "n"},
		{Max(Unlimited().Times(Number(3)), Unlimited().Times(Number(2))), "3"},
		{Max(), "0"},
		{Max(Number(2), n, Number(9)), "n"},
	}
	for _, test := range tests {
		if got := test.b.Finite().String(); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}

func TestWorse(t *testing.T) {
	n, m := Symbol("n"), Symbol("m")
	ascending := []Bound{
		{}, Number(1), Number(9), Number(math.MaxInt64),
		m, n, n.Plus(Number(1)), m.Plus(n), n.Times(Number(2)).Plus(Number(1)), n.Times(Number(3)),
		m.Times(m), m.Times(n), n.Times(n), m.Times(n).Times(Number(2)), m.Times(m).Times(m),
		Unlimited(), Unlimited().Times(Number(2)), Unlimited().Times(n),
	}
	for i, a := range ascending {
		for j, b := range ascending {
			if a.Worse(b) != (i > j) {
				t.Errorf("%v worse than %v: %v", a, b, a.Worse(b))
			}
		}
	}
}

// Sums in a product stay readable, and do not grow without end.
func TestManySums(t *testing.T) {
	product := Number(1)
	for _, c := range "abcdefghijklmnopqrstuvwxyz" {
		product = product.Times(Number(1).Plus(Symbol(string(c))))
	}
	s := product.String()
	if !strings.Contains(s, "(1 + z)") || len(s) > 2*maxText {
		t.Errorf("the product has %d bytes: %.200q", len(s), s)
	}
}

// randomBound is small enough that sums and products are exact.
func randomBound(r *rand.Rand) Bound {
	b := Number(int64(r.IntN(4)))
	for i := range r.IntN(3) {
		s := Symbol(string(rune('a' + r.IntN(3)))).Times(Number(int64(r.IntN(3))))
		if i > 0 || r.IntN(2) == 0 {
			b = b.Plus(s)
		} else {
			b = b.Times(s.Plus(Number(1)))
		}
	}
	if r.IntN(5) == 0 {
		b = b.Times(Unlimited())
	}
	return b
}

func same(a, b Bound) bool {
	return !a.Worse(b) && !b.Worse(a) && a.String() == b.String() && a.Finite().String() == b.Finite().String()
}

func TestBoundLaws(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for range 20_000 {
		a, b, c := randomBound(r), randomBound(r), randomBound(r)
		law := func(name string, ok bool) {
			t.Helper()
			if !ok {
				t.Errorf("%s does not hold of %v (%v), %v (%v), %v (%v)", name, a, a.Finite(), b, b.Finite(), c, c.Finite())
			}
		}
		before := []Bound{a.Plus(Bound{}), b.Plus(Bound{}), c.Plus(Bound{})}
		law("a+b = b+a", same(a.Plus(b), b.Plus(a)))
		law("a×b = b×a", same(a.Times(b), b.Times(a)))
		law("max(a,b) = max(b,a)", same(Max(a, b), Max(b, a)))
		law("(a×b)×c = a×(b×c)", same(a.Times(b).Times(c), a.Times(b.Times(c))))
		law("max(max(a,b),c) = max(a,b,c)", same(Max(Max(a, b), c), Max(a, b, c)))
		law("(a+b)+c = a+(b+c)", a.Plus(b).Plus(c).String() == a.Plus(b.Plus(c)).String())
		law("a×(b+c) = a×b + a×c", a.Times(b.Plus(c)).String() == a.Times(b).Plus(a.Times(c)).String())
		law("a+0 = a", same(a.Plus(Bound{}), a))
		law("a×1 = a", same(a.Times(Number(1)), a))
		law("a×0 = 0", a.Times(Bound{}).IsZero())
		law("a+b >= a", !a.Worse(a.Plus(b)))
		law("a×b >= a unless b = 0", b.IsZero() || !a.Worse(a.Times(b)))
		law("max(a,b) >= a", !a.Worse(Max(a, b)))
		law("n rounds", same(repeat(Number(3), a, a), a.Times(Number(3))) || a.Unlimited())
		law("any rounds", a.Unlimited() || same(repeat(b, a, a), a.Times(b)) || b.IsZero())
		law("what is left", a.Unlimited() || same(a.Plus(b).less(b), a) || b.Unlimited())
		if a.Worse(b) {
			law("only one is worse", !b.Worse(a))
			law("a+c >= b+c", a.Unlimited() || c.Unlimited() || sameRank(a, b) || !b.Plus(c).Worse(a.Plus(c)))
			law("worse is transitive", !b.Worse(c) || a.Worse(c))
		} else {
			law("equals", b.Worse(a) || same(a, b))
		}
		law("nothing is changed", reflect.DeepEqual(before, []Bound{a.Plus(Bound{}), b.Plus(Bound{}), c.Plus(Bound{})}))
	}
}

// sameRank reports whether only their texts order two bounds.
func sameRank(a, b Bound) bool {
	for d := range max(a.degree(), b.degree()) + 1 {
		if a.factorOf(d) != b.factorOf(d) {
			return false
		}
	}
	return a.number == b.number
}

func TestSaturation(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 10_000 {
		a, b := r.Int64()>>r.IntN(63), r.Int64()>>r.IntN(63)
		sum, _ := Number(a).Plus(Number(b)).Number()
		product, _ := Number(a).Times(Number(b)).Number()
		if want := math.Min(float64(a)+float64(b), math.MaxInt64); float64(sum) != want && math.Abs(float64(sum)-want) > want/1e15 {
			t.Errorf("%d + %d = %d", a, b, sum)
		}
		if want := math.Min(float64(a)*float64(b), math.MaxInt64); math.Abs(float64(product)-want) > want/1e15 {
			t.Errorf("%d × %d = %d", a, b, product)
		}
	}
}

func TestFit(t *testing.T) {
	const s = time.Second
	tests := []struct {
		limit time.Duration
		delay Delay
		want  string
	}{
		{10 * s, Delay{Kind: "fixed", Base: 3 * s}, "4"},
		{9 * s, Delay{Kind: "fixed", Base: 3 * s}, "4"},
		{2 * s, Delay{Kind: "fixed", Base: 3 * s}, "1"},
		{10 * s, Delay{Kind: "fixed", Base: 3 * s, Max: 2 * s}, "6"},
		{10 * s, Delay{Kind: "exponential", Base: s, Factor: 2}, "4"}, // at 0, 1, 3, 7
		{15 * s, Delay{Kind: "exponential", Base: s, Factor: 2}, "5"},
		{10 * s, Delay{Kind: "exponential", Base: s, Factor: 2, Max: 2 * s}, "6"}, // at 0, 1, 3, 5, 7, 9
		{10 * s, Delay{Kind: "exponential", Base: s}, "11"},
		{10 * s, Delay{Kind: "exponential", Base: s, Factor: 0.5}, "11"},
		{10 * s, Delay{Kind: "exponential", Base: s, Factor: math.NaN()}, "11"},
		{10 * s, Delay{Kind: "exponential", Base: s, Factor: math.Inf(1)}, "2"},
		{10 * s, Delay{Kind: "linear", Base: s}, "5"}, // at 0, 1, 3, 6, 10
		{10 * s, Delay{Kind: "linear", Base: s, Max: 2 * s}, "6"},
		{math.MaxInt64, Delay{Kind: "fixed", Base: 1}, "9223372036854775807"},
		{math.MaxInt64, Delay{Kind: "exponential", Base: 1, Factor: 1}, "9223372036854775807"},
		{math.MaxInt64, Delay{Kind: "exponential", Base: 1, Factor: 2}, "64"},
		{0, Delay{Kind: "fixed", Base: s}, "unbounded"},
		{-s, Delay{Kind: "fixed", Base: s}, "unbounded"},
		{s, Delay{Kind: "fixed"}, "unbounded"},
		{s, Delay{Kind: "fixed", Base: -s}, "unbounded"},
		{s, Delay{Kind: "none", Base: s}, "unbounded"},
		{s, Delay{Kind: "custom", Base: s}, "unbounded"},
		{s, Delay{}, "unbounded"},
	}
	for _, test := range tests {
		if got := Fit(test.limit, test.delay).String(); got != test.want {
			t.Errorf("%v in %v: got %s, want %s", test.delay, test.limit, got, test.want)
		}
	}
}
