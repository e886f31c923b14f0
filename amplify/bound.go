package amplify

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
)

// Bound is a number of attempts, all told, the first one included. It is a
// number, a number times what is known only at run time, or without a limit.
// The zero Bound is no attempt at all.
//
// A Bound is never changed: what is worked out of bounds is a new one.
type Bound struct {
	unlimited bool
	// number and terms are a sum. Where there is no limit they are what is
	// known of the rest.
	number int64
	terms  []term // sorted; no two with the same symbols
}

// term is a number times symbols.
type term struct {
	factor  int64    // from 1
	symbols []string // sorted; at least one
}

// maxText is about how long the text of a product may become before its factors
// are kept as they are, in brackets: each sum of two in a product doubles it.
const maxText = 1000

// Number is a number of attempts that is known. A negative one is taken for 0.
func Number(n int64) Bound { return Bound{number: max(n, 0)} }

// Symbol is a number of attempts that is known only at run time, by the text
// that a report shows for it: "maxRetries + 1". An empty text is shown as "n".
func Symbol(name string) Bound {
	if name == "" {
		name = "n"
	}
	return Bound{terms: []term{{factor: 1, symbols: []string{name}}}}
}

// Unlimited is attempts without end.
func Unlimited() Bound { return Bound{unlimited: true, number: 1} }

// Number returns the number of attempts, if it is exactly known. Numbers that
// do not fit stay at [math.MaxInt64].
func (b Bound) Number() (int64, bool) {
	if b.unlimited || len(b.terms) > 0 {
		return 0, false
	}
	return b.number, true
}

// Unlimited reports whether nothing limits the attempts.
func (b Bound) Unlimited() bool { return b.unlimited }

// IsZero reports whether there is no attempt at all.
func (b Bound) IsZero() bool { return !b.unlimited && b.number == 0 && len(b.terms) == 0 }

// IsOne reports whether there is exactly one attempt.
func (b Bound) IsOne() bool { return !b.unlimited && b.number == 1 && len(b.terms) == 0 }

// Finite returns what is known of the rest of a bound without a limit: an
// unlimited loop around three attempts has 3. Any other bound is returned as it is.
func (b Bound) Finite() Bound {
	b.unlimited = false
	return b
}

// Times returns how many attempts there are where each attempt of b makes those of o.
func (b Bound) Times(o Bound) Bound {
	if b.IsZero() || o.IsZero() {
		return Bound{}
	}
	unlimited := b.unlimited || o.unlimited
	if len(b.terms) == 0 && len(o.terms) == 0 {
		return Bound{unlimited: unlimited, number: mul(b.number, o.number)}
	}
	if (len(o.terms)+1)*b.length()+(len(b.terms)+1)*o.length() > maxText {
		b, o = b.asSymbol(), o.asSymbol()
	}
	p := Bound{unlimited: unlimited, number: mul(b.number, o.number)}
	p.addScaled(b.terms, term{factor: o.number})
	p.addScaled(o.terms, term{factor: b.number})
	for _, t := range o.terms {
		p.addScaled(b.terms, t)
	}
	return p
}

// addScaled adds terms to p, each of them times t.
func (b *Bound) addScaled(terms []term, t term) {
	if t.factor == 0 {
		return
	}
	for _, s := range terms {
		names := s.symbols
		if len(t.symbols) > 0 {
			names = slices.Concat(s.symbols, t.symbols)
			slices.Sort(names)
		}
		b.add(term{factor: mul(s.factor, t.factor), symbols: names})
	}
}

// add adds one term. The terms are b's own: nothing else reads them yet.
func (b *Bound) add(t term) {
	i, found := slices.BinarySearchFunc(b.terms, t, compareTerms)
	if found {
		b.terms[i].factor = plus(b.terms[i].factor, t.factor)
		return
	}
	b.terms = slices.Insert(b.terms, i, t)
}

// length is about that of the text.
func (b Bound) length() int {
	n := 1
	for _, t := range b.terms {
		for _, s := range t.symbols {
			n += len(s) + len(" × ")
		}
	}
	return n
}

// asSymbol keeps a sum as one symbol, in brackets.
func (b Bound) asSymbol() Bound {
	if len(b.terms) == 0 || len(b.terms) == 1 && b.number == 0 {
		return b // a product already
	}
	return Symbol("(" + b.sum() + ")")
}

// Plus returns how many attempts there are where those of o follow those of b.
// Where one of them has no limit, the larger of the finite rests is kept.
func (b Bound) Plus(o Bound) Bound {
	if b.unlimited || o.unlimited {
		f := Max(b.Finite(), o.Finite())
		f.unlimited = true
		return f
	}
	s := Bound{number: plus(b.number, o.number)}
	if len(b.terms) == 0 || len(o.terms) == 0 {
		s.terms = slices.Concat(b.terms, o.terms)
		return s
	}
	s.terms = slices.Clone(b.terms)
	s.addScaled(o.terms, term{factor: 1})
	return s
}

// less takes away from b what it has in common with o, term by term. What b has
// too little of counts nothing.
func (b Bound) less(o Bound) Bound {
	switch {
	case o.unlimited:
		return Bound{}
	case b.unlimited:
		return b
	}
	d := Bound{number: max(b.number-o.number, 0)}
	for _, t := range b.terms {
		if i, found := slices.BinarySearchFunc(o.terms, t, compareTerms); found {
			t.factor -= o.terms[i].factor
		}
		if t.factor > 0 {
			d.terms = append(d.terms, t)
		}
	}
	return d
}

// repeat returns the attempts of n rounds, the last of which leads to what
// follows: rest counts both the last round and what follows it. Where n is not a
// number, or a round has no limit, that is n times round, and of rest what it has
// beyond a round.
func repeat(n, round, rest Bound) Bound {
	if k, ok := n.Number(); ok && !round.unlimited {
		return Number(k - 1).Times(round).Plus(rest)
	}
	return n.Times(round).Plus(rest.less(round))
}

// Max returns the worst of some bounds, the zero Bound if there are none. Where
// one of them has no limit, the larger of the finite rests is kept.
func Max(bounds ...Bound) Bound {
	var worst, rest Bound
	for _, b := range bounds {
		if b.Worse(worst) {
			worst = b
		}
		if f := b.Finite(); f.Worse(rest) {
			rest = f
		}
	}
	if worst.unlimited {
		worst = rest
		worst.unlimited = true
	}
	return worst
}

// Worse reports whether b allows strictly more attempts than o. A bound without
// a limit is worse than one that is known at run time, and that is worse than
// any number. Of two that are known at run time the one with more symbols in a
// product is worse, then the one with the larger factor, then by their texts, so
// that of two different bounds one is the worse. Of two without a limit the
// finite rests decide.
func (b Bound) Worse(o Bound) bool { return compare(b, o) > 0 }

func compare(a, b Bound) int {
	if a.unlimited != b.unlimited {
		if a.unlimited {
			return 1
		}
		return -1
	}
	if len(a.terms) == 0 && len(b.terms) == 0 {
		return cmp.Compare(a.number, b.number)
	}
	for d := max(a.degree(), b.degree()); d > 0; d-- {
		if c := cmp.Compare(a.factorOf(d), b.factorOf(d)); c != 0 {
			return c
		}
	}
	return cmp.Or(
		cmp.Compare(a.number, b.number),
		slices.CompareFunc(a.terms, b.terms, func(s, t term) int {
			return cmp.Or(compareTerms(s, t), cmp.Compare(s.factor, t.factor))
		}),
	)
}

// degree is the largest number of symbols in one product.
func (b Bound) degree() int {
	if len(b.terms) == 0 {
		return 0
	}
	return len(b.terms[len(b.terms)-1].symbols)
}

// factorOf adds up the factors of the products of d symbols.
func (b Bound) factorOf(d int) int64 {
	var sum int64
	for _, t := range b.terms {
		if len(t.symbols) == d {
			sum = plus(sum, t.factor)
		}
	}
	return sum
}

// compareTerms orders terms by their symbols alone: fewer first, then by text.
func compareTerms(s, t term) int {
	return cmp.Or(cmp.Compare(len(s.symbols), len(t.symbols)), slices.Compare(s.symbols, t.symbols))
}

// plus adds numbers from 0 that stay at [math.MaxInt64] where the sum does not fit.
func plus(a, b int64) int64 {
	if a > math.MaxInt64-b {
		return math.MaxInt64
	}
	return a + b
}

// mul multiplies numbers from 0 that stay at [math.MaxInt64] where the product
// does not fit.
func mul(a, b int64) int64 {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	if hi != 0 || lo > math.MaxInt64 {
		return math.MaxInt64
	}
	return int64(lo)
}
