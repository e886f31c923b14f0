package unfold

import (
	"fmt"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/amplify"
	"github.com/retrylint/retrylint/internal/catalog"
	"github.com/retrylint/retrylint/internal/retrysite"
)

// builder turns activations into the functions of a graph.
type builder struct {
	in       *interp
	fset     *token.FileSet
	packages map[*ssa.Package]*flows
	nodes    map[*activation]int
	requests map[string]int
	graph    *amplify.Graph
	tries    map[*activation]bool // bodies of ranges over functions that try again
}

// addEntry adds an entry and all that it leads to.
func (b *builder) addEntry(e entry) {
	fn := amplify.Entry{Name: e.name, Kind: e.kind, Function: retrysite.FuncName(e.fn), Pos: b.position(e.fn.Pos())}
	if !e.fn.Pos().IsValid() {
		fn.Pos = b.position(e.pos)
	}
	var funcs []int
	for _, a := range expand(e.runs) {
		funcs = append(funcs, b.node(a))
	}
	for _, p := range e.parts {
		funcs = append(funcs, b.partNode(p))
	}
	if len(funcs) == 1 {
		fn.Func = funcs[0]
	} else {
		fn.Func = b.alternatives(fn, funcs)
	}
	b.graph.Entries = append(b.graph.Entries, fn)
}

// alternatives adds a function that runs one of several.
func (b *builder) alternatives(e amplify.Entry, funcs []int) int {
	end := []amplify.Edge{{To: amplify.End, Back: -1}}
	b.graph.Funcs = append(b.graph.Funcs, amplify.Func{
		Name:  e.Function,
		Steps: []amplify.Step{{Loop: -1, Funcs: funcs, Request: -1, OnFailure: end, OnSuccess: end}},
		Start: []amplify.Edge{{To: 0, Back: -1}},
	})
	return len(b.graph.Funcs) - 1
}

// node gives the function of the graph that an activation is.
func (b *builder) node(a *activation) int {
	if i, ok := b.nodes[a]; ok {
		return i
	}
	i := len(b.graph.Funcs)
	b.nodes[a] = i
	b.graph.Funcs = append(b.graph.Funcs, amplify.Func{Name: retrysite.FuncName(a.fn), Pos: b.position(a.fn.Pos())})
	f := b.function(a)
	if len(a.turns) > 0 {
		f.Pos = amplify.Position{} // it is none of those that it stands for
	}
	b.graph.Funcs[i] = f
	return i
}

// function describes an activation.
func (b *builder) function(a *activation) amplify.Func {
	f := amplify.Func{Name: retrysite.FuncName(a.fn), Pos: b.position(a.fn.Pos())}
	if len(a.turns) > 0 {
		b.inTurn(&f, a)
		return f
	}
	steps := a.steps()
	if len(steps) == 0 {
		return f
	}
	if b.flowsOf(a) == nil {
		b.plain(&f, a, steps)
		return f
	}
	b.describe(&f, a, b.flowOf(a))
	return f
}

// describe adds the loops and the steps of a flow.
func (b *builder) describe(f *amplify.Func, a *activation, flow *retrysite.Flow) {
	for _, l := range flow.Loops {
		f.Loops = append(f.Loops, amplify.Loop{Parent: l.Parent, Layer: b.loopLayer(a, l)})
	}
	f.Start = edges(flow.Start)
	for _, s := range flow.Steps {
		f.Steps = append(f.Steps, b.step(a, s))
	}
}

// selfCalls lists the calls that an activation makes of the function that it is in.
func (a *activation) selfCalls() map[ssa.Instruction]bool {
	self := map[ssa.Instruction]bool{}
	for _, instr := range a.order {
		if a.calls[instr].self {
			self[instr] = true
		}
	}
	return self
}

// steps lists the calls of an activation that can make requests.
func (a *activation) steps() []ssa.Instruction {
	var out []ssa.Instruction
	for _, instr := range a.order {
		rec := a.calls[instr]
		if !rec.self && (rec.request != nil || slices.ContainsFunc(rec.targets, asks)) {
			out = append(out, instr)
		}
	}
	slices.SortStableFunc(out, func(x, y ssa.Instruction) int { return x.Block().Index - y.Block().Index })
	return out
}

// packageOf gives the package whose code a function is.
func packageOf(fn *ssa.Function) *ssa.Package {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn.Pkg
}

// plain describes a function without syntax of its own, such as a method value: its
// calls are alternatives.
func (b *builder) plain(f *amplify.Func, a *activation, steps []ssa.Instruction) {
	end := []amplify.Edge{{To: amplify.End, Back: -1}}
	for i, instr := range steps {
		s := b.calls(a, instr)
		s.Loop, s.OnFailure, s.OnSuccess = -1, end, end
		f.Steps = append(f.Steps, s)
		f.Start = append(f.Start, amplify.Edge{To: i, Back: -1})
	}
}

// inTurn describes an activation that runs others one after the other.
func (b *builder) inTurn(f *amplify.Func, a *activation) {
	end := []amplify.Edge{{To: amplify.End, Back: -1}}
	for i, t := range a.turns {
		s := amplify.Step{Pos: b.position(t.fn.Pos()), Loop: -1, Request: -1, OnFailure: end, OnSuccess: end}
		for _, t := range expand([]*activation{t}) {
			s.Funcs = append(s.Funcs, b.node(t))
		}
		if i+1 < len(a.turns) {
			s.OnSuccess = []amplify.Edge{{To: i + 1, Back: -1}}
			if !a.mayEnd {
				s.OnFailure = s.OnSuccess
			}
		}
		f.Steps = append(f.Steps, s)
	}
	f.Start = []amplify.Edge{{To: 0, Back: -1}}
}

func edges(ways []retrysite.Way) []amplify.Edge {
	var out []amplify.Edge
	for _, w := range ways {
		out = append(out, amplify.Edge{To: w.To, Back: w.Back, Settled: w.Settled})
	}
	return out
}

func (b *builder) step(a *activation, s retrysite.FlowStep) amplify.Step {
	out := b.calls(a, s.Instr)
	out.Loop, out.OnFailure, out.OnSuccess = s.Loop, edges(s.OnFailure), edges(s.OnSuccess)
	return out
}

// expand replaces method values and other functions without syntax of their own by
// what they call.
func expand(as []*activation) []*activation {
	var out []*activation
	seen := map[*activation]bool{}
	var add func(*activation)
	add = func(a *activation) {
		if seen[a] {
			return
		}
		seen[a] = true
		if inner, ok := a.stands(); ok {
			for _, t := range inner {
				add(t)
			}
			return
		}
		out = append(out, a)
	}
	for _, a := range as {
		add(a)
	}
	return out
}

// stands gives what an activation does nothing but call, where it is of a function
// without syntax of its own.
func (a *activation) stands() ([]*activation, bool) {
	if a.fn.Syntax() != nil || len(a.order) != 1 {
		return nil, false
	}
	rec := a.calls[a.order[0]]
	return rec.targets, rec.request == nil && rec.helper == nil && !rec.self && len(rec.targets) > 0
}

// calls tells what a step runs.
func (b *builder) calls(a *activation, instr ssa.Instruction) amplify.Step {
	rec := a.calls[instr]
	out := amplify.Step{Pos: b.position(instr.Pos()), Request: -1}
	for _, t := range expand(rec.targets) {
		if t.requests {
			out.Funcs = append(out.Funcs, b.node(t))
		}
	}
	if rec.request != nil {
		out.Request = b.request(a, instr, rec.request)
		for _, q := range rec.request.quotas {
			if l, ok := q.layer(rec.request.sink, out.Pos); ok {
				out.Layers = append(out.Layers, l)
			}
		}
	}
	if l, ok := b.listLayer(a, rec, out.Pos); ok {
		out.Layers = append(out.Layers, l)
	}
	if rec.helper != nil {
		if l, ok := b.helperLayer(a, rec, out.Pos); ok {
			out.Layers = append(out.Layers, l)
		}
	}
	return out
}

// request gives the index of a request: what one function asks of a sink is one
// request, unless it is given other constants, such as another method or path.
func (b *builder) request(a *activation, instr ssa.Instruction, r *request) int {
	var key strings.Builder
	fmt.Fprintf(&key, "%s %p", r.sink, a.fn)
	for _, v := range a.args {
		if s, ok := text(v); ok {
			key.WriteString(" " + strconv.Quote(s))
		}
	}
	for _, arg := range instr.(ssa.CallInstruction).Common().Args {
		if s, ok := text(a.vars.all(arg)); ok {
			key.WriteString(" " + strconv.Quote(s))
		} else if c, ok := arg.(*ssa.Const); ok && c.Value != nil {
			key.WriteString(" " + c.Value.ExactString())
		}
	}
	i, ok := b.requests[key.String()]
	if !ok {
		i = len(b.graph.Requests)
		b.requests[key.String()] = i
		b.graph.Requests = append(b.graph.Requests, amplify.Request{Sink: r.sink, Pos: b.position(instr.Pos())})
	}
	return i
}

// layer describes what retries in a client by itself.
func (q *quota) layer(sink string, pos amplify.Position) (amplify.Layer, bool) {
	n, ok := q.bound()
	why := q.why
	if !ok {
		n = q.attempts // the default, where what sets it is not known
		if q.unsure != "" {
			why += ", unless set by " + q.unsure
		}
	}
	if !q.known || n.IsOne() {
		return amplify.Layer{}, false
	}
	return amplify.Layer{Kind: "client", Attempts: n, Function: sink, Pos: pos, Library: q.library, Why: why}, true
}

// helperLayer describes the call of a library's retry helper. There is none where
// the callback's failures end it at once.
func (b *builder) helperLayer(a *activation, rec *callRecord, pos amplify.Position) (amplify.Layer, bool) {
	call, ok := rec.instr.(*ssa.Call)
	f := b.flowsOf(a)
	if !ok || f == nil {
		return amplify.Layer{}, false
	}
	site := f.pkg.Call(call)
	e := rec.helper.entry
	if site == nil && e.Repeats == catalog.Unfinished || b.endsAtOnce(rec) {
		return amplify.Layer{}, false
	}
	l := amplify.Layer{Kind: string(retrysite.Call), Function: retrysite.FuncName(a.fn), Pos: pos, Library: e.Package, Why: "argument of " + e.Symbol}
	n, known := rec.helper.policy.bound()
	switch {
	case known:
		l.Attempts, l.Why = n, rec.helper.policy.why
	case site != nil:
		l.Attempts, l.Why = siteBound(site, 0), site.Attempts.Why
	default:
		return l, false
	}
	if site != nil {
		l.Delay = string(site.Delay.Kind)
	}
	return l, !l.Attempts.IsOne()
}

// loopLayer describes a loop that retries.
func (b *builder) loopLayer(a *activation, l retrysite.FlowLoop) *amplify.Layer {
	if l.Site == nil || b.sharesBudget(a, l) {
		return nil
	}
	out := &amplify.Layer{
		Kind:     string(l.Site.Kind),
		Attempts: siteBound(l.Site, l.Plus),
		Function: l.Site.Func,
		Pos:      b.position(l.Site.Pos),
		Delay:    string(l.Site.Delay.Kind),
		Why:      l.Site.Attempts.Why,
	}
	if n, ok := b.guarded(a, l); ok {
		out.Attempts = amplify.Number(n)
	} else if q, n, ok := b.in.asksPolicy(a, l); ok {
		out.Attempts, out.Why, out.Library = n, q.why, q.library
	}
	return out
}

// siteBound turns the bound of a site into the arithmetic's.
func siteBound(s *retrysite.Site, plus int) amplify.Bound {
	a := s.Attempts
	switch a.Kind {
	case retrysite.Const:
		n := int64(a.N)
		if most, ok := fits(s).Number(); ok && most < n {
			n = most
		}
		return amplify.Number(n)
	case retrysite.Symbol:
		return amplify.Symbol(sum(a.Symbol, int64(plus)))
	case retrysite.Deadline:
		return fits(s)
	}
	return amplify.Unlimited()
}

// fits gives how many attempts there are in the time that a site has.
func fits(s *retrysite.Site) amplify.Bound {
	a := s.Attempts
	if a.Limit <= 0 || s.Delay.Base <= 0 {
		return amplify.Unlimited()
	}
	d := amplify.Delay{Kind: string(s.Delay.Kind), Base: s.Delay.Base, Max: s.Delay.Max, Factor: s.Delay.Factor}
	if a.Later {
		if a.Limit -= d.Base; a.Limit <= 0 {
			return amplify.Number(1)
		}
	}
	switch a.Clock {
	case retrysite.BeforeWait:
		return amplify.Fit(a.Limit-1, d).Plus(amplify.Number(1))
	case retrysite.AfterWait:
		return amplify.Fit(a.Limit-1, d)
	}
	return amplify.Fit(a.Limit, d)
}

// sum writes a symbol plus a number, also where the symbol is a sum itself.
func sum(name string, n int64) string {
	for _, op := range []string{" + ", " - "} {
		head, tail, ok := strings.Cut(name, op)
		k, err := strconv.ParseInt(tail, 10, 64)
		if !ok || err != nil || strings.ContainsAny(head, "*/+-") {
			continue
		}
		if op == " - " {
			k = -k
		}
		name, n = head, n+k
		break
	}
	switch {
	case n > 0:
		return "(" + name + " + " + strconv.FormatInt(n, 10) + ")"
	case n < 0:
		return "(" + name + " - " + strconv.FormatInt(-n, 10) + ")"
	}
	return name
}

func (b *builder) position(pos token.Pos) amplify.Position {
	if !pos.IsValid() {
		return amplify.Position{}
	}
	p := b.fset.Position(pos)
	return amplify.Position{File: p.Filename, Line: p.Line, Column: p.Column}
}
