package retrysite

import (
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// recursion describes the function as a site that calls itself, if it is one.
func (f *flow) recursion(known Known) *Site {
	given := f.p.given
	defer func() { f.p.given = given }()
	f.p.given = assumption{}
	f.p.first = map[*ssa.Parameter]int64{}
	for v, n := range known.Ints {
		if prm, ok := v.(*ssa.Parameter); ok {
			f.p.first[prm] = n
		}
	}
	defer func() { f.p.first = nil }()
	delete(f.p.recursions, f.fn)
	sites := f.p.recursionsOf(f.fn)
	delete(f.p.recursions, f.fn)
	var worst *Site
	for _, s := range sites {
		if worst == nil || worse(s.Attempts, worst.Attempts) {
			worst = s
		}
	}
	return worst
}

// siteWith judges a loop with what is known, and gives the number to add to the
// symbol that bounds it.
func (p *pkgInfo) siteWith(l *loop, known Known) (*Site, int) {
	s, verdicts := p.judged(l)
	if s == nil || !s.Kind.IsRetry() {
		return nil, 0
	}
	same := sameCalls(verdicts, s.chosen)
	if why := p.sometimesStays(l, same); why != "" && s.Attempts.Kind != Const {
		s.Attempts = Bound{Kind: Unbounded, Why: why, Pos: l.pos()}
	}
	p.addLimit(s, l)
	if s.Attempts.Kind != Symbol {
		return s, 0
	}
	if name, plus, ok := p.namedBound(l, same, known); ok {
		s.Attempts.Symbol, s.Attempts.Why = name, name+" bounds the loop"
		return s, plus
	}
	return s, 0
}

// sometimesStays tells of a counter that bounds the loop, where some failure comes
// round without moving it; else it is empty.
func (p *pkgInfo) sometimesStays(l *loop, vs []*verdict) string {
	for _, v := range vs {
		if phi, stays, _ := p.counterAfter(l, v); stays {
			return "after some failures " + nonEmpty(phi.Comment, "the counter") + " stays as it is"
		}
	}
	return ""
}

// namedBound finds the value, known only at run time, that decides how often the
// loop runs, by playing it through with two numbers.
func (p *pkgInfo) namedBound(l *loop, vs []*verdict, known Known) (name string, plus int, ok bool) {
	play := func(v ssa.Value, n int64) int {
		p.given[v] = number(n)
		defer delete(p.given, v)
		most := 0
		for _, v := range vs {
			k, _ := p.play(l, v)
			if k == 0 {
				return 0
			}
			most = max(most, k)
		}
		return most
	}
	for _, v := range slices.SortedFunc(maps.Keys(known.Names), func(a, b ssa.Value) int { return int(a.Pos() - b.Pos()) }) {
		if a := play(v, 4); a > 0 && play(v, 7)-a == 3 {
			return known.Names[v], a - 4, true
		}
	}
	return "", 0, false
}

// guardOf finds the call that decides about another round of a loop, and whether all
// steps come after it.
func (f *flow) guardOf(l *loop, s *Site) (*ssa.Call, bool) {
	if s == nil || s.Attempts.guard == nil || !l.contains(s.Attempts.guard) {
		return nil, false
	}
	c := s.Attempts.guard
	for step := range f.index {
		if l.contains(step) && !c.Block().Dominates(step.Block()) {
			return c, false
		}
	}
	return c, true
}
