package amplify

import (
	"fmt"
	"slices"
)

// simulation plays a graph step by step: a request works until it first fails,
// and from then on it fails in every step that repeats the same operation. It
// tries every step as the first to fail and every edge, keeps the rounds of every
// loop in counters, and knows nothing of sums of rounds. Bounds are numbers, and
// functions do not call each other in circles.
type simulation struct {
	g       *Graph
	request int
	f       *Func
	costs   []int64
	known   map[string]int64
	amounts map[int]int64 // by function, shared by the simulations of all
}

// none is the first step that failed while none has.
const none = -1

// rounds is the state of one loop: how many rounds are left, and at which step
// they begin, which is the first that failed in it; -1 while none has failed.
type rounds struct {
	loop, left, from int
}

// simulate returns how often a function makes a request in the worst case.
func simulate(g *Graph, f, request int) int64 {
	return (&simulation{g: g, request: request, amounts: map[int]int64{}}).amount(f)
}

func (s *simulation) amount(f int) int64 {
	n, ok := s.amounts[f]
	if !ok {
		of := s.of(f)
		n = of.onward(nil, of.f.Start, none)
		s.amounts[f] = n
	}
	return n
}

// of begins the simulation of a function.
func (s *simulation) of(f int) *simulation {
	of := &simulation{g: s.g, request: s.request, f: &s.g.Funcs[f], known: map[string]int64{}, amounts: s.amounts}
	for i := range of.f.Steps {
		of.costs = append(of.costs, of.cost(&of.f.Steps[i]))
	}
	return of
}

// cost runs a step that fails: its layers one inside the other.
func (s *simulation) cost(step *Step) int64 {
	var once int64
	if step.Request == s.request {
		once = 1
	}
	for _, callee := range step.Funcs {
		once = max(once, s.amount(callee))
	}
	var run func(layers []Layer) int64
	run = func(layers []Layer) int64 {
		if len(layers) == 0 {
			return once
		}
		var sum int64
		n, _ := layers[0].Attempts.Number()
		for range n {
			sum += run(layers[1:])
		}
		return sum
	}
	return run(step.Layers)
}

// onward takes the worst of some edges.
func (s *simulation) onward(loops []rounds, edges []Edge, first int) int64 {
	var worst int64
	for _, e := range edges {
		switch {
		case e.Back != -1:
			worst = max(worst, s.nextRound(loops, e.Back, first))
		case e.To != End:
			worst = max(worst, s.at(e.To, s.enter(loops, e.To), first))
		}
	}
	return worst
}

// nextRound begins a round, if one is left. Loops inside are entered anew.
func (s *simulation) nextRound(loops []rounds, loop, first int) int64 {
	for i, r := range loops {
		if r.loop == loop && first != none && r.from != -1 && r.left > 0 {
			outer := append([]rounds(nil), loops[:i+1]...)
			outer[i].left--
			return s.at(r.from, s.enter(outer, r.from), first)
		}
	}
	return 0
}

// enter returns the loops around a step, with the counters of those that are not left.
func (s *simulation) enter(loops []rounds, step int) []rounds {
	var around []rounds
	for l := s.f.Steps[step].Loop; l != -1; l = s.f.Loops[l].Parent {
		around = append([]rounds{{loop: l, from: -1}}, around...)
	}
	for i := range around {
		if i >= len(loops) || loops[i].loop != around[i].loop {
			break
		}
		around[i] = loops[i]
	}
	return around
}

// at runs a step.
func (s *simulation) at(x int, loops []rounds, first int) int64 {
	key := fmt.Sprint(x, loops, first)
	if n, ok := s.known[key]; ok {
		return n
	}
	step := &s.f.Steps[x]
	fails := s.costs[x] > 0 && (first == none || s.repeats(first, x))
	var worst int64
	if first == none || !fails {
		worst = s.onward(loops, step.OnSuccess, first)
	}
	if first == none { // because of something else
		worst = max(worst, s.onward(loops, step.OnFailure, none))
	}
	if fails {
		began := first
		if first == none {
			began = x
		}
		worst = max(worst, s.costs[x]+s.onward(s.fail(x, loops), s.unsettled(x), began))
	}
	s.known[key] = worst
	return worst
}

// unsettled lists what can come after a step while the request keeps failing.
func (s *simulation) unsettled(x int) []Edge {
	var out []Edge
	for _, e := range s.f.Steps[x].OnFailure {
		if !e.Settled || e.Back != -1 || e.To == End || s.shareRetry(x, e.To) {
			out = append(out, e)
		}
	}
	return out
}

// shareRetry reports whether a loop that makes a second attempt is around both steps.
func (s *simulation) shareRetry(x, y int) bool {
	around := map[int]bool{}
	for l := s.f.Steps[x].Loop; l != -1; l = s.f.Loops[l].Parent {
		around[l] = retries(&s.f.Loops[l])
	}
	for l := s.f.Steps[y].Loop; l != -1; l = s.f.Loops[l].Parent {
		if around[l] {
			return true
		}
	}
	return false
}

// repeats reports whether two steps that count are one operation.
func (s *simulation) repeats(x, y int) bool {
	a, b := &s.f.Steps[x], &s.f.Steps[y]
	if x == y || a.Request == s.request && b.Request == s.request {
		return true
	}
	for _, f := range slices.Concat(a.Funcs, b.Funcs) {
		if s.amount(f) > 0 && s.g.Funcs[f].Name == s.f.Name && s.g.Funcs[f].Pos == s.f.Pos {
			return true // the function runs itself: all over again
		}
	}
	for _, f := range a.Funcs {
		for _, h := range b.Funcs {
			if s.amount(f) > 0 && s.amount(h) > 0 && (s.same(f, h) || s.passes(f, h) || s.passes(h, f)) {
				return true
			}
		}
	}
	return false
}

func (s *simulation) same(f, h int) bool {
	return s.g.Funcs[f].Name == s.g.Funcs[h].Name && s.g.Funcs[f].Pos == s.g.Funcs[h].Pos
}

// passes reports whether f comes to call an instance of h on its way to the
// request, and h does not make it itself.
func (s *simulation) passes(f, h int) bool {
	for _, step := range s.g.Funcs[h].Steps {
		if step.Request == s.request {
			return false
		}
	}
	of := s.of(f)
	for x := range of.f.Steps {
		if of.costs[x] == 0 || !of.reached(x) {
			continue
		}
		for _, callee := range of.f.Steps[x].Funcs {
			if s.amount(callee) > 0 && (s.same(callee, h) || s.passes(callee, h)) {
				return true
			}
		}
	}
	return false
}

// reached reports whether any way through the function comes to a step.
func (s *simulation) reached(x int) bool {
	seen := map[int]bool{}
	var visit func(edges []Edge)
	visit = func(edges []Edge) {
		for _, e := range edges {
			if e.Back == -1 && e.To != End && !seen[e.To] {
				seen[e.To] = true
				visit(s.f.Steps[e.To].OnFailure)
				visit(s.f.Steps[e.To].OnSuccess)
			}
		}
	}
	visit(s.f.Start)
	return seen[x]
}

// fail sets the counters of the loops in which nothing has failed before.
func (s *simulation) fail(x int, loops []rounds) []rounds {
	loops = append([]rounds(nil), loops...)
	for i := range loops {
		if loops[i].from != -1 {
			continue
		}
		loops[i].from = x
		if l := s.f.Loops[loops[i].loop].Layer; l != nil {
			n, _ := l.Attempts.Number()
			loops[i].left = max(int(n)-1, 0)
		}
	}
	return loops
}
