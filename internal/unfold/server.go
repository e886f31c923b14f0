package unfold

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/amplify"
	"github.com/retrylint/retrylint/internal/catalog"
)

// linkServers notes what the servers serve that the program has made, now that their
// fields are set.
func (in *interp) linkServers() {
	for _, s := range in.found.servers {
		for _, name := range s.row.Handlers {
			for _, h := range alternatives(in.fieldNamed(s.obj, name)) {
				in.serve(h, s.row, s.pos, nil)
			}
		}
	}
}

// serve notes a handler that a server serves.
func (in *interp) serve(h value, row catalog.Registration, pos token.Pos, call ssa.CallInstruction) {
	o := at(unboxed(h))
	proxy := o != nil && passesRequestsOn(o.typ)
	if !in.isCode(h) && !proxy {
		return
	}
	if proxy && call == nil && o.made != nil {
		call = o.made.instr
	}
	if !slices.ContainsFunc(in.found.roots, func(r value) bool { return same(r, h) }) {
		in.found.roots = append(in.found.roots, h)
	}
	in.found.add(&route{kind: amplify.EntryKind(row.Kind), handler: h, callName: row.HandlerMethod, pos: pos, call: call, root: true})
}

// leads reports whether a handler that is served is around a router with handlers of
// its own: these are the entry points then.
func (f *frameworks) leads(h value) bool {
	for _, o := range routersIn(h, map[*object]bool{}) {
		if slices.ContainsFunc(f.routes, func(rt *route) bool { return rt.router == o }) {
			return true
		}
		for _, hung := range f.below {
			if hung.router == o {
				return true
			}
		}
	}
	return false
}

// proxyRow gives which fields of a type hold what its values pass on requests
// through, where they are handlers that do so.
func proxyRow(t types.Type) (catalog.Registration, bool) {
	n := namedOf(t)
	if n == nil || n.Obj().Pkg() == nil {
		return catalog.Registration{}, false
	}
	row, ok := catalog.RegistrationOf(n.Obj().Pkg().Path(), n.Obj().Name())
	return row, ok && row.Does == catalog.Proxy
}

// passesRequestsOn reports whether values of a type are handlers of a library that pass
// each request on.
func passesRequestsOn(t types.Type) bool {
	_, ok := proxyRow(t)
	return ok
}

// runProxy runs such a handler, which is registered as it is.
func (in *interp) runProxy(b boxed, rt *route) *activation {
	if rt.call == nil || !passesRequestsOn(b.typ) {
		return nil
	}
	m, _, _ := types.LookupFieldOrMethod(b.typ, true, nil, "ServeHTTP")
	obj, ok := m.(*types.Func)
	if !ok || in.prog.FuncValue(obj) == nil {
		return nil
	}
	a := newActivation(in.prog.FuncValue(obj), []value{b.val}, nil)
	r := &runner{in: in, a: a}
	if !r.proxy(rt.call, obj, b.val) {
		return nil
	}
	a.done = true
	in.order = append(in.order, a)
	return a
}

// proxy sends a request through what a proxy passes its requests on through.
func (r *runner) proxy(instr ssa.CallInstruction, obj *types.Func, recv value) bool {
	sig := obj.Signature()
	if sig.Recv() == nil || obj.Name() != "ServeHTTP" {
		return false
	}
	row, ok := proxyRow(sig.Recv().Type())
	if !ok {
		return false
	}
	for _, name := range row.Handlers {
		f, _, _ := types.LookupFieldOrMethod(sig.Recv().Type(), true, obj.Pkg(), name)
		if f == nil {
			continue
		}
		m, _, _ := types.LookupFieldOrMethod(f.Type(), true, obj.Pkg(), row.HandlerMethod)
		send, ok := m.(*types.Func)
		if !ok {
			continue
		}
		sent := false
		for _, a := range alternatives(r.in.fieldNamed(recv, name)) {
			if b, ok := a.(boxed); ok {
				r.method(instr, b, send, []value{nil})
				sent = true
			}
		}
		if !sent {
			r.foreign(instr, send, nil, []value{nil})
		}
	}
	return true
}
