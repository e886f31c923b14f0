package unfold

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/catalog"
)

const grpcPackage = "google.golang.org/grpc"

// isGRPC reports whether a type is one of the names of gRPC, or a pointer to it.
func isGRPC(t types.Type, names ...string) bool {
	n := namedOf(t)
	return n != nil && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == grpcPackage && slices.Contains(names, n.Obj().Name())
}

// overConnection reports whether a function makes something of a gRPC connection, such
// as a generated client.
func overConnection(fn *types.Func) bool {
	for p := range fn.Signature().Params().Variables() {
		if isGRPC(p.Type(), "ClientConn", "ClientConnInterface") {
			return true
		}
	}
	return false
}

// interceptors is what is left of a chain of client interceptors, as the invoker
// that the next one is given.
type interceptors struct {
	rest   []closure
	obj    *types.Func
	quotas []quota // of what libraries retry below them
}

// throughConnection makes a request over a gRPC connection that was made with options:
// it calls the interceptors of the program, and takes those of libraries and the
// configuration of the service for attempts of the client.
func (r *runner) throughConnection(instr ssa.CallInstruction, obj *types.Func, recv value, args []value) bool {
	if !isStub(obj) {
		return false
	}
	conn := connOf(recv, 0)
	if conn == nil || conn.made == nil {
		return false
	}
	opts := dialOptions(conn.made.args, 0, streams(obj))
	if len(opts) == 0 {
		return false
	}
	var chain []closure
	for _, c := range opts {
		if strings.HasSuffix(c.fn.Name(), "Interceptor") {
			chain = append(chain, closuresIn(c.args, 0)...)
		}
	}
	var quotas []quota
	for _, q := range []quota{r.in.interceptorQuota(opts, args), serviceQuota(obj, opts, args)} {
		if q.known {
			quotas = append(quotas, q)
		}
	}
	r.intercept(instr, interceptors{chain, obj, quotas})
	return true
}

// interceptorQuota gives the attempts that interceptors of libraries make of a call.
func (in *interp) interceptorQuota(opts []*foreignCall, args []value) quota {
	q := quota{}
	for _, c := range opts {
		in.configureCall(&q, c, 0)
	}
	if n := len(args); q.known && n > 0 { // options of the call speak to them
		in.configure(&q, args[n-1], 0)
	}
	return q
}

// intercept calls the next interceptor, or makes the request where there is none.
func (r *runner) intercept(instr ssa.CallInstruction, next interceptors) {
	if len(next.rest) == 0 {
		r.note(instr, func() *request { return &request{sink: r.in.sinkName(next.obj), quotas: next.quotas} })
		return
	}
	f := next.rest[0]
	args := make([]value, len(f.fn.Params))
	for i, p := range f.fn.Params {
		if isGRPC(p.Type(), "UnaryInvoker", "Streamer") {
			args[i] = interceptors{next.rest[1:], next.obj, next.quotas}
		}
	}
	r.static(instr, f.fn, args, f.bind)
}

// streams reports whether a method of a client gives a stream.
func streams(obj *types.Func) bool {
	res := obj.Signature().Results()
	return res.Len() == 2 && types.IsInterface(res.At(0).Type())
}

// connOf finds the gRPC connection below a generated client.
func connOf(v value, depth int) *object {
	o := at(v)
	if o == nil || depth > 3 {
		return nil
	}
	if typeName(o.typ) == "ClientConn" || o.made == nil {
		return o
	}
	for _, a := range o.made.args {
		if c := connOf(unboxed(a), depth+1); c != nil && typeName(c.typ) == "ClientConn" {
			return c
		}
	}
	return o
}

// dialOptions lists the calls that made the options among values, in their order, but for
// interceptors of streams where the call is none, and the reverse.
func dialOptions(vs []value, depth int, stream bool) []*foreignCall {
	var out []*foreignCall
	for _, v := range vs {
		v = unboxed(v)
		if s, ok := v.(slice); ok {
			if s.arr != nil && depth < 3 {
				if s.n < 0 {
					s.n = min(len(s.arr.kids), maxRounds)
				}
				out = append(out, dialOptions(s.elements(), depth+1, stream)...)
			}
			continue
		}
		o := at(v)
		if o == nil || o.made == nil || !isGRPC(o.typ, "DialOption") {
			continue
		}
		row, ok := catalog.RegistrationOf(catalog.SymbolOf(o.made.fn))
		if ok && row.Does == catalog.Intercept && strings.Contains(row.Symbol, "Stream") != stream {
			continue
		}
		out = append(out, o.made)
	}
	return out
}
