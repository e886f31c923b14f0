package amplify

import "slices"

// plan is what the walks through a function need to know of it whatever the
// request.
type plan struct {
	fn *Func
	// chains are, for each step, the loops around it that retry, outermost first.
	// Others end a walk where their next round begins: they need no counting.
	chains [][]int
	// times is, for each step, what its layers make of one attempt.
	times []Bound
	// fresh are the steps that can be reached before the request at hand has failed,
	// in order.
	fresh []int
	// width is the length of the longest chain, plus one.
	width int
	// requests are those that the function makes itself, calls the functions that
	// it can come to call, both in order.
	requests, calls []int
	kin             *kin // nil until it is asked for
}

func newPlan(f *Func) *plan {
	p := &plan{fn: f, width: 1}
	ofLoop := make([][]int, len(f.Loops))
	for i := range f.Steps {
		s := &f.Steps[i]
		chain := chainOf(f, s.Loop, ofLoop)
		p.chains = append(p.chains, chain)
		p.width = max(p.width, len(chain)+1)
		n := Number(1)
		for _, l := range s.Layers {
			n = n.Times(l.Attempts)
		}
		p.times = append(p.times, n)
	}
	p.fresh = freshSteps(f)
	p.findCalls()
	return p
}

// findCalls finds what the function makes and calls. A step that makes no attempt
// calls nothing.
func (p *plan) findCalls() {
	for i := range p.fn.Steps {
		if r := p.fn.Steps[i].Request; r != -1 {
			p.requests = append(p.requests, r)
		}
	}
	for _, x := range p.fresh {
		if !p.times[x].IsZero() {
			p.calls = append(p.calls, p.fn.Steps[x].Funcs...)
		}
	}
	p.requests, p.calls = distinct(p.requests), distinct(p.calls)
}

func distinct(list []int) []int {
	slices.Sort(list)
	return slices.Clip(slices.Compact(list))
}

// chainOf lists the retrying loops from the outermost to loop l. Chains are kept
// in ofLoop; steps of one loop share theirs.
func chainOf(f *Func, l int, ofLoop [][]int) []int {
	if l == -1 {
		return nil
	}
	if ofLoop[l] == nil {
		up := chainOf(f, f.Loops[l].Parent, ofLoop)
		chain := append(make([]int, 0, len(up)+1), up...)
		if retries(&f.Loops[l]) {
			chain = append(chain, l)
		}
		ofLoop[l] = chain
	}
	return ofLoop[l]
}

// retries reports whether a loop makes a second attempt.
func retries(l *Loop) bool {
	return l.Layer != nil && l.Layer.Attempts.Worse(Number(1))
}

// freshSteps walks from the start along what comes after success, and after the
// failure of something else: a fallback is reached no other way. Where it is the
// request at hand that has failed, the walk from that step counts no less.
func freshSteps(f *Func) []int {
	seen := make([]bool, len(f.Steps))
	var todo []int
	visit := func(edges []Edge) {
		for _, e := range edges {
			if e.Back == -1 && e.To != End && !seen[e.To] {
				seen[e.To] = true
				todo = append(todo, e.To)
			}
		}
	}
	for visit(f.Start); len(todo) > 0; {
		last := len(todo) - 1
		x := todo[last]
		todo = todo[:last]
		visit(f.Steps[x].OnSuccess)
		visit(f.Steps[x].OnFailure)
	}
	var fresh []int
	for x, ok := range seen {
		if ok {
			fresh = append(fresh, x)
		}
	}
	return fresh
}

// common returns how many retrying loops are around both steps.
func (p *plan) common(x, y int) int {
	a, b := p.chains[x], p.chains[y]
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// attempts returns how often the i-th retrying loop around a step runs.
func (p *plan) attempts(x, i int) Bound {
	return p.fn.Loops[p.chains[x][i]].Layer.Attempts
}
