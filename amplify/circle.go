package amplify

import (
	"cmp"
	"slices"
)

// maxCircle is how many functions may call each other in circles and still be
// evaluated anew for each function that is called from outside.
const maxCircle = 64

// circle evaluates the functions of one group for one request.
type circle struct {
	e       *evaluator
	walk    *walk // used again from one circle to the next
	group   int
	request int
	// known are the functions that are done. One that is being evaluated is not
	// among them, so that calls back to it count nothing.
	known map[int]outcome
	begun map[int]bool
	trace bool // whether to keep links
}

// outcome is what came out for a function.
type outcome struct {
	amount Bound
	link   *link
}

// from evaluates a function that is called from outside. In a large group all
// functions are evaluated already.
func (c *circle) from(f int) outcome {
	switch gr := &c.e.calls.groups[c.group]; {
	case !gr.circular:
		return c.evaluate(f)
	case len(gr.funcs) > maxCircle:
		return c.known[f]
	}
	c.known, c.begun = map[int]outcome{}, map[int]bool{}
	return c.of(f)
}

// of evaluates a function, and before it those of the group that it calls.
func (c *circle) of(f int) outcome {
	c.begun[f] = true
	for _, callee := range c.e.calls.callees[f] {
		if c.e.calls.groupOf[callee] == c.group && !c.begun[callee] {
			c.of(callee)
		}
	}
	c.known[f] = c.evaluate(f)
	return c.known[f]
}

// nearestFirst evaluates all functions of the group in the order of how many
// calls they are away from the request. Calls to those that come later count
// nothing.
func (c *circle) nearestFirst() {
	c.known = map[int]outcome{}
	for _, f := range c.byDistance() {
		c.known[f] = c.evaluate(f)
	}
}

// byDistance orders the group by the calls to the request, then by index.
func (c *circle) byDistance() []int {
	funcs := c.e.calls.groups[c.group].funcs
	callers := map[int][]int{}
	far := map[int]int{}
	var todo []int
	for _, f := range funcs {
		for _, callee := range c.e.calls.callees[f] {
			if c.e.calls.groupOf[callee] == c.group {
				callers[callee] = append(callers[callee], f)
			}
		}
		if c.leadsOut(f) {
			far[f] = 0
			todo = append(todo, f)
		}
	}
	for ; len(todo) > 0; todo = todo[1:] {
		for _, f := range callers[todo[0]] {
			if _, ok := far[f]; !ok {
				far[f] = far[todo[0]] + 1
				todo = append(todo, f)
			}
		}
	}
	order := slices.Clone(funcs)
	slices.SortFunc(order, func(f, g int) int {
		return cmp.Or(cmp.Compare(far[f], far[g]), cmp.Compare(f, g))
	})
	return order
}

// leadsOut reports whether a function makes the request itself, or calls a
// function outside the group that does.
func (c *circle) leadsOut(f int) bool {
	for _, s := range c.e.g.Funcs[f].Steps {
		if s.Request == c.request {
			return true
		}
		for _, callee := range s.Funcs {
			if of := c.e.calls.groupOf[callee]; of != c.group && c.e.sets[of].has(c.request) {
				return true
			}
		}
	}
	return false
}

// amountOf returns how often a callee makes the request, as far as it is known.
func (c *circle) amountOf(callee int) Bound {
	if c.e.calls.groupOf[callee] == c.group {
		return c.known[callee].amount
	}
	return c.e.amount(callee, c.request)
}

// evaluate counts the request in one function.
func (c *circle) evaluate(f int) outcome {
	w := c.walk
	p := c.e.plans[f]
	w.reset(p)
	for x := range p.fn.Steps {
		once, _ := c.once(&p.fn.Steps[x])
		w.all[x] = p.times[x].Times(once)
	}
	c.relate(f)
	first, amount := w.worst()
	if first == -1 || !c.trace {
		return outcome{amount: amount}
	}
	w.again(first)
	x, loops := w.largest(first)
	return outcome{amount: amount, link: c.newLink(f, x, loops)}
}

// once returns how often one attempt of a step makes the request, and the
// function in which it does, -1 if it is the step itself. The step comes before
// functions, and those in their order, where they count the same.
func (c *circle) once(s *Step) (Bound, int) {
	worst, callee := Bound{}, -1
	if s.Request == c.request {
		worst = Number(1)
	}
	for _, f := range s.Funcs {
		if n := c.amountOf(f); n.Worse(worst) {
			worst, callee = n, f
		}
	}
	return worst, callee
}
