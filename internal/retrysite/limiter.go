package retrysite

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/catalog"
)

// limiterOf gives what the catalog says of a call of a breaker, a rate limiter or the
// like, or nil.
func limiterOf(c *ssa.CallCommon) *catalog.Limiter {
	obj := calleeObject(c)
	if obj == nil || obj.Pkg() == nil {
		return nil
	}
	l, _ := catalog.LimiterOf(obj.Pkg().Path(), receiverName(obj), obj.Name())
	return l
}

// limiterWait describes the call of a limiter that holds the caller up. It is no
// backoff of its own: how long it takes is for the other callers to say.
func limiterWait(c *ssa.CallCommon) *waitInfo {
	l := limiterOf(c)
	if l == nil || l.Does != catalog.LimitWaits {
		return nil
	}
	return &waitInfo{name: funcName(calleeObject(c)), watches: l.Context, delay: Delay{Kind: Event}}
}

// runBy lists the functions that the call of a breaker runs once, in place of the
// caller, as far as they can be told.
func (p *pkgInfo) runBy(c *ssa.CallCommon) []*ssa.Function {
	var out []*ssa.Function
	for _, v := range ranBy(c) {
		out = append(out, p.funcsOf(v, 0)...)
	}
	return out
}

// ranBy lists the arguments that the call of a breaker runs.
func ranBy(c *ssa.CallCommon) []ssa.Value {
	l := limiterOf(c)
	if l == nil {
		return nil
	}
	var out []ssa.Value
	for _, i := range l.Runs() {
		if !c.IsInvoke() {
			i += receiverArgs(calleeObject(c))
		}
		if i < len(c.Args) && !isNilConst(c.Args[i]) {
			out = append(out, c.Args[i])
		}
	}
	return out
}

// bodiesOf lists the functions of the package whose failure is that of a call: the one
// that is called, or those that a breaker runs.
func (p *pkgInfo) bodiesOf(c *ssa.CallCommon) []*ssa.Function {
	fns := p.runBy(c)
	if fn := c.StaticCallee(); fn != nil {
		if o := fn.Origin(); o != nil {
			fn = o
		}
		fns = append(fns, fn)
	}
	return slices.DeleteFunc(fns, func(fn *ssa.Function) bool { return fn.Pkg != p.ssa || len(fn.Blocks) == 0 })
}

// limiterEffect gives the effect of a call of a limiter: that of the functions that it
// runs.
func (p *pkgInfo) limiterEffect(c *ssa.CallCommon) Effect {
	var e Effect
	for _, v := range ranBy(c) {
		fns := p.funcsOf(v, 0)
		if len(fns) == 0 {
			e |= Dynamic
		}
		for _, fn := range fns {
			if fn.Pkg == p.ssa || fn.Parent() != nil {
				e |= p.effects[fn]
			} else if obj, ok := fn.Object().(*types.Func); ok && obj.Pkg() != nil {
				e |= p.funcEffect(obj)
			}
		}
	}
	return e
}
