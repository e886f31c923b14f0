package amplify

import (
	"encoding/binary"
	"slices"
)

// kin is what is known, whatever the request, of which steps of a function
// repeat each other.
//
// Steps that make one request themselves and may run the same functions are of a
// kind: where they count at all, they repeat each other. The functions that the
// steps may run have names, counted within this function: instances of one
// function share theirs.
type kin struct {
	kindOf []int // by step
	kinds  []kind
	words  int // how many words a set of names takes
	self   int // the name of the function itself, or -1 where no step runs an instance of it
	// looked is whether what is below the functions is known.
	looked bool
}

type kind struct {
	request int // what its steps make themselves, or -1
	steps   int
	runs    []run
	// below are, by run, the functions further down that have one of the names.
	below [][]run
}

// run is a function that the steps of a kind may run, and its name.
type run struct{ fn, name int }

// identity is what the instances of a function have in common.
type identity struct {
	name string
	pos  Position
}

// kinOf returns what is known of a function's steps. It is worked out once.
func (e *evaluator) kinOf(f int) *kin {
	e.kinship.Lock()
	defer e.kinship.Unlock()
	p := e.plans[f]
	if p.kin != nil {
		return p.kin
	}
	n := &kin{kindOf: make([]int, len(p.fn.Steps))}
	p.kin = n
	known := map[string]int{}
	names := map[int]int{}
	var key []byte
	for x := range p.fn.Steps {
		s := &p.fn.Steps[x]
		key = binary.AppendVarint(key[:0], int64(s.Request))
		for _, callee := range s.Funcs {
			key = binary.AppendVarint(key, int64(callee))
		}
		i, ok := known[string(key)]
		if !ok {
			i = len(n.kinds)
			known[string(key)] = i
			n.kinds = append(n.kinds, kind{request: s.Request, runs: e.runsOf(s, names)})
		}
		n.kindOf[x] = i
		n.kinds[i].steps++
	}
	n.words = (len(names) + 63) / 64
	n.self = -1
	if name, ok := names[e.identities[f]]; ok {
		n.self = name
	}
	return n
}

// runsOf lists what a step may run, and counts its names.
func (e *evaluator) runsOf(s *Step, names map[int]int) []run {
	var runs []run
	for _, callee := range s.Funcs {
		name, ok := names[e.identities[callee]]
		if !ok {
			name = len(names)
			names[e.identities[callee]] = name
		}
		runs = append(runs, run{fn: callee, name: name})
	}
	return runs
}

// lookBelow finds the names further down. It is put off until there are steps
// that do not run the same function.
func (e *evaluator) lookBelow(n *kin) {
	e.kinship.Lock()
	defer e.kinship.Unlock()
	if n.looked {
		return
	}
	n.looked = true
	var starts []int
	names := map[int]int{} // by identity
	lowest := len(e.calls.groups)
	for _, k := range n.kinds {
		for _, r := range k.runs {
			id := e.identities[r.fn]
			names[id] = r.name
			lowest = min(lowest, e.lowest[id])
			starts = append(starts, r.fn)
		}
	}
	d := e.descend(starts, names, lowest)
	known := map[int][]run{} // by group
	for i := range n.kinds {
		k := &n.kinds[i]
		for _, r := range k.runs {
			g := e.calls.groupOf[r.fn]
			found, ok := known[g]
			if !ok {
				found = d.from(g)
				known[g] = found
			}
			k.below = append(k.below, found)
		}
	}
}

// identify numbers the functions by name and position, and finds the lowest
// group of each number.
func (e *evaluator) identify() {
	known := map[identity]int{}
	e.identities = make([]int, len(e.g.Funcs))
	e.visited, e.place = make([]int, len(e.calls.groups)), make([]int, len(e.calls.groups))
	for f := range e.g.Funcs {
		fn := &e.g.Funcs[f]
		id := identity{fn.Name, fn.Pos}
		i, ok := known[id]
		if !ok {
			i = len(known)
			known[id] = i
			e.lowest = append(e.lowest, len(e.calls.groups))
		}
		e.identities[f] = i
		if of := e.calls.groupOf[f]; of != -1 {
			e.lowest[i] = min(e.lowest[i], of)
		}
	}
}

// makes reports whether a function makes a request itself.
func (e *evaluator) makes(f, r int) bool {
	_, ok := slices.BinarySearch(e.plans[f].requests, r)
	return ok
}

// leads reports whether a function comes to make a request. Those that call each
// other in circles all do if one of them does.
func (e *evaluator) leads(f, r int) bool {
	i := e.calls.groupOf[f]
	if e.calls.groups[i].circular {
		return e.sets[i].has(r)
	}
	return !e.amount(f, r).IsZero()
}
