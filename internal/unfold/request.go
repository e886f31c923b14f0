package unfold

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/catalog"
	"github.com/retrylint/retrylint/internal/directive"
)

// request notes a call that leaves the process. One that goes through code in
// scope, such as a transport or an interceptor, is a call of that code.
func (r *runner) request(instr ssa.CallInstruction, obj *types.Func, recv value, args []value) bool {
	if !r.in.leaves(obj) {
		return false
	}
	if r.throughTransport(instr, obj, recv) || r.throughConnection(instr, obj, recv, args) {
		return true
	}
	r.note(instr, func() *request {
		return &request{sink: r.in.sinkName(obj), quotas: []quota{r.in.clientQuota(obj, recv, args)}}
	})
	return true
}

// note notes a request that a call makes.
func (r *runner) note(instr ssa.CallInstruction, make func() *request) {
	r.a.requests = true
	if rec := r.a.record(instr); rec.request == nil {
		rec.request = make()
	}
}

// leaves reports whether calls of a function leave the process.
func (in *interp) leaves(obj *types.Func) bool {
	out, ok := in.leaving[obj]
	if !ok {
		out = obj.Pkg() != nil && in.findLeaves(obj)
		in.leaving[obj] = out
	}
	return out
}

func (in *interp) findLeaves(obj *types.Func) bool {
	path, symbol := catalog.SymbolOf(obj)
	recv := receiverName(symbol)
	if in.extra.match(path+"."+symbol) || in.said.of(obj).Get(directive.Sink) != nil {
		return true
	}
	if s, ok := catalog.SinkOf(path, recv, obj.Name()); ok {
		return s.Leaves(obj.Signature())
	}
	return isStub(obj) || in.isOpen(obj)
}

// isOpen reports whether a method of an interface of the program stands for something
// outside: nothing in the program implements it, it takes a context and can fail.
func (in *interp) isOpen(obj *types.Func) bool {
	recv := obj.Signature().Recv()
	if recv == nil || !in.scope[obj.Pkg()] || !types.IsInterface(recv.Type()) {
		return false
	}
	open, ok := in.opens[obj]
	if !ok {
		sig := obj.Signature()
		res := sig.Results()
		open = sig.Params().Len() > 0 && isContext(sig.Params().At(0).Type()) && res.Len() > 0 && isErrorType(res.At(res.Len()-1).Type()) &&
			!in.implemented(recv.Type().Underlying().(*types.Interface))
		in.opens[obj] = open
	}
	return open
}

// implemented reports whether a type in scope implements an interface.
func (in *interp) implemented(iface *types.Interface) bool {
	return slices.ContainsFunc(in.types, func(t types.Type) bool {
		return !types.IsInterface(t) && (types.Implements(t, iface) || types.Implements(types.NewPointer(t), iface))
	})
}

func isContext(t types.Type) bool {
	n := namedOf(t)
	return n != nil && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "context" && n.Obj().Name() == "Context"
}

// receiverName gives the type in a symbol such as "(*T).M", or "".
func receiverName(symbol string) string {
	recv, _, ok := strings.Cut(symbol, ").")
	if !ok {
		return ""
	}
	return strings.TrimLeft(recv, "(*")
}

// isStub reports whether a function by its shape is a method of a generated gRPC
// client: its last parameters are call options.
func isStub(obj *types.Func) bool {
	sig := obj.Signature()
	if !sig.Variadic() || sig.Recv() == nil || sig.Results().Len() == 0 || !isErrorType(sig.Results().At(sig.Results().Len()-1).Type()) {
		return false
	}
	last := sig.Params().At(sig.Params().Len() - 1).Type()
	s, ok := last.(*types.Slice)
	if !ok {
		return false
	}
	n := namedOf(s.Elem())
	return n != nil && n.Obj().Name() == "CallOption" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "google.golang.org/grpc"
}

// throughTransport calls the transport of an http.Client where that is in scope.
func (r *runner) throughTransport(instr ssa.CallInstruction, obj *types.Func, recv value) bool {
	if obj.Pkg().Path() != "net/http" {
		return false
	}
	client := at(recv)
	if obj.Signature().Recv() == nil {
		client = r.in.foreignVar("net/http", "DefaultClient")
	}
	if client == nil || typeName(client.typ) != "Client" {
		return false
	}
	done := false
	for _, a := range alternatives(r.in.fieldNamed(client, "Transport")) {
		b, ok := a.(boxed)
		if !ok || !r.in.isCode(b) {
			continue
		}
		m, _, _ := types.LookupFieldOrMethod(b.typ, true, obj.Pkg(), "RoundTrip")
		if fn, ok := m.(*types.Func); ok {
			r.method(instr, b, fn, []value{nil})
			done = true
		}
	}
	return done
}

// foreignVar gives what a pointer variable of a package out of scope points to.
func (in *interp) foreignVar(path, name string) *object {
	pkg := in.prog.ImportedPackage(path)
	if pkg == nil || pkg.Var(name) == nil {
		return nil
	}
	return at(in.load(in.global(pkg.Var(name))))
}

// sinkPatterns are the functions that are sinks because the user says so.
type sinkPatterns []string

// match reports whether the function of a name is one of them.
func (p sinkPatterns) match(name string) bool {
	return slices.ContainsFunc(p, func(pattern string) bool { return matchName(pattern, name) })
}
