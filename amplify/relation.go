package amplify

import (
	"math/bits"
	"slices"
)

// relation says, for the request at hand, which steps of a function repeat each
// other's operation, by their kinds. It is used again for the next function and
// request.
type relation struct {
	kin    *kin  // nil where all steps that count repeat each other
	live   []int // the kinds that count
	leader []int // by kind, the first that repeats the same kinds
	// sets are four by kind: the names of what it runs, those of them that do not make
	// the request themselves, the names that it passes further down, and the
	// kinds that it repeats.
	sets   bitset
	words  int // of each of the first three
	stride int // of all four
}

func (r *relation) own(k int) bitset     { return r.sets[k*r.stride:][:r.words] }
func (r *relation) through(k int) bitset { return r.sets[k*r.stride+r.words:][:r.words] }
func (r *relation) below(k int) bitset   { return r.sets[k*r.stride+2*r.words:][:r.words] }
func (r *relation) row(k int) bitset {
	return r.sets[k*r.stride+3*r.words : (k+1)*r.stride]
}

// alone reports whether nothing but a kind's only step repeats it.
func (r *relation) alone(k int) bool {
	n := 0
	for _, word := range r.row(k) {
		n += bits.OnesCount64(word)
	}
	return n == 1 && r.kin.kinds[k].steps == 1
}

// relate works out the relation of a function's steps for the request.
func (c *circle) relate(f int) {
	w := c.walk
	w.kin = nil
	if c.allMake() {
		return
	}
	n := c.e.kinOf(f)
	w.words = n.words
	w.stride = 3*n.words + (len(n.kinds)+63)/64
	w.sets = sized(w.sets, len(n.kinds)*w.stride)
	w.live = w.live[:0]
	for x, k := range n.kindOf {
		if !w.all[x].IsZero() && !w.row(k).has(k) {
			w.row(k).add(k)
			w.live = append(w.live, k)
			c.nameRuns(&n.kinds[k], w.own(k), w.through(k))
		}
	}
	if len(w.live) == 1 || w.shareName() {
		return
	}
	c.e.lookBelow(n)
	for _, k := range w.live {
		c.namePassed(&n.kinds[k], w.own(k), w.below(k))
	}
	if !w.fillRows(n, c.request) {
		w.kin = n
		w.findLeaders()
	}
}

// allMake reports whether there is only one step that counts, or all that do make
// the request themselves.
func (c *circle) allMake() bool {
	w := c.walk
	counting, making := 0, 0
	for x := range w.all {
		if !w.all[x].IsZero() {
			counting++
			if w.plan.fn.Steps[x].Request == c.request {
				making++
			}
		}
	}
	return counting < 2 || counting == making
}

// nameRuns finds the names of what a kind runs, as far as it makes the request.
func (c *circle) nameRuns(k *kind, own, through bitset) {
	for _, r := range k.runs {
		// A kind that counts because of one function need not ask whether it does.
		if (len(k.runs) > 1 || k.request == c.request) && c.amountOf(r.fn).IsZero() {
			continue
		}
		own.add(r.name)
		if !c.e.makes(r.fn, c.request) {
			through.add(r.name)
		}
	}
}

// namePassed finds the names that a kind passes on its way down to the request.
func (c *circle) namePassed(k *kind, own, below bitset) {
	for i, r := range k.runs {
		if !own.has(r.name) {
			continue
		}
		for _, p := range k.below[i] {
			if !below.has(p.name) && c.e.leads(p.fn, c.request) {
				below.add(p.name)
			}
		}
	}
}

// shareName reports whether all kinds that count run one function.
func (r *relation) shareName() bool {
	for i := range r.words {
		common := ^uint64(0)
		for _, k := range r.live {
			common &= r.own(k)[i]
		}
		if common != 0 {
			return true
		}
	}
	return false
}

// fillRows compares every two kinds. It reports whether all repeat each other.
func (r *relation) fillRows(n *kin, request int) bool {
	all := true
	for i, a := range r.live {
		for _, b := range r.live[:i] {
			switch {
			case n.kinds[a].request == request && n.kinds[b].request == request,
				n.self != -1 && (r.own(a).has(n.self) || r.own(b).has(n.self)), // it does all over again
				r.own(a).meets(r.own(b)), r.below(a).meets(r.through(b)), r.below(b).meets(r.through(a)):
				r.row(a).add(b)
				r.row(b).add(a)
			default:
				all = false
			}
		}
	}
	return all
}

// findLeaders puts the kinds together that repeat the same ones: the walks after
// their failures have the same costs.
func (r *relation) findLeaders() {
	r.leader = sized(r.leader, len(r.kin.kinds))
	for i, k := range r.live {
		r.leader[k] = k
		for _, l := range r.live[:i] {
			if r.leader[l] == l && slices.Equal(r.row(l), r.row(k)) {
				r.leader[k] = l
				break
			}
		}
	}
}
