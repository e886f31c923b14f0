package retrysite

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/catalog"
)

// helperUse is a call of a retry helper, with what its arguments make of it.
type helperUse struct {
	callback ssa.Value
	attempts Bound
	param    ssa.Value // the argument that gives the attempts, where they are a symbol
	plus     int
	field    string
	delay    Delay
	jitter   Tri
	context  bool
	unwaited bool
	takesEnd bool // the helper takes a context itself
	unsaid   bool // who describes the helper does not say whether something ends the waiting
	module   bool // the helper's body was read, here or where it is declared
	// elsewhere reports whether the helper belongs to another module, whose own
	// loop is not reported here.
	elsewhere bool
	// selective reports whether the helper is given a predicate on the error.
	selective bool
	reply     Reply
	library   string
	repeats   catalog.Outcome
	name      string
}

// helperUse describes a call of a retry helper: one that the catalog knows or
// a directive describes, or one whose body was read, here or in its own package.
func (p *pkgInfo) helperUse(call *ssa.Call) *helperUse {
	obj := calleeObject(&call.Call)
	if obj == nil {
		return nil
	}
	if e := p.funcRow(obj, catalog.Helper); e != nil {
		return p.catalogUse(call, obj, e)
	}
	if e := p.declaredHelper(obj); e != nil {
		u := p.catalogUse(call, obj, e)
		if u.attempts.Kind == Const {
			u.attempts.Why = "as " + obj.Name() + " declares"
		}
		if p.sameModule(obj.Pkg().Path()) {
			u.library = ""
		}
		return u
	}
	var h *Helper
	if fn := call.Call.StaticCallee(); fn != nil {
		if o := fn.Origin(); o != nil {
			fn = o
		}
		if fn.Pkg == p.ssa && len(fn.Blocks) > 0 {
			h = p.helperOf(fn)
		}
	}
	if h == nil {
		fact := new(Helper)
		if obj.Pkg() == nil || obj.Pkg() == p.pass.Pkg || !p.pass.ImportObjectFact(obj.Origin(), fact) {
			return nil
		}
		h = fact
	}
	return p.inferredUse(call, obj, h)
}

func (p *pkgInfo) inferredUse(call *ssa.Call, obj *types.Func, h *Helper) *helperUse {
	u := &helperUse{
		attempts: h.Attempts, delay: h.Delay, jitter: h.Jitter, context: h.Context, unwaited: h.Unwaited,
		takesEnd: h.TakesEnd, selective: h.Selective, reply: h.Reply, module: true, name: funcName(obj), elsewhere: !p.sameModule(obj.Pkg().Path()),
	}
	recv := receiverIn(&call.Call)
	if i := h.Callback + recv; i < len(call.Call.Args) {
		u.callback = call.Call.Args[i]
	}
	if h.Param >= 0 && h.Param+recv < len(call.Call.Args) {
		arg := call.Call.Args[h.Param+recv]
		w := &walker{pkg: p}
		if h.Field != "" {
			u.param, u.field = arg, h.Field
			if n, ok := p.fieldConstant(arg, h.Field, 0); ok {
				u.attempts = Bound{Kind: Const, N: max(1, int(n)), Why: h.Field + " of the argument of " + obj.Name(), Pos: arg.Pos()}
			}
		} else if n, ok := w.eval(arg, &env{}).exact(); ok && n < 1<<30 {
			u.attempts = Bound{Kind: Const, N: max(1, int(n)+h.Plus), Why: "argument of " + obj.Name(), Pos: arg.Pos()}
		} else {
			u.param, u.plus = arg, h.Plus
			name := nonEmpty(valueName(arg), h.Attempts.Symbol)
			u.attempts = Bound{Kind: Symbol, Symbol: name, Why: "argument of " + obj.Name(), Pos: arg.Pos()}
		}
	}
	return u
}

// sameModule reports whether a package belongs to the module at hand. Where the
// driver does not tell the module, packages with the same first elements do.
func (p *pkgInfo) sameModule(path string) bool {
	if m := p.pass.Module; m != nil && m.Path != "" {
		return path == m.Path || strings.HasPrefix(path, m.Path+"/")
	}
	return moduleGuess(path) == moduleGuess(p.pass.Pkg.Path())
}

// moduleGuess gives the elements of an import path that usually make a module:
// host, owner and repository.
func moduleGuess(path string) string {
	parts := strings.SplitN(path, "/", 4)
	if len(parts) > 3 {
		parts = parts[:3]
	}
	return strings.Join(parts, "/")
}

func (p *pkgInfo) catalogUse(call *ssa.Call, obj *types.Func, e *catalog.Entry) *helperUse {
	var q policy
	at := callOperand(&call.Call)
	p.apply(&q, e, at, 0)
	u := &helperUse{
		callback: at(catalog.Operand{Kind: catalog.Argument, Index: e.Callback}),
		attempts: q.bound(), delay: q.delay, jitter: q.jitter, context: q.context == Yes,
		takesEnd: q.context == Yes || q.open && q.context == Unknown, library: obj.Pkg().Path(), repeats: e.Repeats, name: funcName(obj),
	}
	if e.OfUser() && e.Set.Context.IsZero() {
		u.unsaid, u.takesEnd = true, true
	}
	if q.open {
		if u.delay.Kind != NoDelay {
			u.jitter = Unknown
		}
	}
	if u.delay.Kind == "" {
		u.delay.Kind = Custom
		u.jitter = Unknown
	}
	u.unwaited = u.delay.Kind == NoDelay
	return u
}

// callSites lists the calls of retry helpers in fn.
func (p *pkgInfo) callSites(fn *ssa.Function) []*Site {
	var out []*Site
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok {
				if s := p.callSite(fn, call); s != nil {
					out = append(out, s)
				}
			}
		}
	}
	return out
}

func (p *pkgInfo) callSite(fn *ssa.Function, call *ssa.Call) *Site {
	u := p.helperUse(call)
	if u != nil {
		u.selective = u.selective || givenPredicate(&call.Call)
	}
	if u == nil || u.callback == nil || u.attempts.Kind == Const && u.attempts.N <= 1 {
		return nil
	}
	bodies := p.funcsOf(u.callback, 0)
	if u.repeats == catalog.Unfinished && !p.swallows(bodies) {
		return nil // a poll
	}
	s := &Site{
		Kind:     Call,
		Func:     siteFunc(fn),
		Attempts: u.attempts,
		Delay:    u.delay,
		Jitter:   u.jitter,
		Context:  u.context,
		Unsaid:   u.unsaid,
		Library:  u.library,
		call:     call,
		bodies:   bodies,
	}
	s.Pos, s.End = p.callExtent(call)
	s.Operations = p.callbackOperations(bodies, call, u)
	if u.delay.Kind != NoDelay {
		s.Waits = []Wait{{Name: u.name, Pos: call.Pos(), Delay: u.delay, Jitter: u.jitter, Watches: u.context || u.takesEnd, Module: !u.module}}
	}
	if u.unwaited && (!u.module || u.elsewhere) && len(s.Operations) > 0 {
		s.Unwaited = []Path{{Op: s.Operations[0]}}
	}
	p.addCallbackLogs(s, bodies, call, u)
	p.addCallRequests(s, bodies, u)
	p.addPredicateCodes(s, &call.Call)
	for _, list := range [][]Request{s.Unsafe, s.Spent} {
		for i := range list {
			if list[i].Pos < s.Pos || s.End < list[i].Pos {
				list[i].Pos = s.Pos // the callback is written elsewhere
			}
		}
	}
	if !u.takesEnd {
		s.CtxInScope = p.callbackContext(bodies)
		if s.CtxInScope == "" {
			s.CtxInScope = p.contextAt(fn, &loop{})
		}
		if s.CtxInScope == "" {
			s.CtxInScope = p.contextUsed(fn)
		}
	}
	return s
}

// givenPredicate reports whether a call is given a function that judges an error.
func givenPredicate(c *ssa.CallCommon) bool {
	for _, a := range c.Args {
		if judgesError(a.Type()) {
			return true
		}
	}
	return false
}

// judgesError reports whether t is a function that says yes or no to an error.
func judgesError(t types.Type) bool {
	sig, ok := t.Underlying().(*types.Signature)
	return ok && sig.Params().Len() == 1 && sig.Results().Len() == 1 && isError(sig.Params().At(0).Type()) && isBool(sig.Results().At(0).Type())
}

// swallows reports whether a callback that asks to be run again by (false, nil)
// does so when its operation failed; if not, it polls a state.
func (p *pkgInfo) swallows(bodies []*ssa.Function) bool {
	for _, fn := range bodies {
		if len(fn.Blocks) == 0 || len(fn.Blocks) > 200 {
			continue
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				inner, ok := instr.(*ssa.Call)
				if !ok || !p.isOperation(inner) || neverRetried(&inner.Call) {
					continue
				}
				for _, pr := range p.probes(inner, nil) {
					if p.goesOn(fn, inner, pr.fails) {
						return true
					}
				}
			}
		}
	}
	return false
}

// goesOn reports whether fn answers (false, nil) after inner failed.
func (p *pkgInfo) goesOn(fn *ssa.Function, inner *ssa.Call, fails []assumption) bool {
	for _, a := range fails {
		w := &walker{pkg: p, assume: a, depth: 2}
		w.run(inner, newEnv(assumedOf(inner, a)))
		for _, o := range w.outcomes {
			if len(o.ret) == 2 && o.ret[0] == falseV && o.ret[1] == nilV {
				return true
			}
		}
	}
	return false
}

// callbackOperations lists the operations that a callback runs.
func (p *pkgInfo) callbackOperations(bodies []*ssa.Function, call *ssa.Call, u *helperUse) []Operation {
	var out []Operation
	for _, fn := range bodies {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if c, ok := instr.(*ssa.Call); ok && p.isOperation(c) && !neverRetried(&c.Call) {
					out = append(out, Operation{Name: callName(&c.Call), Pos: c.Pos(), Effect: p.effectOf(&c.Call)})
				}
			}
		}
		if len(fn.Blocks) == 0 {
			if obj, ok := fn.Object().(*types.Func); ok && obj.Pkg() != nil {
				out = append(out, Operation{Name: funcName(obj), Pos: call.Pos(), Effect: p.funcEffect(obj)})
			}
		}
	}
	if len(bodies) == 0 {
		out = append(out, Operation{Name: nonEmpty(valueName(u.callback), "the callback"), Pos: call.Pos(), Effect: Dynamic})
	}
	return out
}

// callbackContext names a context that the operation of a callback takes.
func (p *pkgInfo) callbackContext(bodies []*ssa.Function) string {
	for _, fn := range bodies {
		attempt := func(instr ssa.Instruction) bool { return instr.Parent() == fn }
		for _, f := range withLiterals(fn) {
			for _, b := range f.Blocks {
				for _, instr := range b.Instrs {
					if c, ok := instr.(*ssa.Call); ok && p.isOperation(c) {
						if n := p.contextArg(&c.Call, attempt); n != "" {
							return n
						}
					}
				}
			}
		}
	}
	return ""
}

// contextUsed names a context that some call in fn is given.
func (p *pkgInfo) contextUsed(fn *ssa.Function) string {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if c, ok := instr.(*ssa.Call); ok {
				if n := p.contextArg(&c.Call, noAttempt); n != "" {
					return n
				}
			}
		}
	}
	return ""
}

// callExtent gives the place of a call's name, and the end of the call.
func (p *pkgInfo) callExtent(call *ssa.Call) (pos, end token.Pos) {
	if p.calls == nil {
		p.calls = map[token.Pos]*ast.CallExpr{}
		for _, f := range p.pass.Files {
			ast.Inspect(f, func(n ast.Node) bool {
				if c, ok := n.(*ast.CallExpr); ok {
					p.calls[c.Lparen] = c
				}
				return true
			})
		}
	}
	c := p.calls[call.Pos()]
	if c == nil {
		return call.Pos(), call.Pos()
	}
	pos = c.Pos()
	if sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr); ok {
		pos = sel.Sel.Pos()
		if x, ok := sel.X.(*ast.Ident); ok {
			pos = x.Pos()
		}
	}
	return pos, c.End()
}
