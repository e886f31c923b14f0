package retrysite

import (
	"go/token"
	"math"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// onlyFirst reports whether a way back to the call of v without a wait is open to the
// first failure in a row alone: where the call fails again after it, all ways that come
// round wait.
func (p *pkgInfo) onlyFirst(l *loop, v *verdict, way outcome) bool {
	waits := false
	for _, a := range v.probe.fails {
		w := &walker{pkg: p, region: l.blocks, header: l.header, target: v.probe.call, assume: a, probed: v.probe.call, status: v.probe.status, ended: p.afterEnd}
		e := way.env.clone()
		e.add(assumedOf(v.probe.call, a))
		w.run(v.probe.call, e)
		if some, unwaited := again(w.outcomes); w.cut || unwaited {
			return false
		} else if some {
			waits = true
		}
	}
	return waits
}

// keepsOn reports whether a way back to the call of v without a wait leads there once
// more by itself, and not only because somebody else has set what the loop looks at.
func (p *pkgInfo) keepsOn(l *loop, v *verdict) bool {
	for _, o := range v.fail {
		if !o.again || o.waited != 0 {
			continue
		}
		for _, a := range v.probe.fails {
			w := &walker{pkg: p, region: l.blocks, header: l.header, target: v.probe.call, assume: a, alone: true}
			e := o.env.clone()
			e.add(assumedOf(v.probe.call, a))
			w.run(v.probe.call, e)
			if some, _ := again(w.outcomes); some || w.cut {
				return true
			}
		}
	}
	return false
}

// floorOf gives the least number that a variable of a loop can be, where constants
// begin it and set it back, and nothing else but growing happens to it.
func floorOf(phi *ssa.Phi) (int64, bool) {
	least := int64(math.MaxInt64)
	seen := map[ssa.Value]bool{}
	var bounded func(v ssa.Value) bool
	bounded = func(v ssa.Value) bool {
		if seen[v] {
			return true
		}
		seen[v] = true
		switch v := v.(type) {
		case *ssa.Const:
			n, ok := intConst(v)
			least = min(least, n)
			return ok
		case *ssa.Phi:
			return !slices.ContainsFunc(v.Edges, func(e ssa.Value) bool { return !bounded(e) })
		case *ssa.BinOp:
			n, ok := intConst(v.Y)
			return ok && n > 0 && (v.Op == token.ADD || v.Op == token.MUL) && bounded(v.X)
		}
		return false
	}
	if !isInteger(phi.Type()) || !bounded(phi) || least < 0 || least == math.MaxInt64 {
		return 0, false
	}
	return least, true
}
