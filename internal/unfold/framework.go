package unfold

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/amplify"
	"github.com/retrylint/retrylint/internal/catalog"
)

// frameworks is what the program has told its frameworks: which handlers there
// are, and how routers hang together.
type frameworks struct {
	routes   []*route
	byObject map[*object]*route // the route that a value stands for, to be refined
	labelled map[string]*object // routes, by the names that they were given
	below    map[*object]hang   // groups and mounted routers
	literals []literal
	parents  map[*object]*object // of commands
	uses     map[*object][]value // middleware of routers
	roots    []value             // handlers that are served and may wrap a router
	servers  []literal           // values of types that serve the handler in a field
	rpcs     []value             // interceptors of gRPC servers
	turns    map[*object]*turn   // what is left to run, by the context of a middleware
}

// hang says below what a router hangs.
type hang struct {
	router *object
	prefix string
	via    value // the handler of the program that it is in, or nil
}

// route is a handler that was registered.
type route struct {
	kind       amplify.EntryKind
	method     string
	path       string
	router     *object
	handler    value
	middleware []value // of this route alone, the outermost first
	callName   string  // the method to call where the handler is a value
	pos        token.Pos
	call       ssa.CallInstruction // that registers it, or nil
	name       string              // instead of method and path
	label      string              // by which the program finds it, or ""
	rpc        bool                // interceptors of gRPC servers run first
	root       bool                // it is all that a server serves
	knows      []*object           // the routers that the handler may hand requests to
	begun      *route              // what it was before it had a handler, or nil
	// guess is the function that registered it where that was run without being called,
	// with arguments of which nothing is known.
	guess *ssa.Function
}

func newFrameworks() frameworks {
	return frameworks{
		byObject: map[*object]*route{}, labelled: map[string]*object{}, below: map[*object]hang{}, parents: map[*object]*object{},
		uses: map[*object][]value{}, turns: map[*object]*turn{},
	}
}

// call deals with a call that tells a framework of something. It reports false
// for other calls.
func (f *frameworks) call(r *runner, instr ssa.CallInstruction, obj *types.Func, recv value, args []value) (value, bool) {
	row, ok := r.in.registrationOf(obj)
	c := registering{r, instr, obj, row, at(unboxed(recv)), args}
	if !ok || c.isGuess() && !c.fits() {
		return r.registersService(instr, obj, recv, args)
	}
	switch row.Does {
	case catalog.Route:
		return c.route(), true
	case catalog.Group, catalog.With:
		return c.group(), true
	case catalog.Subroute:
		return c.subroute(), true
	case catalog.Mount:
		return c.mount(), true
	case catalog.Refine, catalog.Begin:
		return c.refine(), true
	case catalog.Label:
		return c.label(), true
	case catalog.Labelled:
		return c.byLabel(), true
	case catalog.Proceed:
		c.next()
		return r.answer(instr, obj, recv, args, true), true
	case catalog.Abort:
		c.abort()
	case catalog.Wrap:
		return c.wrap(), true
	case catalog.Serve:
		c.serve()
	case catalog.Child:
		c.children()
	case catalog.Service:
		c.service()
	case catalog.Use:
		c.use()
	default:
		return nil, false
	}
	return r.answer(instr, obj, recv, args, false), true
}

// registering is one such call.
type registering struct {
	r     *runner
	instr ssa.CallInstruction
	obj   *types.Func
	row   catalog.Registration
	recv  *object
	args  []value
}

// isGuess reports whether the catalog does not have the function.
func (c *registering) isGuess() bool { return c.row.Package == "" }

func (c *registering) arg(i *int) value {
	if i == nil || *i >= len(c.args) {
		return nil
	}
	return c.args[*i]
}

// from lists the arguments from one on, those of lists one by one.
func (c *registering) from(i *int) []value {
	if i == nil || *i >= len(c.args) {
		return nil
	}
	var out []value
	for _, a := range c.args[*i:] {
		if s, ok := a.(slice); ok && s.arr != nil {
			out = append(out, s.elements()...)
			continue
		}
		out = append(out, a)
	}
	return out
}

// handlers lists the handlers among the arguments, and the middleware around them.
func (c *registering) handlers() (handlers, middleware []value) {
	all := c.from(c.row.Handler)
	if len(all) == 0 {
		return nil, nil
	}
	if c.row.Last {
		if c.isGuess() {
			return all[len(all)-1:], nil
		}
		return all[len(all)-1:], all[:len(all)-1]
	}
	if c.row.Middleware != nil && *c.row.Middleware > *c.row.Handler {
		return all[:1], c.from(c.row.Middleware)
	}
	if _, isList := c.args[*c.row.Handler].(slice); isList {
		return all, nil
	}
	return all[:1], nil
}

// use notes middleware of a router, or of a server that is being made.
func (c *registering) use() {
	list := c.from(c.row.Middleware)
	if c.recv == nil {
		if c.row.Kind == "grpc" {
			c.r.in.found.rpcs = append(c.r.in.found.rpcs, list...)
		}
		return
	}
	for _, m := range list {
		if !slices.ContainsFunc(c.r.in.found.uses[c.recv], func(o value) bool { return same(o, m) }) {
			c.r.in.found.uses[c.recv] = append(c.r.in.found.uses[c.recv], m)
		}
	}
}

func (c *registering) answer() value {
	var recv value
	if c.recv != nil {
		recv = c.recv
	}
	return c.r.answer(c.instr, c.obj, recv, c.args, false)
}

// made gives a new value, also where the call returns what it is called on.
func (c *registering) made() *object {
	call := &foreignCall{fn: c.obj, args: c.args, instr: c.instr}
	if c.recv != nil {
		call.recv = c.recv
	}
	res := c.obj.Signature().Results()
	if res.Len() == 0 {
		return nil
	}
	return at(c.r.madeUp(call, 0, false))
}

func (c *registering) methodAndPath() (method, path string) {
	path = c.textOf(c.row.Path)
	method = c.row.Method
	if c.row.MethodArg == nil {
		return method, path
	}
	if c.row.Path != nil && *c.row.MethodArg == *c.row.Path {
		if m, p, ok := strings.Cut(path, " "); ok {
			return m, strings.TrimSpace(p)
		}
		return method, path
	}
	if all := textsIn(c.arg(c.row.MethodArg)); len(all) > 0 {
		method = strings.Join(all, ",")
	}
	return method, path
}

// textsIn lists the strings in a list, or the string that a value is.
func textsIn(v value) []string {
	list, ok := v.(slice)
	if !ok {
		if s, ok := text(first(v)); ok {
			return []string{s}
		}
		return nil
	}
	var out []string
	for _, e := range list.elements() {
		if s, ok := text(e); ok {
			out = append(out, s)
		}
	}
	return out
}

// firstElement gives the first element of a list, or the value itself.
func firstElement(v value) value {
	if s, ok := v.(slice); ok && s.arr != nil {
		return s.arr.element(0)
	}
	return first(v)
}

func (c *registering) route() value {
	out := c.answer()
	method, path := c.methodAndPath()
	handlers, middleware := c.handlers()
	for _, h := range handlers {
		rt := &route{kind: amplify.EntryKind(c.row.Kind), method: method, path: path, router: c.recv, handler: h, middleware: middleware, callName: c.row.HandlerMethod, pos: c.instr.Pos(), call: c.instr, guess: c.r.in.guessing}
		if sub := at(unboxed(h)); sub != nil && sub.made != nil && !c.r.in.isCode(h) && !passesRequestsOn(sub.typ) {
			c.r.in.found.below[sub] = hang{router: c.recv, prefix: path} // another router
			continue
		}
		rt.knows = routersIn(h, map[*object]bool{})
		if c.recv != nil {
			before := c.r.in.found.byObject[c.recv]
			if before != nil && before.begun != nil {
				before = before.begun // it has another handler in another run
			}
			if before != nil && before.handler == nil {
				rt.begun = before
				rt.method, rt.path, rt.router, rt.label = join2(before.method, method), before.path+path, before.router, before.label
			}
		}
		c.r.in.found.add(rt)
		if o := at(out); o != nil {
			c.r.in.found.byObject[o] = rt
		}
	}
	return out
}

func join2(x, y string) string {
	if x != "" {
		return x
	}
	return y
}

// add adds a route that is not known yet.
func (f *frameworks) add(rt *route) {
	for _, o := range f.routes {
		if o.pos == rt.pos && o.method == rt.method && o.path == rt.path && o.name == rt.name && same(o.handler, rt.handler) {
			return
		}
	}
	f.routes = append(f.routes, rt)
}

func (c *registering) group() value {
	prefix, _ := text(first(c.arg(c.row.Path)))
	o := c.made()
	if o == nil {
		return nil
	}
	c.r.in.found.below[o] = hang{router: c.recv, prefix: prefix}
	c.r.in.found.uses[o] = c.from(c.row.Middleware)
	return o
}

func (c *registering) subroute() value {
	prefix, _ := text(first(c.arg(c.row.Path)))
	sub := c.r.in.newObject(c.routerType(), false)
	sub.made = &foreignCall{fn: c.obj}
	c.r.in.found.below[sub] = hang{router: c.recv, prefix: prefix}
	for _, f := range closuresIn([]value{c.arg(c.row.Handler)}, 0) {
		args := make([]value, len(f.fn.Params))
		if len(args) > 0 {
			args[0] = sub
		}
		c.r.in.call(f.fn, args, f.bind, c.instr)
	}
	return sub
}

func (c *registering) routerType() types.Type {
	if c.recv != nil {
		return c.recv.typ
	}
	if recv := c.obj.Signature().Recv(); recv != nil {
		return recv.Type()
	}
	return types.NewStruct(nil, nil)
}

func (c *registering) mount() value {
	prefix, _ := text(first(c.arg(c.row.Path)))
	handlers, _ := c.handlers()
	for _, h := range handlers {
		if c.r.in.isCode(h) {
			c.r.in.found.add(&route{kind: amplify.EntryKind(c.row.Kind), path: prefix, router: c.recv, handler: h, callName: c.row.HandlerMethod, pos: c.instr.Pos()})
		} else if sub := at(unboxed(h)); sub != nil {
			c.r.in.found.below[sub] = hang{router: c.recv, prefix: prefix}
		}
	}
	return c.answer()
}

// refine narrows a route: one that is complete already, or one that is begun here.
func (c *registering) refine() value { return c.refineBy(c.methodAndPath()) }

func (c *registering) refineBy(method, path string) value {
	out := c.answer()
	o := at(out)
	if o == nil {
		return out
	}
	var rt *route
	if c.recv != nil {
		rt = c.r.in.found.byObject[c.recv]
	}
	if rt != nil && (rt.handler != nil || o == c.recv) {
		rt.method, rt.path = join2(rt.method, method), rt.path+path
		c.r.in.found.byObject[o] = rt
		if rt.handler == nil {
			c.r.in.found.below[o] = hang{router: rt.router, prefix: rt.path}
		}
		return out
	}
	begun := &route{method: method, path: path, router: c.recv}
	if rt != nil {
		begun.method, begun.path, begun.router, begun.label = join2(rt.method, method), rt.path+path, rt.router, rt.label
	}
	if o != c.recv {
		c.r.in.found.byObject[o] = begun
		c.r.in.found.below[o] = hang{router: begun.router, prefix: begun.path}
	}
	return out
}

// label gives a route a name, by which it is found again. It is called so where its path
// is not known.
func (c *registering) label() value {
	out := c.refineBy("", "")
	name, ok := text(first(c.arg(c.row.Path)))
	if rt := c.r.in.found.byObject[at(out)]; ok && rt != nil {
		c.r.in.found.labelled[name] = at(out)
		rt.label = name
	}
	return out
}

// byLabel gives the route of a name.
func (c *registering) byLabel() value {
	name, _ := text(first(c.arg(c.row.Path)))
	if o, ok := c.r.in.found.labelled[name]; ok {
		return o
	}
	return c.refineBy("", "")
}

func (c *registering) wrap() value {
	h := c.arg(c.row.Handler)
	if c.row.Path == nil {
		if h != nil {
			return box(unboxed(h), boxType(h))
		}
		return c.answer()
	}
	if sub := at(unboxed(h)); sub != nil && !c.r.in.isCode(h) {
		return h // a router, to be hung somewhere
	}
	method, path := c.methodAndPath()
	c.r.in.found.add(&route{kind: amplify.EntryKind(c.row.Kind), method: method, path: path, handler: h, callName: c.row.HandlerMethod, pos: c.instr.Pos()})
	return c.answer()
}

// boxType gives the type that a wrapped handler has for its caller.
func boxType(h value) types.Type {
	if b, ok := h.(boxed); ok {
		return b.typ
	}
	if f, ok := h.(closure); ok {
		return f.fn.Signature
	}
	return errorType
}

func (c *registering) serve() {
	handlers, _ := c.handlers()
	for _, h := range handlers {
		c.r.in.serve(h, c.row, c.instr.Pos(), c.instr)
	}
}

func (c *registering) children() {
	commands, _ := c.handlers()
	for _, h := range commands {
		if o := at(h); o != nil && c.recv != nil {
			c.r.in.found.parents[o] = c.recv
		}
	}
}

// prefix gives the path below which a router hangs.
func (f *frameworks) prefix(router *object) string {
	out := ""
	for depth := 0; router != nil && depth < 20; depth++ {
		h, ok := f.below[router]
		if !ok {
			break
		}
		out = joinPath(h.prefix, out)
		router = h.router
	}
	return out
}

func joinPath(a, b string) string {
	a = strings.TrimSuffix(strings.TrimSuffix(a, "*"), "/")
	if b != "" && !strings.HasPrefix(b, "/") && a != "" {
		b = "/" + b
	}
	return a + b
}
