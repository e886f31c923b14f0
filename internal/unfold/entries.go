package unfold

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/amplify"
	"github.com/retrylint/retrylint/internal/retrysite"
)

// entries finds the entry points of a program, and what to tell about them.
func (b *builder) entries(p *program, cfg Config) ([]entry, []string) {
	in := b.in
	if len(cfg.Entries) > 0 {
		return in.named(p, cfg.Entries)
	}
	es := in.ofAsked(p, in.entries())
	rounds := b.rounds(p, es)
	es = slices.Concat(es, rounds, b.commands(p, es, rounds))
	es, notes := in.declared(p, es)
	open := in.open(p, es)
	if len(es) == 0 && len(open) > 0 {
		notes = append(notes, "no entry points found: the exported functions that make requests are taken for them; name others with -entry")
	}
	es = append(es, open...)
	if len(es) == 0 {
		notes = append(notes, "no entry points found, and no exported function of a library that makes requests: name functions with -entry, requests that are not known with -sink")
	}
	return unique(es), notes
}

// unique drops entries that are the same: one handler, one name.
func unique(es []entry) []entry {
	var out []entry
	for _, e := range es {
		i := slices.IndexFunc(out, func(o entry) bool {
			return retrysite.FuncName(o.fn) == retrysite.FuncName(e.fn) && o.name == e.name && o.kind == e.kind && sameLoop(o, e)
		})
		if i < 0 {
			out = append(out, e)
			continue
		}
		for _, a := range e.runs {
			out[i].runs = addRun(out[i].runs, a)
		}
		out[i].parts = append(out[i].parts, e.parts...)
	}
	return out
}

// ofAsked keeps the entries whose handlers are in the packages asked for.
func (in *interp) ofAsked(p *program, es []entry) []entry {
	return slices.DeleteFunc(es, func(e entry) bool { return e.fn == nil || packageOf(e.fn) != nil && !p.isAsked(e.fn) })
}

// named runs the functions that the user names as entry points.
func (in *interp) named(p *program, patterns []string) ([]entry, []string) {
	var out []entry
	used := map[string]bool{}
	for _, pkg := range p.packages {
		for _, fn := range p.functions(pkg) {
			for _, pattern := range patterns {
				if fn.Parent() == nil && matchName(pattern, retrysite.FuncName(fn)) {
					used[pattern] = true
					e, _ := in.exported(fn, amplify.Exported)
					e.name = cmp.Or(in.entryName(fn), e.name)
					out = append(out, e)
				}
			}
		}
	}
	var notes []string
	for _, pattern := range patterns {
		if !used[pattern] {
			notes = append(notes, fmt.Sprintf("no function matches -entry %s", pattern))
		}
	}
	return unique(out), notes
}

// ranIn lists the functions that an activation leads to.
func ranIn(a *activation) map[*ssa.Function]bool {
	within := map[*activation]bool{}
	reach(a, within)
	out := map[*ssa.Function]bool{}
	for a := range within {
		out[a.fn] = true
	}
	return out
}

// registrarsOf gives the function that registers each of the entries, where a program
// runs it; else nil.
func (in *interp) registrarsOf(es []entry, started map[*packages.Package]map[*ssa.Function]bool) []*ssa.Function {
	out := make([]*ssa.Function, len(es))
	for _, fn := range in.all {
		s := fn.Syntax()
		if s == nil || !in.ran[fn] {
			continue
		}
		for i, e := range es {
			if out[i] != nil || e.pos < s.Pos() || e.pos >= s.End() {
				continue
			}
			for _, ran := range started {
				if ran[fn] {
					out[i] = fn
				}
			}
		}
	}
	return out
}

// serves reports whether a program registers one of the entries: in what it runs, or,
// where no program runs what registers it, by having the handler's package in it.
func (p *program) serves(main *packages.Package, es []entry, registrars []*ssa.Function, ran map[*ssa.Function]bool) bool {
	parts := map[*ssa.Package]bool{}
	for pkg := range partsOf(main) {
		parts[p.code[pkg]] = true
	}
	for i, e := range es {
		if fn := registrars[i]; fn != nil && ran[fn] || fn == nil && parts[packageOf(e.fn)] {
			return true
		}
	}
	return false
}

// open gives the exported functions that make requests and that nothing in the
// program calls: those of libraries, of which others are the callers.
func (in *interp) open(p *program, es []entry) []entry {
	known := map[string]bool{}
	for _, e := range es {
		known[retrysite.FuncName(e.fn)] = true
	}
	called := in.called()
	programs := p.programs()
	var out []entry
	for _, pkg := range p.packages {
		if !p.asked[pkg] || pkg.Name == "main" || forTests(pkg) {
			continue
		}
		library := !programs[pkg]
		for _, fn := range p.functions(pkg) {
			if fn.Parent() != nil || known[retrysite.FuncName(fn)] || !isExported(fn) || !library && (called[fn] || fn.Signature.Recv() != nil) {
				continue
			}
			if e, ok := in.exported(fn, amplify.Exported); ok {
				out = append(out, e)
			}
		}
	}
	return out
}

// forTests reports whether a package is there to help tests.
func forTests(pkg *packages.Package) bool {
	return pkg.Imports["testing"] != nil || strings.HasPrefix(pkg.Name, "test") || strings.HasSuffix(pkg.Name, "test") || strings.HasSuffix(pkg.Name, "testing")
}

// called lists the functions that are called or used by others in scope.
func (in *interp) called() map[*ssa.Function]bool {
	out := map[*ssa.Function]bool{}
	var ops []*ssa.Value
	for _, fn := range in.all {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				ops = instr.Operands(ops[:0])
				for _, op := range ops {
					if f, ok := (*op).(*ssa.Function); ok && f != fn {
						if o := f.Origin(); o != nil {
							f = o
						}
						out[f] = true
					}
				}
			}
		}
	}
	return out
}

func isExported(fn *ssa.Function) bool {
	if fn.Object() == nil || !fn.Object().Exported() {
		return false
	}
	recv := fn.Signature.Recv()
	if recv == nil {
		return true
	}
	n := namedOf(recv.Type())
	return n != nil && n.Obj().Exported()
}

// programs lists the packages that the main packages asked for are made of.
func (p *program) programs() map[*packages.Package]bool {
	out := map[*packages.Package]bool{}
	for pkg, asked := range p.asked {
		if asked && pkg.Name == "main" {
			maps.Copy(out, partsOf(pkg))
		}
	}
	return out
}

// partsOf lists a package and all that it imports.
func partsOf(pkg *packages.Package) map[*packages.Package]bool {
	out := map[*packages.Package]bool{}
	var add func(*packages.Package)
	add = func(pkg *packages.Package) {
		if !out[pkg] {
			out[pkg] = true
			for _, q := range pkg.Imports {
				add(q)
			}
		}
	}
	add(pkg)
	return out
}

// reach adds an activation and all that it leads to.
func reach(a *activation, seen map[*activation]bool) {
	if seen[a] {
		return
	}
	seen[a] = true
	for _, t := range a.leadsTo() {
		reach(t, seen)
	}
}
