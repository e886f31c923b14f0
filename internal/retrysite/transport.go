package retrysite

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// MakesRetrier is the fact that a function gives a transport, or a client with one,
// that sends requests again by itself.
type MakesRetrier struct {
	Attempts Bound
	By       string // the function that retries
}

// AFact marks MakesRetrier as a fact.
func (*MakesRetrier) AFact() {}

func (*MakesRetrier) String() string { return "makes a client that retries" }

// retrierMade says what retries in the transport or client that a call makes, or gives
// nil.
func (p *pkgInfo) retrierMade(c *ssa.Call) *Site {
	fn := c.Call.StaticCallee()
	if fn == nil || !givesClient(fn.Signature) {
		return nil
	}
	if fn.Pkg == p.ssa {
		return p.retrierOf(fn)
	}
	obj, ok := fn.Object().(*types.Func)
	fact := new(MakesRetrier)
	if !ok || obj.Pkg() == nil || !p.pass.ImportObjectFact(obj.Origin(), fact) {
		return nil
	}
	return &Site{Func: fact.By, Attempts: fact.Attempts}
}

// retrierBuilt is retrierMade, also for a client that a function of the package which
// asks nobody builds into something else.
func (p *pkgInfo) retrierBuilt(c *ssa.Call, depth int) *Site {
	if s := p.retrierMade(c); s != nil {
		return s
	}
	fn := c.Call.StaticCallee()
	if fn == nil || fn.Pkg != p.ssa || p.effects[fn] != 0 || depth > 1 {
		return nil
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if in, ok := instr.(*ssa.Call); ok && in.Call.StaticCallee() != fn {
				if s := p.retrierBuilt(in, depth+1); s != nil {
					return s
				}
			}
		}
	}
	return nil
}

// givesClient reports whether a function gives an http.RoundTripper or an
// *http.Client.
func givesClient(sig *types.Signature) bool {
	if sig.Results().Len() == 0 {
		return false
	}
	t := sig.Results().At(0).Type()
	return namedType(t, "net/http", "RoundTripper") || namedType(t, "net/http", "Client")
}

// retrierOf says what retries in the transport or client that every return of a function
// of the package gives, or gives nil.
func (p *pkgInfo) retrierOf(fn *ssa.Function) *Site {
	if s, ok := p.retriers[fn]; ok {
		return s
	}
	p.retriers[fn] = nil // for one that calls itself
	if !givesClient(fn.Signature) {
		return nil
	}
	var out *Site
	for _, r := range returns(fn) {
		if len(r.Results) > 1 && isNilConst(r.Results[0]) {
			continue // with an error
		}
		s := p.retrierIn(r.Results[0], 0)
		if s == nil {
			return nil
		}
		out = s
	}
	p.retriers[fn] = out
	return out
}

// retrierIn says what retries in a transport or client.
func (p *pkgInfo) retrierIn(v ssa.Value, depth int) *Site {
	if depth > 4 {
		return nil
	}
	switch v := v.(type) {
	case *ssa.MakeInterface:
		return p.roundTripRetry(v.X.Type())
	case *ssa.ChangeInterface:
		return p.retrierIn(v.X, depth+1)
	case *ssa.Call:
		return p.retrierMade(v)
	case *ssa.Alloc:
		if t := fieldIn(v, "Transport"); t != nil && namedType(v.Type(), "net/http", "Client") {
			return p.retrierIn(t, depth+1)
		}
	case *ssa.UnOp:
		if vals := p.valuesAt(v.X); len(vals) == 1 {
			return p.retrierIn(vals[0], depth+1)
		}
	}
	return nil
}

// roundTripRetry says what retries in the RoundTrip of a type of the package.
func (p *pkgInfo) roundTripRetry(t types.Type) *Site {
	sel := p.ssa.Prog.MethodSets.MethodSet(t).Lookup(nil, "RoundTrip")
	if sel == nil {
		return nil
	}
	obj, ok := sel.Obj().(*types.Func)
	if !ok || obj.Pkg() != p.pass.Pkg {
		return nil
	}
	fn := p.ssa.Prog.FuncValue(obj)
	if fn == nil {
		return nil
	}
	return p.retriesIn(fn, 0)
}
