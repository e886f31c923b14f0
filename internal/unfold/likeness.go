package unfold

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/catalog"
)

// registrationOf gives what a call of a function tells a framework: as the catalog has
// it, else, of a router that is not in it, as what the function takes has it.
func (in *interp) registrationOf(obj *types.Func) (catalog.Registration, bool) {
	if row, ok := catalog.RegistrationOf(catalog.SymbolOf(obj)); ok {
		return row, true
	}
	if obj.Pkg() == nil || in.scope[obj.Pkg()] || !isDotted(obj.Pkg().Path()) {
		return catalog.Registration{}, false
	}
	row, known := in.likely[obj]
	if !known {
		row = likeness(obj)
		in.likely[obj] = row
	}
	return row, row.Does != ""
}

// fits reports whether the arguments of a call that is only like those of routers are as
// well.
func (c *registering) fits() bool {
	if c.row.Does == catalog.Use {
		return true
	}
	path, known := text(first(c.arg(c.row.Path)))
	if c.row.Does != catalog.Route {
		return known
	}
	if c.row.MethodArg != nil && *c.row.MethodArg != *c.row.Path {
		method, ok := text(first(c.arg(c.row.MethodArg)))
		known = known && ok && method == strings.ToUpper(method)
	} else if _, after, ok := strings.Cut(path, " "); ok {
		path = after
	}
	_, below := c.r.in.found.below[c.recv]
	return known && (strings.HasPrefix(path, "/") || below)
}

// calledIn gives the function or the method that a call names, or nil.
func calledIn(c *ssa.CallCommon) *types.Func {
	if fn := c.StaticCallee(); fn != nil {
		obj, _ := fn.Object().(*types.Func)
		return obj
	}
	return c.Method
}

// registers reports whether calls of a function tell a framework of a handler.
func (in *interp) registers(obj *types.Func) bool {
	if obj == nil {
		return false
	}
	if row, ok := in.registrationOf(obj); ok {
		return row.Does == catalog.Route || row.Does == catalog.Service || row.Does == catalog.Child
	}
	_, ok := serviceOf(obj)
	return ok
}

// isDotted reports whether a package is not of the standard library, by its path.
func isDotted(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return strings.Contains(first, ".")
}

// likeness says what a function does that is declared like those of routers: it takes a
// pattern and a handler, or a prefix for a group, or middleware. It is empty for others.
func likeness(obj *types.Func) catalog.Registration {
	for _, like := range []func(*types.Func) (catalog.Registration, bool){likeRoute, likeGroup, likeUse} {
		if row, ok := like(obj); ok {
			row.Kind = "http"
			return row
		}
	}
	return catalog.Registration{}
}

// httpMethods are the names that routers give their methods for those of HTTP, in lower
// case.
var httpMethods = map[string]string{
	"get": "GET", "head": "HEAD", "post": "POST", "put": "PUT", "patch": "PATCH", "delete": "DELETE", "del": "DELETE",
	"options": "OPTIONS", "connect": "CONNECT", "trace": "TRACE",
}

// likeRoute is about functions that take a pattern, or a method and a pattern, and after
// it a handler.
func likeRoute(obj *types.Func) (catalog.Registration, bool) {
	sig, name := obj.Signature(), strings.ToLower(obj.Name())
	method, isMethod := httpMethods[name]
	if !isMethod && !slices.ContainsFunc([]string{"handle", "route", "method", "any", "all", "add"}, func(s string) bool { return strings.HasPrefix(name, s) }) {
		return catalog.Registration{}, false
	}
	handler, texts := -1, []int{}
	for i := range sig.Params().Len() {
		t := sig.Params().At(i).Type()
		if s, ok := t.(*types.Slice); ok && sig.Variadic() && i == sig.Params().Len()-1 {
			t = s.Elem()
		}
		if takesRequest(t, obj) {
			handler = i
			break
		}
		if isString(t) {
			texts = append(texts, i)
		}
	}
	if handler < 1 || len(texts) == 0 || len(texts) > 2 || wraps(sig) {
		return catalog.Registration{}, false
	}
	row := catalog.Registration{Does: catalog.Route, Method: method, Path: &texts[len(texts)-1], Handler: &handler, HandlerMethod: "ServeHTTP"}
	row.MethodArg = &texts[0]
	if isMethod {
		row.MethodArg = nil
	}
	row.Last = sig.Variadic() && handler == sig.Params().Len()-1
	return row, true
}

// takesRequest reports whether a type is that of handlers: of net/http, or functions of
// a context that the router's own module declares.
func takesRequest(t types.Type, router *types.Func) bool {
	if n := namedOf(t); n != nil && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "net/http" && n.Obj().Name() == "Handler" {
		return true
	}
	f, ok := t.Underlying().(*types.Signature)
	if !ok {
		return false
	}
	for p := range f.Params().Variables() {
		n := namedOf(p.Type())
		if n == nil || n.Obj().Pkg() == nil {
			continue
		}
		pkg, name := n.Obj().Pkg().Path(), n.Obj().Name()
		if pkg == "net/http" && name == "ResponseWriter" {
			return true
		}
		if (strings.HasSuffix(name, "Context") || name == "Ctx") && sameModule(pkg, router.Pkg().Path()) {
			return true
		}
	}
	return false
}

// sameModule reports whether two packages are likely to be of one module: the first
// three elements of their paths agree.
func sameModule(a, b string) bool {
	x, y := strings.SplitN(a, "/", 4), strings.SplitN(b, "/", 4)
	return slices.Equal(x[:min(3, len(x))], y[:min(3, len(y))])
}

// wraps reports whether a function gives a handler back instead of keeping it.
func wraps(sig *types.Signature) bool {
	for v := range sig.Results().Variables() {
		_, isFunc := v.Type().Underlying().(*types.Signature)
		if n := namedOf(v.Type()); isFunc || n != nil && n.Obj().Name() == "Handler" {
			return true
		}
	}
	return false
}

// likeGroup is about methods that take a prefix and give a router for what is below it,
// or hand it to a function.
func likeGroup(obj *types.Func) (catalog.Registration, bool) {
	sig := obj.Signature()
	if sig.Recv() == nil || sig.Params().Len() == 0 || !isString(sig.Params().At(0).Type()) {
		return catalog.Registration{}, false
	}
	switch strings.ToLower(obj.Name()) {
	case "group", "route", "prefix", "withprefix", "pathprefix", "party", "namespace", "scope", "subrouter":
	default:
		return catalog.Registration{}, false
	}
	first := 0
	row := catalog.Registration{Path: &first}
	if last := sig.Params().Len() - 1; last > 0 {
		f, ok := sig.Params().At(last).Type().Underlying().(*types.Signature)
		if ok && f.Params().Len() == 1 && takesRoutes(f.Params().At(0).Type()) {
			row.Does, row.Handler = catalog.Subroute, &last
			return row, true
		}
	}
	if sig.Results().Len() == 1 && takesRoutes(sig.Results().At(0).Type()) {
		row.Does = catalog.Group
		return row, true
	}
	return catalog.Registration{}, false
}

// likeUse is about methods that take middleware of net/http.
func likeUse(obj *types.Func) (catalog.Registration, bool) {
	sig := obj.Signature()
	if sig.Recv() == nil || obj.Name() != "Use" || sig.Params().Len() != 1 {
		return catalog.Registration{}, false
	}
	t := sig.Params().At(0).Type()
	if s, ok := t.(*types.Slice); ok && sig.Variadic() {
		t = s.Elem()
	}
	f, ok := t.Underlying().(*types.Signature)
	if !ok || f.Params().Len() != 1 || !takesRequest(f.Params().At(0).Type(), obj) || !wraps(f) {
		return catalog.Registration{}, false
	}
	first := 0
	return catalog.Registration{Does: catalog.Use, Middleware: &first}, true
}

// likeCommand is about structs that describe commands as those of libraries for command
// lines do: by their names, what they run, and the commands below them.
func likeCommand(n *types.Named) (catalog.Registration, bool) {
	st, ok := n.Underlying().(*types.Struct)
	if !ok || !isDotted(n.Obj().Pkg().Path()) || !slices.Contains([]string{"Command", "Cmd", "App"}, n.Obj().Name()) {
		return catalog.Registration{}, false
	}
	row := catalog.Registration{Does: catalog.Literal, Kind: "cli"}
	for f := range st.Fields() {
		switch f.Name() {
		case "Name", "Use", "UsageLine":
			if isString(f.Type()) && row.Name == "" {
				row.Name = f.Name()
			}
		case "Action", "Exec", "Execute", "Run", "RunE":
			if isFunc(f.Type()) || types.IsInterface(f.Type()) {
				row.Handlers = append(row.Handlers, f.Name())
			}
		case "Commands", "Subcommands":
			if _, isList := f.Type().Underlying().(*types.Slice); isList {
				row.Children = append(row.Children, f.Name())
			}
		}
	}
	return row, row.Name != "" && len(row.Handlers) > 0
}

// isCommand reports whether values of a type of a library are like commands.
func isCommand(n *types.Named) bool {
	_, ok := likeCommand(n)
	return ok
}

// takesRoutes reports whether a type of a library has methods that register handlers.
func takesRoutes(t types.Type) bool {
	n := namedOf(t)
	if n == nil {
		return false
	}
	of := types.Type(n)
	if !types.IsInterface(n) {
		of = types.NewPointer(n)
	}
	ms := types.NewMethodSet(of)
	for m := range ms.Methods() {
		if obj, ok := m.Obj().(*types.Func); ok && obj.Pkg() != nil {
			if row, ok := catalog.RegistrationOf(catalog.SymbolOf(obj)); ok && row.Does == catalog.Route {
				return true
			}
			if _, ok := likeRoute(obj); ok {
				return true
			}
		}
	}
	return false
}

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}
