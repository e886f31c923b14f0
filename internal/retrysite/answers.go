package retrysite

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// answers are the results that a function of this package gives, by what
// becomes of the operations inside it.
type answers struct {
	fails, oks [][]value
}

// swallowed looks into a function of this package that reports no error: an
// operation inside it may fail, and its results then tell (a false, a zero).
func (p *pkgInfo) swallowed(call *ssa.Call) (probe, bool) {
	fn := call.Call.StaticCallee()
	if fn == nil || fn.Pkg != p.ssa && fn.Parent() == nil {
		return probe{}, false
	}
	a := p.answersOf(fn)
	if a == nil {
		return probe{}, false
	}
	pr := probe{call: call, what: "a failure inside", hidden: true, oks: assumed(call, a.oks)}
	for _, f := range assumed(call, a.fails) {
		// A failure that the error tells of is none that is swallowed, and one
		// that looks like a success, or may do so by a result that is not known,
		// cannot be told.
		told := !fallible(fn.Signature) && complete(call, f) || !partOf(f, pr.oks)
		if told && !tellsError(call, f) {
			pr.fails = append(pr.fails, f)
		}
	}
	return pr, len(pr.fails) > 0
}

// complete reports whether an assumption says what each result of a call is that is
// looked at.
func complete(call *ssa.Call, a assumption) bool {
	for i := range call.Call.Signature().Results().Len() {
		if v := resultValue(call, i); v != nil && isUsed(v) {
			if _, ok := a[v]; !ok {
				return false
			}
		}
	}
	return true
}

// partOf reports whether all that an assumption says holds in one of others, too.
func partOf(a assumption, others []assumption) bool {
	return slices.ContainsFunc(others, func(o assumption) bool {
		for k, v := range a {
			if o[k] != v {
				return false
			}
		}
		return true
	})
}

// answersOf gives the answers of fn, or nil where they cannot be told apart.
func (p *pkgInfo) answersOf(fn *ssa.Function) *answers {
	if a, ok := p.answers[fn]; ok {
		return a
	}
	p.answers[fn] = nil // for a function that calls itself
	if fn.Signature.Results().Len() == 0 || len(fn.Blocks) == 0 || len(fn.Blocks) > 120 || p.effects[fn] == 0 {
		return nil
	}
	a := &answers{}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			inner, ok := instr.(*ssa.Call)
			if !ok || !p.isOperation(inner) || neverRetried(&inner.Call) {
				continue
			}
			for _, ip := range p.probes(inner, nil) {
				a.fails = p.returned(a.fails, inner, ip.fails)
				a.oks = p.returned(a.oks, inner, ip.oks)
			}
			if len(a.fails) > 12 || len(a.oks) > 12 {
				return nil
			}
		}
	}
	p.answers[fn] = a
	return a
}

// returned adds what the function around inner returns when inner has one of
// the outcomes.
func (p *pkgInfo) returned(to [][]value, inner *ssa.Call, outcomes []assumption) [][]value {
	for _, a := range outcomes {
		w := &walker{pkg: p, assume: a, depth: 2, steps: maxSteps - 400}
		w.run(inner, newEnv(assumedOf(inner, a)))
		to = addReturns(to, w.outcomes)
	}
	return to
}

func addReturns(to [][]value, outs []outcome) [][]value {
	for _, o := range outs {
		if !slices.ContainsFunc(to, func(r []value) bool { return slices.Equal(r, o.ret) }) {
			to = append(to, o.ret)
		}
	}
	return to
}

// assumed turns results of a function into assumptions about one call of it.
func assumed(call *ssa.Call, rets [][]value) []assumption {
	var out []assumption
	for _, ret := range rets {
		a := assumption{}
		for i, v := range ret {
			if rv := resultValue(call, i); rv != nil && v.kind != anything {
				a[rv] = v
			}
		}
		if len(a) > 0 && !hasAssumption(out, a) {
			out = append(out, a)
		}
	}
	return out
}
