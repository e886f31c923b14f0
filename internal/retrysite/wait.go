package retrysite

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// waitInfo describes an instruction that pauses.
type waitInfo struct {
	name      string
	duration  ssa.Value   // of a plain sleep, for the walker to evaluate; may be nil
	durations []ssa.Value // all durations that its timers are set to
	event     bool        // a signal, a tick or a channel: no duration
	watches   bool        // a context or a done channel ends it
	delay     Delay
	jitter    Tri
	module    bool      // the analysed code computes the duration
	told      ssa.Value // the error that a helper waits for; may be nil
	mayStop   bool      // the duration may be a policy's stop value, which is negative: no wait
}

// waitAt describes the wait that instr is, or gives nil.
func (p *pkgInfo) waitAt(instr ssa.Instruction) *waitInfo {
	if w, ok := p.waits[instr]; ok {
		return w
	}
	p.waits[instr] = nil // for a helper that calls itself
	w := p.findWait(instr)
	if w != nil && w.delay.Kind == "" {
		p.describe(w, nil)
	}
	p.waits[instr] = w
	return w
}

func (p *pkgInfo) findWait(instr ssa.Instruction) *waitInfo {
	switch instr := instr.(type) {
	case *ssa.UnOp:
		if instr.Op == token.ARROW {
			return p.receive(instr.X)
		}
	case *ssa.Select:
		if instr.Blocking {
			return p.selectWait(instr)
		}
	case *ssa.Call:
		return p.callWait(&instr.Call)
	}
	return nil
}

// callWait describes a call that pauses: time.Sleep, a helper that waits on
// every way through it, a policy object of the catalog, or a call that cannot
// be seen into and by its signature does nothing but wait.
func (p *pkgInfo) callWait(c *ssa.CallCommon) *waitInfo {
	if w := limiterWait(c); w != nil {
		return w
	}
	fn := c.StaticCallee()
	if fn == nil {
		return p.dynamicWait(c)
	}
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if fn.Pkg == p.ssa || fn.Parent() != nil {
		return p.helperWait(callee{fn, p.decider().frameAt(fn, c, c.Args, nil, nil)}, c)
	}
	obj, ok := fn.Object().(*types.Func)
	if !ok || obj.Pkg() == nil {
		return nil
	}
	return p.foreignWait(obj, c)
}

func (p *pkgInfo) foreignWait(obj *types.Func, c *ssa.CallCommon) *waitInfo {
	name, recv := obj.Name(), receiverName(obj)
	switch path := obj.Pkg().Path(); {
	case path == "time" && name == "Sleep":
		d := c.Args[0]
		return &waitInfo{name: "time.Sleep", duration: d, durations: []ssa.Value{d}, module: true}
	case path == "sync" && name == "Wait":
		return &waitInfo{name: "(*sync." + recv + ").Wait", event: true}
	}
	if w := p.catalogWait(obj); w != nil {
		return w
	}
	fact := new(WaitsFact)
	if p.pass.ImportObjectFact(obj.Origin(), fact) {
		return p.factWait(obj, fact, c)
	}
	if d := durationArg(c); d != nil && waitName(name) {
		return &waitInfo{name: funcName(obj), duration: d, durations: []ssa.Value{d}, module: true, watches: takesContext(c.Signature())}
	}
	return nil
}

// factWait describes a call of another package's function that waits.
func (p *pkgInfo) factWait(obj *types.Func, f *WaitsFact, c *ssa.CallCommon) *waitInfo {
	w := &waitInfo{name: funcName(obj), watches: f.Watches, event: f.Delay.Kind == Event, module: f.Module}
	if k := p.chosen(f.Chosen, obj, c, nil); k != nil {
		w.delay, w.jitter, w.module = k.Delay, No, k.Module
		return w
	}
	if f.Duration >= 0 {
		if i := f.Duration + receiverArgs(obj); i < len(c.Args) {
			d := c.Args[i]
			w.duration, w.durations, w.module = d, []ssa.Value{d}, true
			return w
		}
	}
	w.delay, w.jitter = f.Delay, f.Jitter
	return w
}

func receiverArgs(obj *types.Func) int {
	if obj.Signature().Recv() != nil {
		return 1
	}
	return 0
}

// dynamicWait describes a call through an interface or a func value that by
// its name or signature waits: Sleep(d), Wait(ctx), Backoff(err), a
// func(time.Duration) in a field so that tests can replace it.
func (p *pkgInfo) dynamicWait(c *ssa.CallCommon) *waitInfo {
	if _, ok := c.Value.(*ssa.Builtin); ok {
		return nil
	}
	sig := c.Signature()
	ctx := takesContext(sig)
	if c.IsInvoke() {
		name := c.Method.Name()
		if d := durationArg(c); d != nil && waitName(name) && !isTimeChan(sig.Results()) {
			return &waitInfo{name: name, duration: d, durations: []ssa.Value{d}, module: true, watches: ctx}
		}
		switch name {
		case "Wait", "Sleep", "Backoff", "BackOff", "Pause":
			if asksFor(sig) {
				return nil
			}
			return &waitInfo{name: name, watches: ctx, delay: Delay{Kind: Custom}}
		}
		return p.policyWait(c)
	}
	for _, in := range p.insidesOf(c, nil) {
		if w := p.helperWait(in, c); w != nil {
			return w
		}
	}
	if d := durationArg(c); d != nil && sig.Params().Len() <= 2 && sig.Results().Len() <= 1 && (sig.Results().Len() == 0 || fallible(sig) || isBool(sig.Results().At(0).Type())) {
		return &waitInfo{name: valueName(c.Value), duration: d, durations: []ssa.Value{d}, module: true, watches: ctx}
	}
	if waitName(valueName(c.Value)) && sig.Params().Len() <= 2 && (sig.Results().Len() == 0 || fallible(sig)) {
		return &waitInfo{name: valueName(c.Value), watches: ctx, delay: Delay{Kind: Custom}}
	}
	// A func value of a type whose functions in this package all wait.
	if sig.Params().Len() > 0 {
		p.index()
		fns := p.bySig[sigKey(sig)]
		if len(fns) == 0 || len(fns) > 6 {
			return nil
		}
		var first *waitInfo
		for _, fn := range fns {
			w := p.helperWait(callee{fn, p.decider().frameAt(fn, c, c.Args, nil, nil)}, c)
			if w == nil {
				return nil
			}
			if first == nil {
				first = w
			}
		}
		return first
	}
	return nil
}

// policyWait describes the question of whether to go on that a policy is asked through an
// interface of the package, where one of the package's policies waits before it says yes.
func (p *pkgInfo) policyWait(c *ssa.CallCommon) *waitInfo {
	if !fallibleOrBool(c.Signature()) {
		return nil
	}
	for _, fn := range p.methodsBehind(c) {
		if fn != nil && p.waitsToAgree(fn) {
			return &waitInfo{name: c.Method.Name(), delay: Delay{Kind: Custom}}
		}
	}
	return nil
}

// waitsToAgree reports whether a function that answers yes or no waits for a time before
// it says yes, and does nothing else.
func (p *pkgInfo) waitsToAgree(fn *ssa.Function) bool {
	if blocks, _ := p.waitBlocks(fn); len(blocks) == 0 || len(fn.Blocks) > 60 || p.runsOperations(fn) {
		return false
	}
	w := &walker{pkg: p, depth: 1}
	w.runFrom(fn, &env{})
	agrees := false
	for _, o := range w.outcomes {
		if len(o.ret) == 1 && o.ret[0] == falseV {
			continue
		}
		if !p.timed([]outcome{{state: o.state, again: true}}, w) {
			return false
		}
		agrees = true
	}
	return agrees && !w.cut
}

// asksFor reports whether a function is given a message, or gives one beside an error:
// it asks for something, whatever its name.
func asksFor(sig *types.Signature) bool {
	for v := range sig.Params().Variables() {
		if isPointer(v.Type()) && structOf(v.Type()) != nil && !isErrorish(v.Type()) {
			return true
		}
	}
	for v := range sig.Results().Variables() {
		if isPointer(v.Type()) && structOf(v.Type()) != nil && !isErrorish(v.Type()) {
			return true
		}
	}
	return false
}

// waitName reports whether a function's name says that it waits.
func waitName(name string) bool {
	n := strings.ToLower(name)
	for _, w := range []string{"sleep", "wait", "pause", "delay", "backoff"} {
		if strings.Contains(n, w) {
			return true
		}
	}
	return false
}

// durationArg gives the time.Duration that a call is given, if it is one.
func durationArg(c *ssa.CallCommon) ssa.Value {
	var d ssa.Value
	for _, a := range c.Args {
		if isDuration(a.Type()) {
			if d != nil {
				return nil
			}
			d = a
		}
	}
	return d
}

func isDuration(t types.Type) bool { return namedType(t, "time", "Duration") }

// namedType reports whether t is the named type, or a pointer to it.
func namedType(t types.Type, path, name string) bool {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, ok := t.(*types.Named)
	return ok && n.Obj().Name() == name && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == path
}

func calleeName(c *ssa.CallCommon) string {
	if c.IsInvoke() {
		return c.Method.Name()
	}
	if fn := c.StaticCallee(); fn != nil {
		return fn.Name()
	}
	return valueName(c.Value)
}
