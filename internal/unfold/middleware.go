package unfold

import (
	"go/types"
	"slices"
)

// served gives what can run when a request comes in for a route: the handler, with the
// middleware of the route, of its router and of those above around it. There are
// several where the router is served in several ways.
func (in *interp) served(rt *route) []value {
	h := in.around(rt.handler, rt.middleware)
	if impl, ok := h.(boxed); ok && rt.rpc && len(in.found.rpcs) > 0 {
		if v := in.around(rpc{impl, rt.callName}, in.found.rpcs); v != nil {
			if c, ok := v.(chained); ok {
				return []value{c}
			}
		}
	}
	hs := []value{h}
	router := rt.router
	for depth := 0; router != nil && depth < 20; depth++ {
		hung := in.found.below[router]
		var next []value
		for _, h := range hs {
			next = append(next, in.within(in.around(h, in.found.uses[router]), router, hung.via)...)
		}
		hs = next[:min(len(next), maxUnion)]
		router = hung.router
	}
	return hs
}

// within gives a handler of a router inside of what the program has around the router:
// where it is served, and where it is mounted.
func (in *interp) within(h value, router *object, via value) []value {
	var out []value
	for _, root := range in.found.roots {
		if v, ok := in.substitute(root, router, h, 0); ok {
			out = append(out, v)
		}
	}
	if len(out) == 0 {
		out = append(out, h)
	}
	for i := range out {
		if v, ok := in.substitute(via, router, out[i], 0); ok {
			out[i] = v
		}
	}
	return out
}

// around puts middleware around a handler, the first one outermost. What is not in
// scope does nothing that we see.
func (in *interp) around(h value, middleware []value) value {
	for _, m := range slices.Backward(middleware) {
		for _, f := range closuresIn([]value{m}, 0) {
			h = in.wrap(f, h)
		}
	}
	return h
}

// wrap puts one middleware around a handler.
func (in *interp) wrap(f closure, h value) value {
	sig := f.fn.Signature
	switch {
	case sig.Params().Len() == 1 && sig.Results().Len() == 1 && types.Identical(sig.Params().At(0).Type(), sig.Results().At(0).Type()):
		if types.IsInterface(sig.Params().At(0).Type()) {
			h = box(unboxed(h), boxType(h))
		} else {
			h = unboxed(h)
		}
		// One that has no use for the handler answers everything itself, in another mode
		// of the program.
		if a := in.call(f.fn, []value{h}, f.bind, nil); a != nil && in.isCode(a.result) && holdsValue(a.result, unboxed(h), map[*object]bool{}) {
			return a.result
		}
		return h
	case sig.Params().Len() == 1 || sig.Params().Len() == 4 && isFunc(sig.Params().At(3).Type()):
		return chained{f, h}
	}
	return h
}

// holdsValue reports whether a value is, or is made of, another.
func holdsValue(v, part value, seen map[*object]bool) bool {
	if v = unboxed(v); v != nil && same(v, part) {
		return true
	}
	some := func(vs []value) bool {
		return slices.ContainsFunc(vs, func(e value) bool { return holdsValue(e, part, seen) })
	}
	switch v := v.(type) {
	case union:
		return some(v)
	case closure:
		return some(v.bind)
	case chained:
		return holdsValue(v.next, part, seen)
	case record:
		return some(v.fields)
	case *object:
		if seen[v] {
			return false
		}
		seen[v] = true
		if v.set && holdsValue(v.val, part, seen) {
			return true
		}
		for _, k := range v.kids {
			if holdsValue(k.obj, part, seen) {
				return true
			}
		}
	}
	return false
}

func isFunc(t types.Type) bool {
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

// substitute gives a handler in which a router that it wraps is replaced by one of the
// router's own handlers.
func (in *interp) substitute(v value, router *object, by value, depth int) (value, bool) {
	if depth > 6 {
		return v, false
	}
	switch x := v.(type) {
	case *object:
		if x == router {
			return by, true
		}
		if _, ok := x.typ.Underlying().(*types.Struct); !ok && !x.set {
			return v, false
		}
		return in.substituteIn(x, router, by, depth)
	case boxed:
		if x.val == value(router) {
			return box(unboxed(by), boxType(by)), true
		}
		inner, ok := in.substitute(x.val, router, by, depth+1)
		return boxed{inner, x.typ}, ok
	case closure:
		bind := slices.Clone(x.bind)
		done := false
		for i := range bind {
			var ok bool
			bind[i], ok = in.substitute(bind[i], router, by, depth+1)
			done = done || ok
		}
		return closure{x.fn, bind}, done
	}
	return v, false
}

// substituteIn copies an object in which something is replaced.
func (in *interp) substituteIn(o, router *object, by value, depth int) (value, bool) {
	if o.made != nil || o.shared != nil {
		return o, false
	}
	if o.set {
		v, ok := in.substitute(o.val, router, by, depth+1)
		if !ok {
			return o, false
		}
		c := in.another(o)
		c.val = v
		return c, true
	}
	for i, k := range o.kids {
		if v, ok := in.substituteIn(k.obj, router, by, depth+1); ok {
			c := in.another(o)
			c.kids[i].obj = v.(*object)
			return c, true
		}
	}
	return o, false
}
