package amplify

import "slices"

// descent is what calls lead to from some groups.
type descent struct {
	e       *evaluator
	reached []int // groups, in order
	// named are the functions in them that have one of the names; own and below are,
	// in the order of reached, those of named in a group, and those that it calls.
	named      []run
	own, below []bitset
}

// descend finds out to which functions that have one of the names calls lead.
// Calls lead to the same group or to earlier ones, so nothing is looked for beyond
// the lowest group that has any of the names.
func (e *evaluator) descend(starts []int, names map[int]int, lowest int) *descent {
	d := &descent{e: e}
	e.visits++
	for _, f := range starts {
		d.reach(e.calls.groupOf[f], lowest)
	}
	slices.Sort(d.reached)
	ends := make([]int, len(d.reached)) // of the groups' functions in named
	for i, g := range d.reached {
		e.place[g] = i
		for _, f := range e.calls.groups[g].funcs {
			if name, ok := names[e.identities[f]]; ok {
				d.named = append(d.named, run{f, name})
			}
		}
		ends[i] = len(d.named)
	}
	d.fill(ends)
	return d
}

// reach lists a group and all that it leads to.
func (d *descent) reach(g, lowest int) {
	if d.e.visited[g] == d.e.visits || g < lowest {
		return
	}
	d.e.visited[g] = d.e.visits
	d.reached = append(d.reached, g)
	for _, callee := range d.e.calls.groups[g].calls {
		d.reach(callee, lowest)
	}
}

// fill finds the sets of the groups, after those that they call.
func (d *descent) fill(ends []int) {
	words := (len(d.named) + 63) / 64
	d.e.room = sized(d.e.room, 2*words*len(d.reached))
	room := d.e.room
	next := func() bitset {
		s := room[:words]
		room = room[words:]
		return s
	}
	n := 0
	for i, g := range d.reached {
		own, below := next(), next()
		for ; n < ends[i]; n++ {
			own.add(n)
		}
		if d.e.calls.groups[g].circular {
			below.unite(own)
		}
		for _, callee := range d.e.calls.groups[g].calls {
			if d.e.visited[callee] == d.e.visits {
				below.unite(d.own[d.e.place[callee]])
				below.unite(d.below[d.e.place[callee]])
			}
		}
		d.own, d.below = append(d.own, own), append(d.below, below)
	}
}

// from lists the named functions that calls lead to from a group.
func (d *descent) from(g int) []run {
	if d.e.visited[g] != d.e.visits {
		return nil
	}
	members := d.below[d.e.place[g]].members()
	found := make([]run, len(members))
	for i, n := range members {
		found[i] = d.named[n]
	}
	return found
}
