package retrysite

import (
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
	return directive.Row(obj.Origin(), d.Helper)
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
