package amplify

import (
	"math/bits"
	"runtime"
	"slices"
	"sync"
)

// Evaluate works out the worst case of every entry: for each thing that it can
// call, how often it makes one request while that request, once it has failed,
// keeps failing, and nothing else fails. It returns an error that names the
// place where an index of the graph is out of range.
//
// In a function, what repeats the operation that failed first adds where it comes
// in sequence, of alternatives the worse counts, and calls after a success of the
// failing request do not count; [Request] says what repeats an operation. Other
// operations work, though they may make the same request. A loop repeats what is made from the first step of it that fails until
// its next round: what comes before that step in a round works. An edge back to
// a loop that is not around its step, or that is no retry, ends the way.
//
// A function that is called while it is being evaluated counts nothing in it.
// Where more than 64 functions call each other in circles, only calls that come
// nearer to the request count.
//
// Entries and their sinks are ordered worst first. Equal graphs have equal reports.
func Evaluate(g *Graph) (*Report, error) {
	if err := check(g); err != nil {
		return nil, err
	}
	e := newEvaluator(g)
	for i := range e.calls.groups {
		e.findRequests(i)
	}
	e.evaluate()
	return e.report(), nil
}

// evaluator holds what is known of the functions of a graph.
type evaluator struct {
	g     *Graph
	calls *callOrder
	plans []*plan
	// requests are, by group, those that it can lead to; sets has them as bits.
	requests [][]int
	sets     []bitset
	// amounts are, by function, those of the requests of its group in their
	// order. Functions that only their own group calls have none.
	amounts [][]Bound
	links   map[call]*link
	walk    walk // for links
	// kinship guards what is known of plans' kin, and what follows it.
	kinship sync.Mutex
	// identities are, by function, the same number for the same name and position;
	// lowest are, by that number, the first group that has a function of it.
	identities, lowest []int
	// visited are, by group, the last visit that passed it, of those so far; place is
	// where it is in the list of that visit.
	visited, place []int
	room           bitset // for the sets of a visit
	visits         int
}

func newEvaluator(g *Graph) *evaluator {
	e := &evaluator{
		g:       g,
		calls:   orderCalls(g),
		plans:   make([]*plan, len(g.Funcs)),
		amounts: make([][]Bound, len(g.Funcs)),
		links:   map[call]*link{},
	}
	e.requests = make([][]int, len(e.calls.groups))
	e.sets = make([]bitset, len(e.calls.groups))
	e.identify()
	return e
}

// bitset is a set of requests, or of other small numbers.
type bitset []uint64

func (s bitset) has(r int) bool { return s[r/64]>>(r%64)&1 != 0 }
func (s bitset) add(r int)      { s[r/64] |= 1 << (r % 64) }

func (s bitset) unite(o bitset) {
	for i, word := range o {
		s[i] |= word
	}
}

// meets reports whether two sets have a member in common.
func (s bitset) meets(o bitset) bool {
	for i := range s {
		if s[i]&o[i] != 0 {
			return true
		}
	}
	return false
}

func (s bitset) members() []int {
	n := 0
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	list := make([]int, 0, n)
	for i, word := range s {
		for ; word != 0; word &= word - 1 {
			list = append(list, i*64+bits.TrailingZeros64(word))
		}
	}
	return list
}

// findRequests finds what a group can lead to. The groups that it calls are
// known already.
func (e *evaluator) findRequests(i int) {
	set := make(bitset, (len(e.g.Requests)+63)/64)
	gr := &e.calls.groups[i]
	for _, f := range gr.funcs {
		p := newPlan(&e.g.Funcs[f])
		e.plans[f] = p
		for _, callee := range p.calls {
			if of := e.calls.groupOf[callee]; of != i {
				gr.calls = append(gr.calls, of)
			}
		}
		for _, s := range e.g.Funcs[f].Steps {
			if s.Request != -1 {
				set.add(s.Request)
			}
			for _, callee := range s.Funcs {
				if of := e.calls.groupOf[callee]; of != i {
					set.unite(e.sets[of])
				}
			}
		}
	}
	gr.calls = distinct(gr.calls)
	e.sets[i], e.requests[i] = set, set.members()
}

// evaluate works out the amounts of the functions that others than their own group ask
// for. Requests do not depend on each other: different processors take different ones.
func (e *evaluator) evaluate() {
	for i, gr := range e.calls.groups {
		for _, f := range gr.doors {
			e.amounts[f] = make([]Bound, len(e.requests[i]))
		}
	}
	var wg sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for k := range workers {
		wg.Go(func() {
			w := &walk{}
			for i := range e.calls.groups {
				for at, r := range e.requests[i] {
					if r%workers == k {
						e.evaluateFor(w, i, at)
					}
				}
			}
		})
	}
	wg.Wait()
}

// evaluateFor works out the amounts of a group for one of its requests. Those of the
// groups that it calls are known.
func (e *evaluator) evaluateFor(w *walk, i, at int) {
	gr := &e.calls.groups[i]
	c := circle{e: e, walk: w, group: i, request: e.requests[i][at]}
	if len(gr.funcs) > maxCircle {
		c.nearestFirst()
	}
	for _, f := range gr.doors {
		e.amounts[f][at] = c.from(f).amount
	}
}

// amount returns how often a function makes a request. Its group is evaluated.
func (e *evaluator) amount(f, r int) Bound {
	i := e.calls.groupOf[f]
	if !e.sets[i].has(r) {
		return Bound{}
	}
	at, _ := slices.BinarySearch(e.requests[i], r)
	return e.amounts[f][at]
}
