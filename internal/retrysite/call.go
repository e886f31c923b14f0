package retrysite

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/catalog"
)

// helperOf describes fn as a retry helper: a function that runs one of its
// parameters again, in a loop of its own or through another helper. It gives
// nil for others.
func (p *pkgInfo) helperOf(fn *ssa.Function) *Helper {
	if h, ok := p.helpers[fn]; ok {
		return h
	}
	p.helpers[fn] = nil // for a helper that calls itself
	h := p.findHelper(fn)
	p.helpers[fn] = h
	return h
}

func (p *pkgInfo) findHelper(fn *ssa.Function) *Helper {
	if !hasFuncParam(fn) {
		return nil
	}
	for _, f := range runLiterals(fn) {
		for _, s := range p.loopSitesOf(f) {
			if s.Kind != Loop && s.Kind != Reconnect {
				continue
			}
			for _, v := range s.chosen {
				if i := p.paramRun(fn, &v.probe.call.Call); i >= 0 {
					return p.helperFromLoop(fn, i, s, v)
				}
			}
		}
		if h := p.helperTwice(fn, f); h != nil {
			return h
		}
		for _, b := range f.Blocks {
			for _, instr := range b.Instrs {
				if call, ok := instr.(*ssa.Call); ok {
					if h := p.helperThrough(fn, call); h != nil {
						return h
					}
				}
			}
		}
	}
	return nil
}

// helperTwice describes fn as a helper where it runs its parameter once more
// after a failure, in a straight line.
func (p *pkgInfo) helperTwice(fn, body *ssa.Function) *Helper {
	runs := map[int][]*ssa.Call{}
	for _, b := range body.Blocks {
		for _, instr := range b.Instrs {
			if c, ok := instr.(*ssa.Call); ok && !c.Call.IsInvoke() && fallible(c.Call.Signature()) {
				i := p.paramIndex(fn, c.Call.Value, 0)
				if i < 0 {
					i = p.handsOn(fn, &c.Call)
				}
				if i >= 0 {
					runs[i] = append(runs[i], c)
				}
			}
		}
	}
	for i, calls := range runs {
		if len(calls) < 2 {
			continue
		}
		first, second := calls[0], calls[1]
		for _, pr := range p.probes(first, nil) {
			fails := p.reach(body, first, pr.fails, second)
			if len(fails.outs) == 0 || len(p.reach(body, first, pr.oks, second).outs) > 0 {
				continue
			}
			h := &Helper{Callback: i, Attempts: Bound{Kind: Const, N: len(calls), Why: "runs it once more", Pos: second.Pos()}, Param: -1, DelayParam: -1,
				Delay: Delay{Kind: NoDelay}, Jitter: No, TakesEnd: takesContext(fn.Signature), Unwaited: true}
			return h
		}
	}
	return nil
}

func hasFuncParam(fn *ssa.Function) bool {
	for _, prm := range fn.Params {
		if _, ok := prm.Type().Underlying().(*types.Signature); ok {
			return true
		}
	}
	return false
}

// runLiterals lists a function and the function literals that it calls or hands
// to a call, but not those that it returns or keeps.
func runLiterals(fn *ssa.Function) []*ssa.Function {
	out := []*ssa.Function{fn}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			mc, ok := instr.(*ssa.MakeClosure)
			if !ok {
				continue
			}
			for _, ref := range *mc.Referrers() {
				if _, ok := ref.(ssa.CallInstruction); ok {
					out = append(out, runLiterals(mc.Fn.(*ssa.Function))...)
					break
				}
			}
		}
	}
	return out
}

// withLiterals lists a function and the function literals in it.
func withLiterals(fn *ssa.Function) []*ssa.Function {
	out := []*ssa.Function{fn}
	for _, a := range fn.AnonFuncs {
		out = append(out, withLiterals(a)...)
	}
	return out
}

// paramRun gives the index, without the receiver, of the parameter of fn that a
// call runs, or -1: directly, or in a function literal that it calls.
func (p *pkgInfo) paramRun(fn *ssa.Function, c *ssa.CallCommon) int {
	if c.IsInvoke() {
		return -1
	}
	if i := p.paramIndex(fn, c.Value, 0); i >= 0 {
		return i
	}
	if i := p.handsOn(fn, c); i >= 0 {
		return i
	}
	for _, callee := range p.funcsOf(c.Value, 0) {
		if callee.Parent() == nil {
			continue
		}
		for _, b := range callee.Blocks {
			for _, instr := range b.Instrs {
				if inner, ok := instr.(*ssa.Call); ok {
					if i := p.paramIndex(fn, inner.Call.Value, 0); i >= 0 {
						return i
					}
				}
			}
		}
	}
	return -1
}

// handsOn gives the parameter of fn that a call hands to a function of the package
// which does nothing but run it once, under a lock, say.
func (p *pkgInfo) handsOn(fn *ssa.Function, c *ssa.CallCommon) int {
	callee := c.StaticCallee()
	if callee == nil || callee.Pkg != p.ssa || callee == fn || len(naturalLoops(callee)) > 0 {
		return -1
	}
	for k, a := range c.Args {
		if _, ok := a.Type().Underlying().(*types.Signature); !ok || k >= len(callee.Params) {
			continue
		}
		i := p.paramIndex(fn, a, 0)
		if i < 0 {
			continue
		}
		for _, b := range callee.Blocks {
			for _, instr := range b.Instrs {
				if inner, ok := instr.(*ssa.Call); ok && inner.Call.Value == ssa.Value(callee.Params[k]) {
					return i
				}
			}
		}
	}
	return -1
}

// paramIndex gives which parameter of fn, the receiver not counted, a value is.
func (p *pkgInfo) paramIndex(fn *ssa.Function, v ssa.Value, depth int) int {
	if depth > 5 {
		return -1
	}
	switch v := stripConversions(v).(type) {
	case *ssa.Parameter:
		for i, q := range fn.Params {
			if q == v {
				if fn.Signature.Recv() != nil {
					i--
				}
				return i
			}
		}
	case *ssa.UnOp:
		if v.Op == token.MUL {
			switch a := v.X.(type) {
			case *ssa.Alloc, *ssa.FreeVar:
				for _, s := range p.valuesAt(a) {
					if i := p.paramIndex(fn, s, depth+1); i >= 0 {
						return i
					}
				}
			}
		}
	case *ssa.FreeVar:
		if b := bindingOf(v); b != nil {
			return p.paramIndex(fn, b, depth+1)
		}
	}
	return -1
}

// helperFromLoop describes a helper by its loop.
func (p *pkgInfo) helperFromLoop(fn *ssa.Function, callback int, s *Site, v *verdict) *Helper {
	h := &Helper{
		Callback:   callback,
		Attempts:   s.Attempts,
		Param:      -1,
		DelayParam: -1,
		Delay:      s.Delay,
		Jitter:     s.Jitter,
		Context:    s.Context,
		Unwaited:   len(s.Unwaited) > 0,
		TakesEnd:   takesContext(fn.Signature),
	}
	if s.Attempts.Kind == Symbol {
		h.Param, h.Plus = p.attemptsParam(fn, s.loop, v)
		if h.Param < 0 {
			h.Param, h.Field = p.budgetParam(fn, s.Attempts.limit)
		}
	}
	return h
}

// attemptsParam finds out whether one integer parameter of fn decides how often
// the loop runs, by playing it through with two numbers.
func (p *pkgInfo) attemptsParam(fn *ssa.Function, l *loop, v *verdict) (param, plus int) {
	for i, prm := range fn.Params {
		if !isInteger(prm.Type()) || isDuration(prm.Type()) {
			continue
		}
		a := p.playWith(l, v, prm, 4)
		b := p.playWith(l, v, prm, 7)
		if a > 0 && b-a == 3 {
			if fn.Signature.Recv() != nil {
				i--
			}
			return i, a - 4
		}
	}
	return -1, 0
}

// budgetParam finds the struct parameter whose field bounds the loop.
func (p *pkgInfo) budgetParam(fn *ssa.Function, limit ssa.Value) (param int, field string) {
	ld, ok := limit.(*ssa.UnOp)
	if !ok {
		return -1, ""
	}
	fa, ok := ld.X.(*ssa.FieldAddr)
	if !ok || fieldOf(fa) == nil {
		return -1, ""
	}
	name := fieldOf(fa).Name()
	switch x := fa.X.(type) {
	case *ssa.Parameter:
		return p.paramIndex(fn, x, 0), name
	case *ssa.Alloc:
		for _, v := range directStores(x) {
			if i := p.paramIndex(fn, v, 0); i >= 0 {
				return i, name
			}
		}
	}
	return -1, ""
}

func (p *pkgInfo) playWith(l *loop, v *verdict, prm *ssa.Parameter, n int64) int {
	if prm.Parent() != l.header.Parent() {
		return 0
	}
	p.given = assumption{prm: number(n)}
	defer func() { p.given = nil }()
	k, _ := p.play(l, v)
	return k
}

// helperThrough describes fn as a helper where it hands its own parameter to
// another one.
func (p *pkgInfo) helperThrough(fn *ssa.Function, call *ssa.Call) *Helper {
	u := p.helperUse(call)
	if u == nil || u.callback == nil {
		return nil
	}
	i := p.paramIndex(fn, u.callback, 0)
	if i < 0 {
		for _, f := range p.funcsOf(u.callback, 0) {
			if f.Parent() != nil {
				i = p.wraps(fn, f)
			}
		}
	}
	if i < 0 {
		return nil
	}
	h := &Helper{Callback: i, Attempts: u.attempts, Param: -1, DelayParam: -1, Delay: u.delay, Jitter: u.jitter, Context: u.context, Unwaited: u.unwaited,
		TakesEnd: takesContext(fn.Signature)}
	if u.attempts.Kind == Symbol && u.param != nil {
		if k := p.paramIndex(fn, u.param, 0); k >= 0 {
			h.Param, h.Plus, h.Field = k, u.plus, u.field
		}
	}
	return h
}

// wraps gives the parameter of fn that a function literal runs, where that is
// all it does that could fail; else -1.
func (p *pkgInfo) wraps(fn, lit *ssa.Function) int {
	param := -1
	for _, b := range lit.Blocks {
		for _, instr := range b.Instrs {
			c, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			if i := p.paramIndex(fn, c.Call.Value, 0); i >= 0 && !c.Call.IsInvoke() {
				if param < 0 || fallible(c.Call.Signature()) {
					param = i
				}
			} else if p.isOperation(c) {
				return -1
			}
		}
	}
	return param
}

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
	module   bool // the helper's body was read, here or where it is declared
	// elsewhere reports whether the helper belongs to another module, whose own
	// loop is not reported here.
	elsewhere bool
	// selective reports whether the helper is given a predicate on the error.
	selective bool
	library   string
	repeats   catalog.Outcome
	name      string
}

// helperUse describes a call of a retry helper: one that the catalog knows, or
// one whose body was read, here or in its own package.
func (p *pkgInfo) helperUse(call *ssa.Call) *helperUse {
	obj := calleeObject(&call.Call)
	if obj == nil {
		return nil
	}
	if e := p.funcRow(obj, catalog.Helper); e != nil {
		return p.catalogUse(call, obj, e)
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
		takesEnd: h.TakesEnd, module: true, name: funcName(obj), elsewhere: !p.sameModule(obj.Pkg().Path()),
	}
	recv := receiverArgs(obj)
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

// fieldConstant gives the constant that a field of a struct value is set to: in a
// literal, by the function that makes it, in a package variable.
func (p *pkgInfo) fieldConstant(v ssa.Value, field string, depth int) (int64, bool) {
	if depth > 6 {
		return 0, false
	}
	switch v := stripConversions(v).(type) {
	case *ssa.UnOp:
		if v.Op != token.MUL {
			return 0, false
		}
		return p.fieldConstant(v.X, field, depth+1)
	case *ssa.Alloc, *ssa.Global:
		return p.storedConstant(v, field, depth)
	case *ssa.Call:
		fn := v.Call.StaticCallee()
		if fn == nil || fn.Pkg != p.ssa {
			return 0, false
		}
		for _, r := range returns(fn) {
			if len(r.Results) > 0 {
				return p.fieldConstant(r.Results[0], field, depth+1)
			}
		}
	}
	return 0, false
}

// storedConstant finds the constant that is stored into a field of a variable.
func (p *pkgInfo) storedConstant(v ssa.Value, field string, depth int) (int64, bool) {
	fns := []*ssa.Function{v.Parent()}
	if _, ok := v.(*ssa.Global); ok {
		fns = []*ssa.Function{p.ssa.Func("init")}
	}
	for _, fn := range fns {
		if fn == nil {
			continue
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				st, ok := instr.(*ssa.Store)
				if !ok {
					continue
				}
				if st.Addr == v {
					return p.fieldConstant(st.Val, field, depth+1)
				}
				if fa, ok := st.Addr.(*ssa.FieldAddr); ok && fa.X == v && fieldOf(fa) != nil && fieldOf(fa).Name() == field {
					return intConst(st.Val)
				}
			}
		}
	}
	return 0, false
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
		u.selective = givenPredicate(&call.Call)
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
		Library:  u.library,
	}
	s.Pos, s.End = p.callExtent(call)
	s.Operations = p.callbackOperations(bodies, call, u)
	if u.delay.Kind != NoDelay {
		s.Waits = []Wait{{Name: u.name, Pos: call.Pos(), Delay: u.delay, Jitter: u.jitter, Watches: u.context || u.takesEnd, Module: !u.module}}
	}
	if u.unwaited && (!u.module || u.elsewhere) && len(s.Operations) > 0 {
		s.Unwaited = []Path{{Op: s.Operations[0]}}
	}
	p.addCallbackLogs(s, bodies, call)
	p.addCallRequests(s, bodies, u)
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
			s.CtxInScope = contextUsed(fn)
		}
	}
	return s
}

// givenPredicate reports whether a call is given a function that judges an error.
func givenPredicate(c *ssa.CallCommon) bool {
	for _, a := range c.Args {
		sig, ok := a.Type().Underlying().(*types.Signature)
		if ok && sig.Params().Len() == 1 && sig.Results().Len() == 1 && isError(sig.Params().At(0).Type()) && isBool(sig.Results().At(0).Type()) {
			return true
		}
	}
	return false
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
		for _, f := range withLiterals(fn) {
			for _, b := range f.Blocks {
				for _, instr := range b.Instrs {
					if c, ok := instr.(*ssa.Call); ok && p.isOperation(c) {
						if n := contextArg(&c.Call); n != "" {
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
func contextUsed(fn *ssa.Function) string {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if c, ok := instr.(*ssa.Call); ok {
				if n := contextArg(&c.Call); n != "" {
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
