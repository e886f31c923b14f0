package retrysite

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

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
			fn := v.Call.StaticCallee()
			if fn != nil && fn.Name() == "Tick" {
				return nil, false
			}
			return append(p.timersMade(fn, depth), d), true
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

// timersMade gives the durations of the timers whose channels a function of the package
// returns.
func (p *pkgInfo) timersMade(fn *ssa.Function, depth int) []ssa.Value {
	if fn == nil || fn.Pkg != p.ssa {
		return nil
	}
	var out []ssa.Value
	for _, b := range fn.Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && len(ret.Results) == 1 {
			ds, _ := p.timerDurations(ret.Results[0], depth+1)
			out = append(out, ds...)
		}
	}
	return out
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
