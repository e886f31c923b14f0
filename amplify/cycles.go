package amplify

// group is a set of functions that call each other in circles, or one function.
type group struct {
	funcs []int // in the order in which they were found
	// circular reports whether a function of the group calls one of the group.
	circular bool
	// doors are the functions that are called from outside, or entries.
	doors []int
	// calls are the other groups that attempts of its functions call, in order.
	calls []int
}

// callOrder is the calls of a graph in groups, as far as entries lead to them.
// What a group calls outside itself is in groups before it.
type callOrder struct {
	groups  []group
	groupOf []int   // by function; -1 where no entry leads to it
	callees [][]int // by function, what it may call, in the order of its steps
}

// tarjan finds the groups (Tarjan's strongly connected components).
type tarjan struct {
	out   *callOrder
	index []int // when a function was found, from 1
	low   []int // the earliest function on the stack that it leads back to
	stack []int
}

func orderCalls(g *Graph) *callOrder {
	n := len(g.Funcs)
	out := &callOrder{groupOf: make([]int, n), callees: make([][]int, n)}
	for f := range out.groupOf {
		out.groupOf[f] = -1
		for i := range g.Funcs[f].Steps {
			out.callees[f] = append(out.callees[f], g.Funcs[f].Steps[i].Funcs...)
		}
	}
	t := &tarjan{out: out, index: make([]int, n), low: make([]int, n)}
	found := 0
	for _, e := range g.Entries {
		if t.index[e.Func] == 0 {
			found = t.visit(e.Func, found)
		}
	}
	out.findDoors(g)
	return out
}

func (t *tarjan) visit(f, found int) int {
	found++
	t.index[f], t.low[f] = found, found
	t.stack = append(t.stack, f)
	for _, callee := range t.out.callees[f] {
		switch {
		case t.index[callee] == 0:
			found = t.visit(callee, found)
			t.low[f] = min(t.low[f], t.low[callee])
		case t.out.groupOf[callee] == -1:
			t.low[f] = min(t.low[f], t.index[callee])
		}
	}
	if t.low[f] == t.index[f] {
		t.close(f)
	}
	return found
}

// close takes the group that f was the first of off the stack.
func (t *tarjan) close(f int) {
	at := len(t.stack) - 1
	for t.stack[at] != f {
		at--
	}
	funcs := append([]int(nil), t.stack[at:]...)
	t.stack = t.stack[:at]
	for _, m := range funcs {
		t.out.groupOf[m] = len(t.out.groups)
	}
	t.out.groups = append(t.out.groups, group{funcs: funcs})
}

// findDoors says which functions of a group are called from where.
func (o *callOrder) findDoors(g *Graph) {
	isDoor := make([]bool, len(g.Funcs))
	for _, e := range g.Entries {
		isDoor[e.Func] = true
	}
	for i := range o.groups {
		for _, f := range o.groups[i].funcs {
			for _, callee := range o.callees[f] {
				if o.groupOf[callee] == i {
					o.groups[i].circular = true
				} else {
					isDoor[callee] = true
				}
			}
		}
	}
	for i := range o.groups {
		for _, f := range o.groups[i].funcs {
			if isDoor[f] {
				o.groups[i].doors = append(o.groups[i].doors, f)
			}
		}
	}
}
