package amplify

import (
	"fmt"
)

// simulation plays a graph step by step: a request works until it first fails,
// and fails from then on. It tries every step as the first to fail and every
// edge, keeps the rounds of every loop in counters, and knows nothing of sums of
// rounds. Bounds are numbers, and functions do not call each other in circles.
type simulation struct {
	g       *Graph
	request int
	f       *Func
	costs   []int64
	known   map[string]int64
}

// rounds is the state of one loop: how many rounds are left, and at which step
// they begin, which is the first that failed in it; -1 while none has failed.
type rounds struct {
	loop, left, from int
}

// simulate returns how often a function makes a request in the worst case.
func simulate(g *Graph, f, request int) int64 {
	s := &simulation{g: g, request: request, f: &g.Funcs[f], known: map[string]int64{}}
	for i := range s.f.Steps {
		s.costs = append(s.costs, s.cost(&s.f.Steps[i]))
	}
	return s.onward(nil, s.f.Start, false)
}

// cost runs a step that fails: its layers one inside the other.
func (s *simulation) cost(step *Step) int64 {
	var once int64
	if step.Request == s.request {
		once = 1
	}
	for _, callee := range step.Funcs {
		once = max(once, simulate(s.g, callee, s.request))
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
func (s *simulation) onward(loops []rounds, edges []Edge, failed bool) int64 {
	var worst int64
	for _, e := range edges {
		switch {
		case e.Back != -1:
			worst = max(worst, s.nextRound(loops, e.Back, failed))
		case e.To != End:
			worst = max(worst, s.at(e.To, s.enter(loops, e.To), failed))
		}
	}
	return worst
}

// nextRound begins a round, if one is left. Loops inside are entered anew.
func (s *simulation) nextRound(loops []rounds, loop int, failed bool) int64 {
	for i, r := range loops {
		if r.loop == loop && failed && r.from != -1 && r.left > 0 {
			outer := append([]rounds(nil), loops[:i+1]...)
			outer[i].left--
			return s.at(r.from, s.enter(outer, r.from), true)
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
func (s *simulation) at(x int, loops []rounds, failed bool) int64 {
	key := fmt.Sprint(x, loops, failed)
	if n, ok := s.known[key]; ok {
		return n
	}
	step := &s.f.Steps[x]
	var worst int64
	if !failed || s.costs[x] == 0 {
		worst = s.onward(loops, step.OnSuccess, failed)
	}
	if !failed { // because of something else
		worst = max(worst, s.onward(loops, step.OnFailure, false))
	}
	if s.costs[x] > 0 {
		worst = max(worst, s.costs[x]+s.onward(s.fail(x, loops), step.OnFailure, true))
	}
	s.known[key] = worst
	return worst
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
