package amplify

import "slices"

// shares are the parts that states and steps have in the worst walk.
type shares struct {
	order  []int // the states that it passes, each after all that it leads to
	parts  []part
	ofStep []part
}

// part is what a state, or a step, is passed with.
type part struct {
	count Bound
	// loops are the retrying loops around the step whose further rounds pass it,
	// by their place in its chain; the 64th stands for all that are further in.
	loops uint64
}

// largest returns the step that makes the largest part of the requests of the
// walk that fails first at a step, and the loops that repeat it, outermost
// first. Of equal parts the first on the way counts.
func (w *walk) largest(first int) (step int, loops []int) {
	w.order = w.order[:0]
	w.parts = sized(w.parts, len(w.cells))
	w.ofStep = sized(w.ofStep, len(w.costs))
	root := w.id(first, 0, 0)
	w.list(root)
	w.parts[root].count = Number(1)
	step = first
	var steps []int
	for _, id := range slices.Backward(w.order) {
		x, k, _ := w.state(id)
		if !w.takesStep(x, k) {
			w.rounds(id)
			continue
		}
		w.onward(id)
		if w.ofStep[x].count.IsZero() {
			steps = append(steps, x)
		}
		p := w.parts[id]
		w.ofStep[x].add(part{p.count.Times(w.costs[x]), p.loops})
	}
	for _, x := range steps {
		if w.ofStep[x].count.Worse(w.ofStep[step].count) {
			step = x
		}
	}
	for i, l := range w.plan.chains[step] {
		if w.ofStep[step].loops&bit(i) != 0 {
			loops = append(loops, l)
		}
	}
	return step, loops
}

// takesStep reports whether a state goes on to the next step. The others divide
// into the further rounds of a loop and its last.
func (w *walk) takesStep(x, k int) bool {
	return w.costs[x].IsZero() || k == len(w.plan.chains[x])
}

// list orders the states that a walk passes.
func (w *walk) list(id int) {
	if w.cells[id].seen {
		return
	}
	w.cells[id].seen = true
	x, k, t := w.state(id)
	if w.takesStep(x, k) {
		if next := w.cells[id].next; next != -1 {
			w.list(next)
		}
	} else {
		if round := w.id(x, k+1, k+1); w.cells[round].ok {
			w.list(round)
		}
		w.list(w.id(x, k+1, t))
	}
	w.order = append(w.order, id)
}

// add adds up counts; the loops are those of either.
func (p *part) add(o part) {
	p.count = p.count.Plus(o.count)
	p.loops |= o.loops
}

// onward hands the part of a state to the step that comes next. Further rounds
// never lead out of their loop, so the loops are still those around the step.
func (w *walk) onward(id int) {
	if next := w.cells[id].next; next != -1 {
		w.parts[next].add(w.parts[id])
	}
}

// rounds hands the part of a state to the further rounds of a loop, and to the last.
func (w *walk) rounds(id int) {
	x, k, t := w.state(id)
	p := w.parts[id]
	w.parts[w.id(x, k+1, t)].add(p)
	round := w.id(x, k+1, k+1)
	if !w.cells[round].ok {
		return
	}
	n := w.plan.attempts(x, k)
	if number, ok := n.Number(); ok {
		n = Number(number - 1)
	}
	w.parts[round].add(part{p.count.Times(n), p.loops | bit(k)})
}

// bit stands for the i-th loop of a chain.
func bit(i int) uint64 { return 1 << min(i, 63) }
