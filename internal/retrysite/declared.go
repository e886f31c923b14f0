package retrysite

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/catalog"
	"github.com/retrylint/retrylint/internal/directive"
)

// Declared is the fact that directives say something of a function, or of
// a method of an interface.
type Declared struct {
	Helper     string // the settings of a retry helper; "" where it is none
	Idempotent string // why what it sends may be sent twice
	Sink       string // what it is called as something outside of the process
}

// AFact marks Declared as a fact.
func (*Declared) AFact() {}

func (d *Declared) String() string {
	var parts []string
	for _, p := range []struct{ name, text string }{{"helper", d.Helper}, {"idempotent", d.Idempotent}, {"sink", d.Sink}} {
		if p.text != "" {
			parts = append(parts, p.name+" "+p.text)
		}
	}
	return "declared " + strings.Join(parts, ", ")
}

// DeclaredBy gives what the directives on a function say.
func DeclaredBy(f *directive.Func) Declared {
	args := func(n directive.Name) string {
		if d := f.Get(n); d != nil {
			return d.Args
		}
		return ""
	}
	return Declared{args(directive.Helper), args(directive.Idempotent), args(directive.Sink)}
}

// declared gives what directives say of a function of any package.
func (p *pkgInfo) declared(obj *types.Func) Declared {
	if obj == nil || obj.Pkg() == nil {
		return Declared{}
	}
	obj = obj.Origin()
	if obj.Pkg() == p.pass.Pkg {
		return DeclaredBy(p.said.Of(obj))
	}
	var d Declared
	p.pass.ImportObjectFact(obj, &d)
	return d
}

// declaredOf is declared for a function, or for the one around a literal.
func (p *pkgInfo) declaredOf(fn *ssa.Function) Declared {
	if fn == nil {
		return Declared{}
	}
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	obj, _ := fn.Object().(*types.Func)
	return p.declared(obj)
}

// declaredHelper gives the row of a function that a directive describes as a retry
// helper, or nil.
func (p *pkgInfo) declaredHelper(obj *types.Func) *catalog.Entry {
	d := p.declared(obj)
	if d.Helper == "" {
		return nil
	}
	e, err := directive.HelperRow(obj.Origin(), d.Helper)
	if err != nil {
		return nil // whoever wrote it is told
	}
	return e
}

func (p *pkgInfo) exportDeclared() {
	for _, f := range p.said.Funcs {
		obj, ok := p.pass.TypesInfo.Defs[f.Ident].(*types.Func)
		if d := DeclaredBy(f); ok && d != (Declared{}) {
			p.pass.ExportObjectFact(obj, &d)
		}
	}
}

// idempotent reports whether directives say that a request of a site may be sent
// twice: on its call or that of the helper that runs it, on the functions around
// these, on the one that sends it, or on the one that makes it.
func (p *pkgInfo) idempotent(s *Site, r Request) bool {
	for _, c := range []*ssa.Call{r.sent, s.call} {
		if c != nil && (p.markOf(c.Pos()) != nil || p.declared(calleeObject(&c.Call)).Idempotent != "" || p.declaredOf(c.Parent()).Idempotent != "") {
			return true
		}
	}
	return p.declaredOf(r.maker).Idempotent != ""
}

// markOf gives the directive on the call whose arguments open at a place.
func (p *pkgInfo) markOf(paren token.Pos) *directive.Call {
	for _, c := range p.said.Calls {
		if slices.Contains(c.Parens, paren) {
			return c
		}
	}
	return nil
}

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
	inLoop := map[*ssa.BasicBlock]bool{}
	reached := map[*ssa.Function]bool{}
	helpers := map[*ssa.Call]bool{}
	var reach func(blocks []*ssa.BasicBlock)
	enter := func(fn *ssa.Function) {
		if fn != nil && !reached[fn] && (fn.Pkg == p.ssa || fn.Parent() != nil) {
			reached[fn] = true
			reach(fn.Blocks)
		}
	}
	reach = func(blocks []*ssa.BasicBlock) {
		for _, b := range blocks {
			for _, instr := range b.Instrs {
				switch instr := instr.(type) {
				case ssa.CallInstruction:
					for _, fn := range p.callees(instr.Common()) {
						enter(fn)
					}
				case *ssa.MakeClosure:
					enter(instr.Fn.(*ssa.Function))
				}
			}
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
			for b := range s.loop.blocks {
				inLoop[b] = true
				reach([]*ssa.BasicBlock{b})
			}
		}
	}
	return func(c *ssa.Call) bool { return helpers[c] || inLoop[c.Block()] || reached[c.Parent()] }
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
