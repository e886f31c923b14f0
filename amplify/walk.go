package amplify

// walk counts the requests on the ways through one function that fail at the
// same request. It is used again for the next function and request.
//
// A state of a walk is a step x, the number k of the retrying loops around x,
// outermost first, whose further rounds are counted already, and a target t: 0
// for wherever the walk ends, else the t-th loop around x, whose next round is to
// be reached. What follows has failed once, so every step that repeats the
// operation that failed does. Which steps do is the relation's to say: costs has
// what they count, and for the others nothing.
//
// The first step that fails in a loop pays for all its rounds: those but the
// last are what is counted from that step until the next round begins, and the
// last is the walk itself, which goes on to the target. Loops that are left are
// paid for again when they are entered again.
type walk struct {
	plan  *plan
	all   []Bound // what the steps count, whatever failed first
	costs []Bound // all, or what is left of it after a certain failure
	left  []Bound // room for costs
	cells []cell
	gen   uint64 // of the cells that hold for these costs
	relation
	shares
}

// cell is what is known of a state.
type cell struct {
	gen   uint64 // another one's is as good as none
	phase phase
	ok    bool // whether the target can be reached
	seen  bool // whether it is listed among those that the worst walk passes
	value Bound
	next  int // the state that a step leads to, or -1 where the walk ends
}

type phase uint8

const (
	unknown phase = iota
	begun
	done
)

// reset prepares the walk for a function. All is for the caller to fill.
func (w *walk) reset(p *plan) {
	w.plan = p
	n := len(p.fn.Steps)
	w.all = sized(w.all, n)
	w.costs = w.all
	if n *= p.width * p.width; cap(w.cells) < n {
		w.cells = make([]cell, n)
	}
	w.cells = w.cells[:n]
	w.gen++
}

// narrow leaves of the costs those of the steps that repeat steps of a kind.
func (w *walk) narrow(k int) {
	w.left = sized(w.left, len(w.all))
	for x := range w.all {
		if w.row(k).has(w.kin.kindOf[x]) {
			w.left[x] = w.all[x]
		}
	}
	w.costs = w.left
	w.gen++
}

// sized returns a slice of n zero elements, in the room of s if it has enough.
func sized[E any](s []E, n int) []E {
	if cap(s) < n {
		return make([]E, n)
	}
	s = s[:n]
	clear(s)
	return s
}

// id numbers the states.
func (w *walk) id(x, k, t int) int { return (x*w.plan.width+k)*w.plan.width + t }

// state is the inverse of id.
func (w *walk) state(id int) (x, k, t int) {
	n := w.plan.width
	return id / n / n, id / n % n, id % n
}

// worst returns the step at which the worst walk fails first, and what is
// counted on it; -1 if no step can fail. Of equal ones the first step counts.
func (w *walk) worst() (int, Bound) {
	if w.kin == nil {
		return w.worstOf(-1, -1, Bound{})
	}
	first, most := -1, Bound{}
	for _, k := range w.live {
		if w.leader[k] == k {
			w.narrow(k)
			first, most = w.worstOf(k, first, most)
		}
	}
	return first, most
}

// worstOf looks for a worse one among the steps of the kinds that a kind stands
// for; those of all kinds where it is -1.
func (w *walk) worstOf(k, first int, most Bound) (int, Bound) {
	for _, x := range w.plan.fresh {
		if w.all[x].IsZero() || k != -1 && w.leader[w.kin.kindOf[x]] != k {
			continue
		}
		v, ok := w.all[x], true
		if k == -1 || len(w.plan.chains[x]) > 0 || !w.alone(k) {
			v, ok = w.value(x, 0, 0)
		}
		if ok && (v.Worse(most) || x < first && !most.Worse(v)) {
			first, most = x, v
		}
	}
	return first, most
}

// again finds anew what is known of the walk that fails first at a step.
func (w *walk) again(first int) {
	if w.kin != nil {
		w.narrow(w.leader[w.kin.kindOf[first]])
		w.value(first, 0, 0)
	}
}

// value returns the most that can be counted from a state to its target, and
// whether that can be reached. A state that is met again on the way, in a circle
// of steps that no loop explains, is an end.
func (w *walk) value(x, k, t int) (Bound, bool) {
	c := &w.cells[w.id(x, k, t)]
	if c.gen != w.gen {
		*c = cell{gen: w.gen}
	}
	switch c.phase {
	case done:
		return c.value, c.ok
	case begun:
		return Bound{}, t == 0
	}
	c.phase = begun
	step := &w.plan.fn.Steps[x]
	switch {
	case w.costs[x].IsZero():
		c.value, c.ok, c.next = w.follow(x, step.OnSuccess, k, t)
	case k < len(w.plan.chains[x]):
		c.value, c.ok = w.value(x, k+1, t)
		if round, again := w.value(x, k+1, k+1); again && c.ok {
			c.value = repeat(w.plan.attempts(x, k), round, c.value)
		}
	default:
		c.value, c.ok, c.next = w.follow(x, step.OnFailure, k, t)
		c.value = c.value.Plus(w.costs[x])
	}
	c.phase = done
	return c.value, c.ok
}

// follow takes the worst of some edges. A step without any ends the walk.
func (w *walk) follow(x int, edges []Edge, k, t int) (worst Bound, ok bool, next int) {
	next = -1
	some := false
	for _, e := range edges {
		if w.spares(x, e) {
			continue
		}
		some = true
		v, reached, to := w.along(x, e, k, t)
		if reached && (!ok || v.Worse(worst)) {
			worst, ok, next = v, true, to
		}
	}
	return worst, ok || !some && t == 0, next
}

// spares reports whether an edge is not taken while the request keeps failing.
func (w *walk) spares(x int, e Edge) bool {
	return e.Settled && e.Back == -1 && e.To != End && !w.costs[x].IsZero() && w.plan.common(x, e.To) == 0
}

// along follows one edge.
func (w *walk) along(x int, e Edge, k, t int) (v Bound, ok bool, next int) {
	switch {
	case e.Back != -1:
		return Bound{}, t == 0 || w.plan.chains[x][t-1] == e.Back, -1
	case e.To == End:
		return Bound{}, t == 0, -1
	}
	both := w.plan.common(x, e.To)
	if both < t {
		return Bound{}, false, -1
	}
	k = min(k, both)
	id := w.id(e.To, k, t)
	if c := &w.cells[id]; c.gen == w.gen && c.phase == begun {
		return Bound{}, t == 0, -1
	}
	v, ok = w.value(e.To, k, t)
	return v, ok, id
}
