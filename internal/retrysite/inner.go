package retrysite

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
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
	fn := call.Call.StaticCallee()
	if fn == nil {
		return nil
	}
	if o := fn.Origin(); o != nil {
		fn = o
	}
	op := Operation{Name: callName(&call.Call), Pos: call.Pos(), Effect: p.effectOf(&call.Call)}
	if fn.Pkg == p.ssa || fn.Parent() != nil {
		if s := p.retriesIn(fn, 0, map[*ssa.Function]bool{}); s != nil {
			return &Inner{Op: op, Name: s.Func, Attempts: s.Attempts, Pos: s.Pos}
		}
		return nil
	}
	obj, ok := fn.Object().(*types.Func)
	if !ok {
		return nil
	}
	fact := new(Retries)
	if p.pass.ImportObjectFact(obj.Origin(), fact) {
		return &Inner{Op: op, Name: fact.By, Attempts: fact.Attempts}
	}
	return nil
}

// retriesIn finds a retry in fn, or in a function of the package that it calls.
func (p *pkgInfo) retriesIn(fn *ssa.Function, depth int, seen map[*ssa.Function]bool) *Site {
	if depth > 4 || seen[fn] || len(fn.Blocks) == 0 || p.effects[fn] == 0 {
		return nil
	}
	seen[fn] = true
	for _, s := range p.loopSitesOf(fn) {
		if s.Kind == Loop && remoteSite(s) && (s.Attempts.Kind != Const || s.Attempts.N > 1) {
			return s
		}
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			c, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			callee := c.Call.StaticCallee()
			if callee == nil || callee.Pkg != p.ssa {
				continue
			}
			if s := p.retriesIn(callee, depth+1, seen); s != nil {
				return s
			}
		}
	}
	return nil
}

func remoteSite(s *Site) bool {
	for _, op := range s.Operations {
		if op.Effect.Remote() {
			return true
		}
	}
	return false
}
