package retrysite

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/catalog"
)

// Retries is the fact that a function retries inside: calling it again on failure
// multiplies the attempts.
type Retries struct {
	Attempts Bound
	By       string // the function that retries
}

// AFact marks Retries as a fact.
func (*Retries) AFact() {}

func (r *Retries) String() string { return "retries inside" }

// innerRetry says what retries inside a call, or gives nil.
func (p *pkgInfo) innerRetry(call *ssa.Call) *Inner {
	if switchesOff(call.Parent()) {
		return nil
	}
	if in := p.clientRetry(call); in != nil {
		return in
	}
	op := Operation{Name: callName(&call.Call), Pos: call.Pos(), Effect: p.effectOf(&call.Call)}
	if obj := calleeObject(&call.Call); call.Call.StaticCallee() != nil && p.declaredHelper(obj) != nil {
		u := p.helperUse(call)
		return &Inner{Op: op, Name: u.name, Attempts: u.attempts}
	}
	for _, fn := range append(p.bodiesOf(&call.Call), p.behindOwnInterface(call)...) {
		if s := p.retriesIn(fn, 0); s != nil {
			return &Inner{Op: op, Name: s.Func, Attempts: s.Attempts, Pos: s.Pos}
		}
	}
	fn := call.Call.StaticCallee()
	if fn == nil || fn.Parent() != nil {
		return nil
	}
	obj := calleeObject(&call.Call)
	if obj == nil || obj.Pkg() == nil || obj.Pkg() == p.pass.Pkg {
		return nil
	}
	fact := new(Retries)
	if p.pass.ImportObjectFact(obj.Origin(), fact) {
		return &Inner{Op: op, Name: fact.By, Attempts: fact.Attempts}
	}
	return nil
}

// behindOwnInterface gives the method that a call through an unexported interface runs,
// where a single type of the package has it: nobody else can have another one. One
// that makes the call itself is a decorator, for which that type is no answer.
func (p *pkgInfo) behindOwnInterface(call *ssa.Call) []*ssa.Function {
	if !call.Call.IsInvoke() {
		return nil
	}
	n, ok := types.Unalias(call.Call.Value.Type()).(*types.Named)
	if !ok || n.Obj().Exported() {
		return nil
	}
	fn := p.onlyMethod(&call.Call)
	if fn == nil || fn == call.Parent() {
		return nil
	}
	return []*ssa.Function{fn}
}

// switchesOff reports whether a function marks its calls as not to be retried
// further down.
func switchesOff(fn *ssa.Function) bool {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	for _, f := range withLiterals(fn) {
		for _, b := range f.Blocks {
			for _, instr := range b.Instrs {
				if c, ok := instr.(*ssa.Call); ok && hasWord(calleeName(&c.Call), "Never", "NoRetry", "WithoutRetr", "DisableRetr", "SkipRetr", "NopRetryer") {
					return true
				}
			}
		}
	}
	return false
}

// clientRetry says what a client library does inside a call by default. Where the
// package sets how often its clients retry, nobody knows which client this is.
func (p *pkgInfo) clientRetry(call *ssa.Call) *Inner {
	if cmd := commandOf(&call.Call); cmd != nil {
		call = cmd
	}
	obj := calleeObject(&call.Call)
	if obj == nil || obj.Pkg() == nil || !fallible(obj.Signature()) && !takesContext(obj.Signature()) || strings.HasPrefix(obj.Name(), "New") {
		return nil
	}
	c, ok := catalog.ClientOf(obj.Pkg().Path(), receiverName(obj), obj.Name())
	if !ok || c.Attempts == 1 || p.setsRetries(obj.Pkg().Path()) || obj.Pkg() == p.pass.Pkg {
		return nil // in the client's own package its code says what it does
	}
	b := Bound{Kind: Const, N: c.Attempts, Why: "the default of " + c.Module}
	if c.Attempts == 0 {
		b = Bound{Kind: Deadline, Why: "the default of " + c.Module}
	}
	return &Inner{Op: Operation{Name: callName(&call.Call), Pos: call.Pos(), Effect: Net}, Name: c.Module, Attempts: b}
}

// commandOf gives the call of a client that retries by itself whose answer a call asks
// for the error, as in c.Ping(ctx).Result(); or nil.
func commandOf(c *ssa.CallCommon) *ssa.Call {
	name := calleeName(c)
	if name != "Result" && name != "Err" || len(c.Args) != 1 {
		return nil
	}
	cmd, ok := c.Args[0].(*ssa.Call)
	if !ok || !takesContext(cmd.Call.Signature()) {
		return nil
	}
	obj := calleeObject(&cmd.Call)
	if obj == nil || obj.Pkg() == nil {
		return nil
	}
	if _, ok := catalog.ClientOf(obj.Pkg().Path(), receiverName(obj), obj.Name()); !ok {
		return nil
	}
	return cmd
}

// setsRetries reports whether the package configures the retries of a client whose
// library has the package path, or belongs to the same owner.
func (p *pkgInfo) setsRetries(path string) bool {
	p.index()
	for f := range p.fieldSts {
		if f.Pkg() != nil && f.Pkg() != p.pass.Pkg && ownerOf(f.Pkg().Path()) == ownerOf(path) && hasWord(f.Name(), "MaxRetries", "RetryMax", "MaxAttempts", "Retryer", "DisableRetry", "RetryPolicy") {
			return true
		}
	}
	return false
}

// ownerOf gives the first two elements of an import path: a host with an owner, as in
// github.com/aws, or with a module.
func ownerOf(path string) string {
	parts := strings.SplitN(path, "/", 3)
	return strings.Join(parts[:min(len(parts), 2)], "/")
}

// retriesIn finds a retry in fn, or in a function of the package that it calls, up
// to three calls deep.
func (p *pkgInfo) retriesIn(fn *ssa.Function, depth int) *Site {
	if s, ok := p.inner[fn]; ok {
		return s
	}
	if depth > 2 || len(fn.Blocks) == 0 || p.effects[fn] == 0 {
		return nil
	}
	p.inner[fn] = nil // for a function that calls itself
	s := p.findInner(fn, depth)
	p.inner[fn] = s
	return s
}

func (p *pkgInfo) findInner(fn *ssa.Function, depth int) *Site {
	for _, s := range p.loopSitesOf(fn) {
		if s.Kind == Loop && remoteSite(s) && more(s.Attempts) {
			return s
		}
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if c, ok := instr.(*ssa.Call); ok {
				if s := p.innerCall(fn, c, depth); s != nil && !p.dropsFailure(fn, c) {
					return s
				}
			}
		}
	}
	return nil
}

// innerCall finds the retry that a call in fn makes or leads to.
func (p *pkgInfo) innerCall(fn *ssa.Function, c *ssa.Call, depth int) *Site {
	if u := p.helperUse(c); u != nil && u.callback != nil && u.repeats != catalog.Unfinished && more(u.attempts) {
		return &Site{Kind: Call, Func: siteFunc(fn), Pos: c.Pos(), Attempts: u.attempts}
	}
	fact := new(Retries)
	if obj := calleeObject(&c.Call); obj != nil && obj.Pkg() != nil && obj.Pkg() != p.pass.Pkg && p.pass.ImportObjectFact(obj.Origin(), fact) {
		return &Site{Func: fact.By, Attempts: fact.Attempts}
	}
	if s := p.retrierBuilt(c, 0); s != nil && !givesClient(fn.Signature) {
		return s
	}
	if in := p.clientRetry(c); in != nil && depth == 0 {
		return &Site{Func: in.Name, Attempts: in.Attempts}
	}
	for _, callee := range p.bodiesOf(&c.Call) {
		if callee == fn {
			if rs := p.recursionsOf(fn); len(rs) > 0 {
				return rs[0]
			}
		}
		if s := p.retriesIn(callee, depth+1); s != nil {
			return s
		}
	}
	return nil
}

// dropsFailure reports whether fn succeeds although a call in it has failed: what comes
// of the call is told to nobody, so that nobody runs fn again for it.
func (p *pkgInfo) dropsFailure(fn *ssa.Function, c *ssa.Call) bool {
	if !fallible(fn.Signature) {
		return false
	}
	w := &walker{pkg: p, depth: 1}
	returned := false
	for _, pr := range p.probes(c, nil) {
		for _, a := range pr.fails {
			w.assume, w.steps, w.outcomes = a, 0, nil
			w.run(c, newEnv(assumedOf(c, a)))
			if w.cut || slices.ContainsFunc(w.outcomes, func(o outcome) bool { return failed(fn, o.ret) }) {
				return false
			}
			returned = returned || len(w.outcomes) > 0
		}
	}
	return returned
}

// more reports whether a bound allows more than one attempt.
func more(b Bound) bool { return b.Kind != Const || b.N > 1 }

func remoteSite(s *Site) bool {
	for _, op := range s.Operations {
		if op.Effect.Remote() {
			return true
		}
	}
	return false
}
