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
	fallible  bool        // a helper that tells by an error or false that it did not wait
	delay     Delay
	jitter    Tri
	module    bool // the analysed code computes the duration
	mayStop   bool // the duration may be a policy's stop value, which is negative: no wait
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

// receive describes the receive from a channel.
func (p *pkgInfo) receive(ch ssa.Value) *waitInfo {
	if ds, ok := p.timerDurations(ch, 0); ok {
		return &waitInfo{name: "timer", durations: ds, module: true}
	}
	if isDoneChan(ch) {
		return &waitInfo{name: "done channel", event: true, watches: true}
	}
	if w := p.feeder(ch); w != nil {
		return w
	}
	return &waitInfo{name: "channel receive", event: true}
}

// feeder describes the receive from a channel that a function of the package
// returns, where the goroutine that feeds it sleeps in between.
func (p *pkgInfo) feeder(ch ssa.Value) *waitInfo {
	call, ok := stripConversions(ch).(*ssa.Call)
	if !ok {
		return nil
	}
	fn := call.Call.StaticCallee()
	if fn == nil || fn.Pkg != p.ssa {
		return nil
	}
	var f features
	timed := false
	for _, lit := range withLiterals(fn)[1:] {
		_, all := p.waitBlocks(lit)
		for _, instr := range all {
			w := p.waitAt(instr)
			if w == nil || w.event {
				continue
			}
			timed = true
			for _, d := range w.durations {
				p.trace(d, &frame{fn: fn, args: call.Call.Args}, &f)
			}
		}
	}
	if !timed {
		return nil
	}
	return &waitInfo{name: displayName(fn), delay: f.delay(), jitter: f.jitterOf(), module: f.module()}
}

// selectWait describes a select without a default.
func (p *pkgInfo) selectWait(sel *ssa.Select) *waitInfo {
	w := &waitInfo{name: "select", event: true}
	for _, st := range sel.States {
		if st.Dir != types.RecvOnly {
			continue
		}
		if ds, ok := p.timerDurations(st.Chan, 0); ok {
			w.durations = append(w.durations, ds...)
			w.event, w.module = false, true
		} else if isDoneChan(st.Chan) {
			w.watches = true
		}
	}
	return w
}

// timerDurations gives the durations that the timer behind a channel is set to:
// time.After(d), the C of a time.Timer, or a clock's After. It reports false
// for other channels, tickers among them.
func (p *pkgInfo) timerDurations(ch ssa.Value, depth int) ([]ssa.Value, bool) {
	if depth > 4 {
		return nil, false
	}
	switch v := stripConversions(ch).(type) {
	case *ssa.Call:
		if d := durationArg(&v.Call); d != nil && isTimeChan(v.Type()) {
			if fn := v.Call.StaticCallee(); fn != nil && fn.Name() == "Tick" {
				return nil, false
			}
			return []ssa.Value{d}, true
		}
		if m := v.Call.Method; m != nil && isTimeChan(v.Type()) && v.Call.Signature().Params().Len() == 0 {
			// A timer behind an interface: its C() or Chan().
			return nil, !strings.Contains(types.TypeString(v.Call.Value.Type(), nil), "Ticker")
		}
	case *ssa.UnOp:
		if v.Op != token.MUL {
			return nil, false
		}
		if fa, ok := v.X.(*ssa.FieldAddr); ok {
			if f := fieldOf(fa); f != nil && f.Name() == "C" && namedType(fa.X.Type(), "time", "Timer") {
				return p.timerSettings(fa.X), true
			}
		}
		if !isTimeChan(v.Type()) {
			return nil, false
		}
		return p.storedTimers(v.X, depth)
	case *ssa.Phi:
		var out []ssa.Value
		found := false
		for _, e := range v.Edges {
			if ds, ok := p.timerDurations(e, depth+1); ok {
				out, found = append(out, ds...), true
			}
		}
		return out, found
	}
	return nil, false
}

// storedTimers looks through a variable that holds a timer's channel.
func (p *pkgInfo) storedTimers(addr ssa.Value, depth int) ([]ssa.Value, bool) {
	var out []ssa.Value
	found := false
	for _, v := range p.valuesAt(addr) {
		if ds, ok := p.timerDurations(v, depth+1); ok {
			out, found = append(out, ds...), true
		}
	}
	return out, found
}

// timerSettings gives the durations that a *time.Timer is made with and reset to.
func (p *pkgInfo) timerSettings(timer ssa.Value) []ssa.Value {
	var out []ssa.Value
	add := func(v ssa.Value) {
		if c, ok := stripConversions(v).(*ssa.Call); ok {
			if d := durationArg(&c.Call); d != nil {
				out = append(out, d)
			}
		}
	}
	add(timer)
	refs := timer.Referrers()
	if ld, ok := timer.(*ssa.UnOp); ok && ld.Op == token.MUL {
		for _, v := range p.valuesAt(ld.X) {
			add(v)
		}
		for _, l := range p.loadsOf(ld.X) {
			out = append(out, resets(l)...)
		}
		return out
	}
	if ph, ok := timer.(*ssa.Phi); ok {
		for _, e := range ph.Edges {
			add(e)
			out = append(out, resets(e)...)
		}
	}
	if refs != nil {
		out = append(out, resets(timer)...)
	}
	return out
}

// resets gives the durations of the Reset calls on a timer value.
func resets(timer ssa.Value) []ssa.Value {
	var out []ssa.Value
	if timer.Referrers() == nil {
		return nil
	}
	for _, ref := range *timer.Referrers() {
		if c, ok := ref.(*ssa.Call); ok {
			if fn := c.Call.StaticCallee(); fn != nil && fn.Name() == "Reset" && len(c.Call.Args) == 2 && c.Call.Args[0] == timer {
				out = append(out, c.Call.Args[1])
			}
		}
	}
	return out
}

// valuesAt lists the values that are stored at addr: a variable of the
// function and its closures, a field anywhere in the package, a package variable.
func (p *pkgInfo) valuesAt(addr ssa.Value) []ssa.Value {
	switch a := addr.(type) {
	case *ssa.Alloc:
		return storedIn(a, 0)
	case *ssa.FreeVar:
		if b := bindingOf(a); b != nil {
			return p.valuesAt(b)
		}
		return storedIn(a, 0)
	case *ssa.FieldAddr:
		p.index()
		if f := fieldOf(a); f != nil {
			return p.fieldSts[f]
		}
	case *ssa.Global:
		var out []ssa.Value
		for _, st := range p.storesTo(a) {
			if st != nil {
				out = append(out, st.Val)
			}
		}
		return out
	}
	return nil
}

// storedIn lists what is stored in a variable, also by the closures that capture it.
func storedIn(v ssa.Value, depth int) []ssa.Value {
	var out []ssa.Value
	if depth > 4 || v.Referrers() == nil {
		return nil
	}
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr == v {
				out = append(out, ref.Val)
			}
		case *ssa.MakeClosure:
			fn := ref.Fn.(*ssa.Function)
			for i, b := range ref.Bindings {
				if b == v {
					out = append(out, storedIn(fn.FreeVars[i], depth+1)...)
				}
			}
		}
	}
	return out
}

// loadsOf lists the loads from the variable or field at addr within its function.
func (p *pkgInfo) loadsOf(addr ssa.Value) []ssa.Value {
	var out []ssa.Value
	if c, ok := cellOf(addr); ok {
		for _, b := range addr.Parent().Blocks {
			for _, instr := range b.Instrs {
				if ld, ok := instr.(*ssa.UnOp); ok && ld.Op == token.MUL {
					if lc, ok := cellOf(ld.X); ok && lc == c {
						out = append(out, ld)
					}
				}
			}
		}
	}
	return out
}

// callWait describes a call that pauses: time.Sleep, a helper that waits on
// every way through it, a policy object of the catalog, or a call that cannot
// be seen into and by its signature does nothing but wait.
func (p *pkgInfo) callWait(c *ssa.CallCommon) *waitInfo {
	fn := c.StaticCallee()
	if fn == nil {
		return p.dynamicWait(c)
	}
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if fn.Pkg == p.ssa || fn.Parent() != nil {
		return p.helperWait(fn, c)
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
	case path == "golang.org/x/time/rate" && strings.HasPrefix(name, "Wait"):
		return &waitInfo{name: "(*rate.Limiter).Wait", watches: true, delay: Delay{Kind: Event}}
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
			return &waitInfo{name: name, watches: ctx, delay: Delay{Kind: Custom}}
		}
		return nil
	}
	for _, fn := range p.funcsOf(c.Value, 0) {
		if fn.Pkg == p.ssa || fn.Parent() != nil {
			if w := p.helperWait(fn, c); w != nil {
				return w
			}
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
			w := p.helperWait(fn, c)
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

// waitSummary says whether and how a function waits.
type waitSummary struct {
	always  bool // on every way to a return, unless it tells of a failure
	waits   []ssa.Instruction
	watches bool
	event   bool
	works   bool // it runs operations too: it is more than a wait
	busy    bool // being computed
}

// helperWait describes the call of a function of this package that waits.
func (p *pkgInfo) helperWait(fn *ssa.Function, c *ssa.CallCommon) *waitInfo {
	sum := p.summarizeWaits(fn)
	if sum == nil || !sum.always || sum.works && !waitName(fn.Name()) {
		return nil
	}
	w := &waitInfo{name: displayName(fn), watches: sum.watches, event: sum.event, fallible: true, module: true}
	fr := &frame{fn: fn, args: c.Args}
	var f features
	for _, instr := range sum.waits {
		inner := p.waitAt(instr)
		if inner == nil || inner.event {
			continue
		}
		if len(inner.durations) == 0 {
			f.merge(inner)
			continue
		}
		for _, d := range inner.durations {
			p.trace(d, fr, &f)
		}
		if prm, ok := stripConversions(inner.durations[0]).(*ssa.Parameter); ok && len(inner.durations) == 1 {
			if a := fr.arg(prm); a != nil {
				w.duration = a
			}
		}
	}
	if sum.event {
		if !waitName(fn.Name()) {
			return nil // blocks on others as a part of its work
		}
		w.delay = Delay{Kind: Event}
		return w
	}
	w.delay, w.jitter, w.module = f.delay(), f.jitterOf(), f.module()
	return w
}

// sometimes describes a call of a helper that waits on some of its ways only.
func (p *pkgInfo) sometimes(fn *ssa.Function, c *ssa.CallCommon) *waitInfo {
	_, all := p.waitBlocks(fn)
	w := &waitInfo{name: displayName(fn), module: true}
	var f features
	timed := false
	for _, instr := range all {
		inner := p.waitAt(instr)
		if inner == nil || inner.event {
			continue
		}
		timed = true
		w.watches = w.watches || inner.watches
		for _, d := range inner.durations {
			p.trace(d, &frame{fn: fn, args: c.Args}, &f)
		}
		if len(inner.durations) == 0 {
			f.merge(inner)
		}
	}
	if !timed {
		return nil
	}
	w.delay, w.jitter, w.module = f.delay(), f.jitterOf(), f.module()
	return w
}

// summarizeWaits walks through fn to see whether it waits on every way.
func (p *pkgInfo) summarizeWaits(fn *ssa.Function) *waitSummary {
	if s, ok := p.waitFns[fn]; ok {
		if s.busy {
			return nil
		}
		return s
	}
	s := &waitSummary{busy: true}
	p.waitFns[fn] = s
	defer func() { s.busy = false }()
	if len(fn.Blocks) == 0 || len(fn.Blocks) > 120 {
		return s
	}
	blocks, all := p.waitBlocks(fn)
	if len(blocks) == 0 {
		return s
	}
	s.works = p.runsOperations(fn)
	if !canAvoid(fn, blocks) {
		s.always, s.event = true, true
		for _, instr := range all {
			s.add(p, instr)
		}
		return s
	}
	if !p.couldReportFailure(fn) {
		return s
	}
	w := &walker{pkg: p, depth: 1}
	e := &env{}
	for _, prm := range fn.Params {
		switch {
		case isDuration(prm.Type()):
			e.set(prm, atLeast(shortestWait))
		case isErrorish(prm.Type()):
			e.set(prm, nonNilV) // a helper is told what failed
		}
	}
	w.runFrom(fn, e)
	if w.steps > maxSteps {
		return s
	}
	s.always, s.event = false, true
	seen := uint64(0)
	for _, o := range w.outcomes {
		if o.waited != 0 {
			seen |= o.waited
			s.always = true
		}
	}
	for _, o := range w.outcomes {
		if o.waited == 0 && !failed(fn, o.ret) {
			s.always = false
		}
	}
	for _, instr := range w.marked(seen) {
		s.add(p, instr)
	}
	return s
}

func (s *waitSummary) add(p *pkgInfo, instr ssa.Instruction) {
	if wi := p.waitAt(instr); wi != nil {
		s.waits = append(s.waits, instr)
		s.watches = s.watches || wi.watches
		s.event = s.event && wi.event
	}
}

// runsOperations reports whether fn does anything that can fail beside waiting.
func (p *pkgInfo) runsOperations(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok && p.isOperation(call) && !neverRetried(&call.Call) && p.waitAt(call) == nil {
				return true
			}
		}
	}
	return false
}

// canAvoid reports whether some way from the entry to a return passes none of
// the blocks.
func canAvoid(fn *ssa.Function, blocks map[*ssa.BasicBlock]bool) bool {
	seen := map[*ssa.BasicBlock]bool{}
	work := []*ssa.BasicBlock{fn.Blocks[0]}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[b] || blocks[b] {
			continue
		}
		seen[b] = true
		if _, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			return true
		}
		work = append(work, b.Succs...)
	}
	return false
}

// couldReportFailure reports whether the ways of fn that do not wait may be
// told apart: by an error that it returns, or a duration that it is given.
func (p *pkgInfo) couldReportFailure(fn *ssa.Function) bool {
	if fallible(fn.Signature) {
		return true
	}
	for v := range fn.Signature.Params().Variables() {
		if isDuration(v.Type()) {
			return true
		}
	}
	return false
}

// failed reports whether the results say that the function did not do what it
// was called for: an error that is not plainly nil.
func failed(fn *ssa.Function, ret []value) bool {
	res := fn.Signature.Results()
	for i := range res.Len() {
		if i < len(ret) && isErrorish(res.At(i).Type()) && ret[i].kind != isNil {
			return true
		}
	}
	return false
}

// waitBlocks lists the blocks of fn that pause, and what pauses in them.
func (p *pkgInfo) waitBlocks(fn *ssa.Function) (map[*ssa.BasicBlock]bool, []ssa.Instruction) {
	blocks := map[*ssa.BasicBlock]bool{}
	var all []ssa.Instruction
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch in := instr.(type) {
			case *ssa.Select, *ssa.Call:
			case *ssa.UnOp:
				if in.Op != token.ARROW {
					continue
				}
			default:
				continue
			}
			if p.waitAt(instr) != nil {
				blocks[b] = true
				all = append(all, instr)
			}
		}
	}
	return blocks, all
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

// isTimeChan reports whether t is a channel of time.Time.
func isTimeChan(t types.Type) bool {
	if tup, ok := t.(*types.Tuple); ok {
		if tup.Len() != 1 {
			return false
		}
		t = tup.At(0).Type()
	}
	ch, ok := t.Underlying().(*types.Chan)
	return ok && namedType(ch.Elem(), "time", "Time")
}

// isDoneChan reports whether a channel tells of an end: a context's Done, a
// channel of empty structs, or one whose name says so.
func isDoneChan(ch ssa.Value) bool {
	ct, ok := ch.Type().Underlying().(*types.Chan)
	if !ok {
		return false
	}
	if c, ok := stripConversions(ch).(*ssa.Call); ok {
		switch calleeName(&c.Call) {
		case "Done", "Dead", "Dying", "Closed", "CloseChan", "Stopped", "Quit", "Context":
			return true
		}
	}
	if st, ok := ct.Elem().Underlying().(*types.Struct); ok && st.NumFields() == 0 {
		return true
	}
	n := strings.ToLower(valueName(ch))
	for _, w := range []string{"done", "stop", "quit", "close", "exit", "shutdown", "cancel", "die", "term", "halt", "end"} {
		if strings.Contains(n, w) {
			return true
		}
	}
	return false
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
