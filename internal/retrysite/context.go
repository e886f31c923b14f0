package retrysite

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// addContext finds out which context is at hand, and whether the waits watch it.
func (p *pkgInfo) addContext(s *Site, l *loop, vs []*verdict) {
	s.CtxInScope = p.contextAt(l.header.Parent(), l)
	for _, v := range vs {
		s.IgnoresEnd = s.IgnoresEnd || p.ignoresEnd(l, v)
	}
	for _, w := range s.Waits {
		if w.Watches {
			s.Context = true
		}
	}
	if !s.Context {
		s.Context = p.checksContext(l)
	}
	if s.CtxInScope == "" {
		for _, v := range vs {
			if n := p.contextArg(&v.probe.call.Call, l.contains); n != "" {
				s.CtxInScope = n
			}
		}
	}
}

// ignoresEnd reports whether the loop waits for a context's end as well as for the
// time, and goes on all the same when the context has ended.
func (p *pkgInfo) ignoresEnd(l *loop, v *verdict) bool {
	watches := false
	for _, b := range l.inOrder() {
		for _, instr := range b.Instrs {
			if sel, ok := instr.(*ssa.Select); ok && sel.Blocking && endState(sel) >= 0 {
				watches = true
			}
		}
	}
	if !watches {
		return false
	}
	for _, a := range v.probe.fails {
		w := &walker{pkg: p, region: l.blocks, header: l.header, target: v.probe.call, assume: a, ended: true}
		e := p.seed(l, v.probe.call)
		e.add(assumedOf(v.probe.call, a))
		w.run(v.probe.call, e)
		for _, o := range w.outcomes {
			if o.again && !w.cut && slices.ContainsFunc(w.marked(o.waited), watchesEnd) {
				return true
			}
		}
	}
	return false
}

// watchesEnd reports whether an instruction is a select with a context's end.
func watchesEnd(instr ssa.Instruction) bool {
	sel, ok := instr.(*ssa.Select)
	return ok && endState(sel) >= 0
}

// endState gives the case of a select that a context's end makes ready, or -1.
func endState(sel *ssa.Select) int {
	for i, st := range sel.States {
		if c, ok := stripConversions(st.Chan).(*ssa.Call); ok && st.Dir == types.RecvOnly && c.Call.IsInvoke() && isContext(c.Call.Value.Type()) {
			return i
		}
	}
	return -1
}

// gaveUp reports whether a result is the error with which a helper that waits tells
// that the context has ended.
func (w *walker) gaveUp(call *ssa.Call, index int) bool {
	res := call.Call.Signature().Results()
	if index >= res.Len() || !isErrorish(res.At(index).Type()) {
		return false
	}
	wt := w.pkg.waitAt(call)
	return wt != nil && wt.watches
}

// asksOther reports whether a result is the answer of a function out of sight that asks
// whether an error is, by the function's name, of a kind that has nothing to do with
// the end of a context.
func (w *walker) asksOther(call *ssa.Call, index int) bool {
	fn := call.Call.StaticCallee()
	if readsMessage(call) {
		return true
	}
	if fn == nil || fn.Pkg == w.pkg.ssa || fn.Parent() != nil || len(call.Call.Args) != 1 || !isError(call.Call.Args[0].Type()) {
		return false
	}
	words := camelWords(fn.Name())
	res := call.Call.Signature().Results()
	return index < res.Len() && isBool(res.At(index).Type()) && len(words) > 1 && words[0] == "is" && unlikeEnd(fn.Name()) &&
		!hasWord(fn.Name(), "retr", "temp", "transient", "recover", "again")
}

// readsMessage reports whether a call looks in the message of an error for something
// that is not in the one of a context's end.
func readsMessage(call *ssa.Call) bool {
	path, name := calleePath(&call.Call)
	if path != "strings" || name != "HasPrefix" && name != "HasSuffix" && name != "Contains" {
		return false
	}
	msg, ok := call.Call.Args[0].(*ssa.Call)
	if !ok || !msg.Call.IsInvoke() || msg.Call.Method.Name() != "Error" || !isError(msg.Call.Value.Type()) {
		return false
	}
	text, ok := call.Call.Args[1].(*ssa.Const)
	return ok && text.Value != nil && !strings.Contains("context canceled", constant.StringVal(text.Value))
}

// noContextAt reports whether an instruction is reached only where a context is nil.
func noContextAt(at ssa.Instruction) bool {
	for b := at.Block(); b.Idom() != nil; b = b.Idom() {
		in, ok := b.Idom().Instrs[len(b.Idom().Instrs)-1].(*ssa.If)
		if !ok || len(b.Preds) != 1 {
			continue
		}
		c, ok := in.Cond.(*ssa.BinOp)
		if !ok || !isContext(c.X.Type()) || !isNilConst(c.Y) {
			continue
		}
		isNil := c.Op == token.EQL && b == in.Block().Succs[0] || c.Op == token.NEQ && b == in.Block().Succs[1]
		if isNil {
			return true
		}
	}
	return false
}

// contextAt names a context or a done channel that the function around a loop
// has at hand: a parameter, also of an enclosing function, or one used in the loop.
func (p *pkgInfo) contextAt(fn *ssa.Function, l *loop) string {
	for f := fn; f != nil; f = f.Parent() {
		for _, prm := range f.Params {
			if isContext(prm.Type()) && prm.Name() != "_" {
				return prm.Name()
			}
			if isRequest(prm.Type()) && prm.Name() != "_" {
				return prm.Name() + ".Context()"
			}
		}
	}
	for _, b := range l.inOrder() {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Select:
				for _, st := range instr.States {
					if st.Dir == types.RecvOnly && isDoneChan(st.Chan) {
						return nonEmpty(valueName(st.Chan), "the done channel")
					}
				}
			case *ssa.Call:
				if m := instr.Call.Method; m != nil && isContext(instr.Call.Value.Type()) && (m.Name() == "Err" || m.Name() == "Done") {
					return nonEmpty(valueName(instr.Call.Value), "the context")
				}
			}
		}
	}
	return contextField(fn)
}

// contextField names the context that the receiver of a method keeps.
func contextField(fn *ssa.Function) string {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	if fn.Signature.Recv() == nil || len(fn.Params) == 0 {
		return ""
	}
	st := structOf(fn.Params[0].Type())
	if st == nil {
		return ""
	}
	for f := range st.Fields() {
		if isContext(f.Type()) {
			return fn.Params[0].Name() + "." + f.Name()
		}
	}
	return ""
}

// contextArg names the context that a call is given, unless it is one that nobody ends,
// or that ends with the attempt, of which the instructions are.
func (p *pkgInfo) contextArg(c *ssa.CallCommon, attempt func(ssa.Instruction) bool) string {
	for _, a := range c.Args {
		if !isContext(a.Type()) {
			continue
		}
		if p.neverEnds(a, attempt, 0) {
			return ""
		}
		if n := valueName(a); n != "" {
			return n
		}
		return "the operation's context"
	}
	return ""
}

// neverEnds reports whether a context is made in this package from nothing, so that it
// never ends, or is made anew from such a one for each attempt.
func (p *pkgInfo) neverEnds(v ssa.Value, attempt func(ssa.Instruction) bool, depth int) bool {
	if depth > 6 {
		return false
	}
	switch v := stripConversions(v).(type) {
	case *ssa.Call:
		path, name := calleePath(&v.Call)
		switch {
		case path != "context":
			return false
		case name == "Background" || name == "TODO" || name == "WithoutCancel":
			return true
		}
		return name == "WithValue" && p.neverEnds(v.Call.Args[0], attempt, depth+1)
	case *ssa.Extract:
		c, ok := v.Tuple.(*ssa.Call)
		if !ok || v.Index != 0 || !attempt(c) {
			return false
		}
		path, _ := calleePath(&c.Call)
		return path == "context" && p.neverEnds(c.Call.Args[0], attempt, depth+1)
	case *ssa.Phi:
		return p.noneEnds(v.Edges, attempt, depth)
	case *ssa.FreeVar:
		if b := bindingOf(v); b != nil {
			return p.neverEnds(b, attempt, depth+1)
		}
	case *ssa.UnOp:
		switch v.X.(type) {
		case *ssa.Alloc, *ssa.FreeVar, *ssa.Global:
			return v.Op == token.MUL && p.noneEnds(p.valuesAt(v.X), attempt, depth)
		}
	}
	return false
}

// noAttempt is what is said of the instructions where no attempt is looked at.
func noAttempt(ssa.Instruction) bool { return false }

// noneEnds reports whether none of several contexts ends.
func (p *pkgInfo) noneEnds(vs []ssa.Value, attempt func(ssa.Instruction) bool, depth int) bool {
	for _, v := range vs {
		if !p.neverEnds(v, attempt, depth+2) {
			return false
		}
	}
	return len(vs) > 0
}

// checksContext reports whether the loop looks at a context's end, or at a done
// channel, and leaves.
func (p *pkgInfo) checksContext(l *loop) bool {
	for _, b := range l.inOrder() {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Select:
				for _, st := range instr.States {
					if st.Dir == types.RecvOnly && isDoneChan(st.Chan) {
						return true
					}
				}
			case *ssa.UnOp:
				if instr.Op == token.ARROW && isDoneChan(instr.X) {
					return true
				}
			case *ssa.Call:
				if m := instr.Call.Method; m != nil && m.Name() == "Err" && isContext(instr.Call.Value.Type()) {
					return true
				}
			}
		}
	}
	return false
}
