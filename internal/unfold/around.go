package unfold

import (
	"go/types"
	"slices"
)

// linkAround finds out which handlers hand requests to the routers that they know: what
// hangs below these routers is served through them. The others are routes like any.
func (in *interp) linkAround() {
	for _, rt := range in.found.routes {
		rt.knows = slices.DeleteFunc(rt.knows, func(o *object) bool { return in.found.isAbove(o, rt.router) })
		if len(rt.knows) == 0 {
			continue
		}
		runs, _ := in.runHandler(rt.handler, rt)
		around := len(runs) == 0
		for _, a := range runs {
			around = around || slices.ContainsFunc(rt.knows, func(o *object) bool { return a.serves[o] }) || a.serves[nil]
		}
		if !around {
			continue
		}
		for _, sub := range rt.knows {
			in.found.below[sub] = hang{rt.router, rt.path, rt.handler}
		}
		rt.handler = nil
	}
}

// isAbove reports whether a router is another one, or above it: a handler that is a method
// of the server has it in a field of that.
func (f *frameworks) isAbove(router, other *object) bool {
	for depth := 0; other != nil && depth < 20; depth++ {
		if other == router {
			return true
		}
		other = f.below[other].router
	}
	return false
}

// serve notes that a request is handed to a router, or to nil for a handler that is not
// known.
func (a *activation) serve(router *object) {
	if a.serves == nil {
		a.serves = map[*object]bool{}
	}
	a.serves[router] = true
}

// routersIn lists the routers that a handler of the program knows.
func routersIn(v value, seen map[*object]bool) []*object {
	var out []*object
	switch v := unboxed(v).(type) {
	case closure:
		for _, b := range v.bind {
			out = append(out, routersIn(b, seen)...)
		}
	case record:
		for _, f := range v.fields {
			out = append(out, routersIn(f, seen)...)
		}
	case *object:
		if seen[v] {
			return nil
		}
		seen[v] = true
		if v.made != nil {
			if servesRoutes(v.typ) {
				out = append(out, v)
			}
			return out
		}
		if v.set {
			out = append(out, routersIn(v.val, seen)...)
		}
		for _, k := range v.kids {
			out = append(out, routersIn(k.obj, seen)...)
		}
	}
	return out
}

// servesRoutes reports whether a type of a library is a router that serves HTTP itself.
func servesRoutes(t types.Type) bool {
	n := namedOf(t)
	if n == nil {
		return false
	}
	m, _, _ := types.LookupFieldOrMethod(types.NewPointer(n), false, n.Obj().Pkg(), "ServeHTTP")
	_, serves := m.(*types.Func)
	return serves && takesRoutes(n)
}
