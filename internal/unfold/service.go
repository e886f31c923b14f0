package unfold

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/amplify"
)

// service registers the methods of a service: those that its description names, or
// all that are exported.
func (c *registering) service() {
	impl, ok := first(c.arg(c.row.Handler)).(boxed)
	if !ok {
		return
	}
	desc := c.arg(c.row.Path)
	name, _ := text(c.r.in.fieldNamed(desc, "ServiceName"))
	if name == "" {
		name, _ = text(first(desc))
	}
	var methods []string
	for _, list := range [][2]string{{"Methods", "MethodName"}, {"Streams", "StreamName"}} {
		s, ok := c.r.in.fieldNamed(desc, list[0]).(slice)
		for i := range max(0, s.n) {
			if m, isText := text(c.r.in.fieldNamed(s.arr.element(i), list[1])); ok && isText {
				methods = append(methods, m)
			}
		}
	}
	if len(methods) == 0 {
		methods = exportedMethods(impl.typ)
	}
	if name == "" {
		name = typeName(impl.typ)
	}
	full := func(method string) string { return "/" + name + "/" + method }
	c.r.in.found.addService(c.row.Kind, full, methods, impl, c.instr.Pos())
}

// addService adds the methods of a service, each under the name that full gives it.
func (f *frameworks) addService(kind string, full func(method string) string, methods []string, impl boxed, pos token.Pos) {
	for _, m := range methods {
		rt := &route{kind: amplify.EntryKind(kind), name: full(m), handler: impl, callName: m, pos: pos}
		if kind == "grpc" {
			rt.rpc = true
		}
		f.add(rt)
	}
}

func exportedMethods(t types.Type) []string {
	var out []string
	for sel := range types.NewMethodSet(t).Methods() {
		if sel.Obj().Exported() {
			out = append(out, sel.Obj().Name())
		}
	}
	return out
}

// registersService recognises the function RegisterXServer that is generated for
// a gRPC service X.
func (r *runner) registersService(instr ssa.CallInstruction, obj *types.Func, recv value, args []value) (value, bool) {
	service, ok := serviceOf(obj)
	if !ok || len(args) != 2 {
		return nil, false
	}
	impl, ok := first(args[1]).(boxed)
	if !ok {
		return nil, false
	}
	iface, ok := obj.Signature().Params().At(1).Type().Underlying().(*types.Interface)
	if !ok {
		return nil, false
	}
	var methods []string
	for m := range iface.Methods() {
		if m.Exported() && !strings.HasPrefix(m.Name(), "mustEmbed") {
			methods = append(methods, m.Name())
		}
	}
	full := func(method string) string {
		if name, ok := fullMethodName(obj.Pkg(), service, method); ok {
			return name
		}
		return "/" + service + "/" + method
	}
	r.in.found.addService("grpc", full, methods, impl, instr.Pos())
	return nil, true
}

// fullMethodName gives the name of a method with the package of its service, which
// generated code has in a constant.
func fullMethodName(pkg *types.Package, service, method string) (string, bool) {
	c, ok := pkg.Scope().Lookup(service + "_" + method + "_FullMethodName").(*types.Const)
	if !ok || c.Val().Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(c.Val()), true
}

func serviceOf(obj *types.Func) (string, bool) {
	name, ok := strings.CutPrefix(obj.Name(), "Register")
	if !ok || obj.Signature().Recv() != nil || obj.Signature().Params().Len() != 2 {
		return "", false
	}
	name, ok = strings.CutSuffix(name, "Server")
	if !ok {
		return "", false
	}
	n := namedOf(obj.Signature().Params().At(0).Type())
	if n == nil || n.Obj().Pkg() == nil || n.Obj().Pkg().Path() != "google.golang.org/grpc" {
		return "", false
	}
	return name, true
}
