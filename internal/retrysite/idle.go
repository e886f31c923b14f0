package retrysite

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/directive"
)

// directiveProblems lists what is wrong with the directives of the package: those
// that cannot be read, and those that say what matters to nobody.
func (p *pkgInfo) directiveProblems(sites []*Site) []directive.Problem {
	out := slices.Clone(p.said.Problems)
	out = append(out, p.idleCalls(sites)...)
	out = append(out, p.idleFuncs()...)
	out = slices.DeleteFunc(out, func(pr directive.Problem) bool { return generated(p.pass, pr.Pos) })
	slices.SortStableFunc(out, func(a, b directive.Problem) int { return cmp.Compare(a.Pos, b.Pos) })
	return out
}

// idleCalls finds idempotent directives on calls that no retry comes round to, or
// that send nothing.
func (p *pkgInfo) idleCalls(sites []*Site) []directive.Problem {
	if len(p.said.Calls) == 0 {
		return nil
	}
	calls := map[token.Pos]*ssa.Call{}
	for _, fn := range p.funcs {
		eachCall(fn.Blocks, func(c *ssa.Call) { calls[c.Pos()] = c })
	}
	repeats := p.repeatedBy(sites)
	var out []directive.Problem
	for _, mark := range p.said.Calls {
		sends, repeated, said := false, false, ""
		for _, paren := range mark.Parens {
			c := calls[paren]
			if c == nil {
				continue
			}
			sends = sends || p.maySend(c, map[*ssa.Function]bool{})
			repeated = repeated || repeats(c)
			if obj := calleeObject(&c.Call); p.declared(obj).Idempotent != "" {
				said = funcName(obj)
			}
		}
		switch {
		case !sends:
			out = append(out, directive.Problem{Pos: mark.Pos, Message: "//retrylint:idempotent: the call sends no request: remove the directive, or move it to the call that does"})
		case said != "":
			out = append(out, directive.Problem{Pos: mark.Pos, Message: fmt.Sprintf("//retrylint:idempotent: %s is declared to be idempotent where it is written: remove this directive", said)})
		case !repeated:
			out = append(out, directive.Problem{Pos: mark.Pos, Message: "//retrylint:idempotent: no retry in this package sends the request again: remove the directive, or put it on the function whose callers retry"})
		}
	}
	return out
}

// idleFuncs finds idempotent directives on functions that send nothing.
func (p *pkgInfo) idleFuncs() []directive.Problem {
	var out []directive.Problem
	for _, fn := range p.funcs {
		obj, ok := fn.Object().(*types.Func)
		if !ok || fn.Parent() != nil {
			continue
		}
		d := p.said.Of(obj).Get(directive.Idempotent)
		if d != nil && len(fn.Blocks) > 0 && !p.maySendIn(fn, map[*ssa.Function]bool{}) {
			out = append(out, directive.Problem{Pos: d.Pos, Message: fmt.Sprintf("//retrylint:idempotent: %s sends no request: remove the directive", obj.Name())})
		}
	}
	return out
}

// maySend reports whether a call can lead to a request, as far as anybody can tell:
// what other modules do inside is not known for sure.
func (p *pkgInfo) maySend(c *ssa.Call, seen map[*ssa.Function]bool) bool {
	if _, ok := c.Call.Value.(*ssa.Builtin); ok {
		return false
	}
	if p.effectOf(&c.Call).Remote() || slices.ContainsFunc(c.Call.Args, isFunc) {
		return true
	}
	fn := c.Call.StaticCallee()
	if fn == nil {
		return true
	}
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if fn.Pkg == p.ssa || fn.Parent() != nil {
		return p.maySendIn(fn, seen)
	}
	obj := calleeObject(&c.Call)
	return obj == nil || obj.Pkg() == nil || !isStd(obj.Pkg().Path())
}

func isFunc(v ssa.Value) bool {
	_, ok := v.Type().Underlying().(*types.Signature)
	return ok
}

func (p *pkgInfo) maySendIn(fn *ssa.Function, seen map[*ssa.Function]bool) bool {
	if seen[fn] {
		return false
	}
	seen[fn] = true
	sends := false
	for _, f := range withLiterals(fn) {
		eachCall(f.Blocks, func(c *ssa.Call) { sends = sends || p.maySend(c, seen) })
	}
	return sends
}

// repeatedBy returns a function that reports whether one of the sites runs a call
// again, by itself or through functions of the package.
func (p *pkgInfo) repeatedBy(sites []*Site) func(*ssa.Call) bool {
	if p.graph == nil {
		p.graph = p.callGraph()
	}
	inLoop := map[*ssa.BasicBlock]bool{}
	reached := map[*ssa.Function]bool{}
	helpers := map[*ssa.Call]bool{}
	var enter func(fn *ssa.Function)
	follow := func(fn *ssa.Function, within func(ssa.Instruction) bool) {
		for _, c := range p.graph.calls[fn] {
			if within(c.instr) {
				enter(c.callee)
			}
		}
		eachCall(fn.Blocks, func(c *ssa.Call) {
			if c.Call.IsInvoke() && within(c) {
				for _, m := range p.methodsNamed(c.Call.Method.Name()) {
					enter(m)
				}
			}
		})
	}
	enter = func(fn *ssa.Function) {
		if !reached[fn] {
			reached[fn] = true
			follow(fn, func(ssa.Instruction) bool { return true })
		}
	}
	for _, s := range sites {
		if !s.Kind.IsRetry() {
			continue
		}
		if s.call != nil {
			helpers[s.call] = true
		}
		for _, fn := range s.bodies {
			enter(fn)
		}
		if s.loop != nil {
			maps.Copy(inLoop, s.loop.blocks)
			follow(s.loop.header.Parent(), s.loop.contains)
		}
	}
	return func(c *ssa.Call) bool { return helpers[c] || inLoop[c.Block()] || reached[c.Parent()] }
}

// methodsNamed lists the methods of the package's types that a call through an
// interface may be one of.
func (p *pkgInfo) methodsNamed(name string) []*ssa.Function {
	var out []*ssa.Function
	for _, fn := range p.funcs {
		if fn.Signature.Recv() != nil && fn.Name() == name {
			out = append(out, fn)
		}
	}
	return out
}

// eachCall gives the calls in blocks.
func eachCall(blocks []*ssa.BasicBlock, do func(*ssa.Call)) {
	for _, b := range blocks {
		for _, instr := range b.Instrs {
			if c, ok := instr.(*ssa.Call); ok {
				do(c)
			}
		}
	}
}
