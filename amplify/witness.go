package amplify

import (
	"cmp"
	"slices"
	"strings"
)

// call is a function and a request that is counted in it.
type call struct{ fn, request int }

// link is the part that one function has in a path to a request.
type link struct {
	frame  Frame
	layers []Layer // outermost first
	next   *link   // nil where the request is made here
}

// newLink describes a step that some loops of its function repeat.
func (c *circle) newLink(f, x int, loops []int) *link {
	fn := &c.e.g.Funcs[f]
	step := &fn.Steps[x]
	l := &link{frame: Frame{Function: fn.Name, Pos: step.Pos}}
	for _, i := range loops {
		l.layers = append(l.layers, *fn.Loops[i].Layer)
	}
	for _, layer := range step.Layers {
		if !layer.Attempts.IsOne() {
			l.layers = append(l.layers, layer)
		}
	}
	switch _, callee := c.once(step); {
	case callee == -1:
	case c.e.calls.groupOf[callee] == c.group:
		l.next = c.known[callee].link
	default:
		l.next = c.e.link(callee, c.request)
	}
	return l
}

// link returns how the worst case of a function comes about.
func (e *evaluator) link(f, r int) *link {
	if l, ok := e.links[call{f, r}]; ok {
		return l
	}
	group := e.calls.groupOf[f]
	c := circle{e: e, walk: &e.walk, group: group, request: r, trace: true}
	if len(e.calls.groups[group].funcs) > maxCircle {
		c.nearestFirst()
		for g, o := range c.known {
			e.links[call{g, r}] = o.link
		}
	}
	l := c.from(f).link
	e.links[call{f, r}] = l
	return l
}

// report puts together what was found.
func (e *evaluator) report() *Report {
	rep := &Report{}
	for _, entry := range e.g.Entries {
		rep.Entries = append(rep.Entries, EntryReport{Entry: entry, Sinks: e.sinks(entry.Func)})
	}
	slices.SortStableFunc(rep.Entries, compareEntries)
	return rep
}

// sinks reports the worst request of each sink that a function leads to.
func (e *evaluator) sinks(f int) []SinkReport {
	worst := map[string]int{}
	var names []string
	for _, r := range e.requests[e.calls.groupOf[f]] {
		n := e.amount(f, r)
		if n.IsZero() {
			continue
		}
		sink := e.g.Requests[r].Sink
		before, ok := worst[sink]
		if !ok {
			names = append(names, sink)
		}
		if !ok || n.Worse(e.amount(f, before)) {
			worst[sink] = r
		}
	}
	var sinks []SinkReport
	for _, sink := range names {
		sinks = append(sinks, e.sink(f, worst[sink]))
	}
	slices.SortFunc(sinks, func(a, b SinkReport) int {
		return cmp.Or(compare(b.Attempts, a.Attempts), strings.Compare(a.Sink, b.Sink))
	})
	return sinks
}

func (e *evaluator) sink(f, r int) SinkReport {
	req := &e.g.Requests[r]
	s := SinkReport{Sink: req.Sink, Attempts: e.amount(f, r), Failover: req.Failover}
	for l := e.link(f, r); l != nil; l = l.next {
		s.Layers = append(s.Layers, l.layers...)
		s.Path = append(s.Path, l.frame)
	}
	for i := range s.Layers {
		s.Failover = s.Failover || s.Layers[i].Kind == "failover"
	}
	return s
}

// compareEntries orders entries worst first; those that call nothing come last.
func compareEntries(a, b EntryReport) int {
	return cmp.Or(
		compare(b.worst(), a.worst()),
		strings.Compare(string(a.Kind), string(b.Kind)),
		strings.Compare(a.Name, b.Name),
		strings.Compare(a.Function, b.Function),
		strings.Compare(a.Pos.File, b.Pos.File),
		cmp.Compare(a.Pos.Line, b.Pos.Line),
		cmp.Compare(a.Pos.Column, b.Pos.Column),
	)
}

// worst returns the attempts of the worst sink.
func (r *EntryReport) worst() Bound {
	if len(r.Sinks) == 0 {
		return Bound{}
	}
	return r.Sinks[0].Attempts
}
