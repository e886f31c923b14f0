package httpclient

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// deadline says what is seen of the deadline of v, a context or a request, and
// where its context was made if that has none.
func (ix *index) deadline(v ssa.Value) (Deadline, token.Pos) {
	t := &tracer{ix: ix, seen: map[step]bool{}}
	d := t.trace(v, nil)
	switch d {
	case None:
		return d, t.root
	case nothing:
		d = Unseen
	}
	return d, token.NoPos
}

// tracer goes from a context or a request back to where its deadline comes
// from. stack holds the calls that were entered on the way, the last of which
// gives the parameters their values.
type tracer struct {
	ix   *index
	seen map[step]bool
	root token.Pos // where the first context without a deadline is made
}

type step struct {
	v   ssa.Value
	top ssa.CallInstruction
}

// maxEntered bounds the calls that are entered at once, on account of recursion.
const maxEntered = 8

func (t *tracer) trace(v ssa.Value, stack []ssa.CallInstruction) Deadline {
	at := step{v: v}
	if len(stack) > 0 {
		at.top = stack[len(stack)-1]
	}
	if t.seen[at] || len(stack) > maxEntered {
		return nothing
	}
	t.seen[at] = true
	switch v := v.(type) {
	case *ssa.Parameter:
		return t.parameter(v, stack)
	case *ssa.FreeVar:
		return t.either(bindings(v), stack)
	case *ssa.Phi:
		return t.either(v.Edges, stack)
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			return t.call(call, v.Index, stack)
		}
	case *ssa.Call:
		return t.call(v, 0, stack)
	case *ssa.Alloc:
		return t.alloc(v, stack)
	case *ssa.UnOp:
		return t.load(v.X, stack)
	case *ssa.Field:
		return t.field(fieldOf(v), stack)
	case *ssa.MakeInterface:
		return t.trace(v.X, stack)
	case *ssa.ChangeInterface:
		return t.trace(v.X, stack)
	case *ssa.ChangeType:
		return t.trace(v.X, stack)
	case *ssa.TypeAssert:
		return t.trace(v.X, stack)
	case *ssa.Const:
		return nothing // nil
	}
	return Unseen
}

// either joins the values that one variable may have. It has no deadline only
// where none of them has one: one that is set in some cases is a setting.
func (t *tracer) either(vs []ssa.Value, stack []ssa.CallInstruction) Deadline {
	root := t.root
	all := nothing
	for _, v := range vs {
		d := t.trace(v, stack)
		switch {
		case d == nothing || d == all:
		case all == nothing:
			all = d
		default:
			t.root = root
			return Unseen
		}
	}
	return all
}

// parameter traces what is passed for p: by the call that was entered or, where
// there is none, by every caller. One caller without a deadline is enough.
func (t *tracer) parameter(p *ssa.Parameter, stack []ssa.CallInstruction) Deadline {
	fn := origin(p.Parent())
	i := 0
	for i < len(fn.Params) && fn.Params[i].Object() != p.Object() {
		i++
	}
	if n := len(stack); n > 0 {
		for _, callee := range t.ix.callees(stack[n-1]) {
			if arg := argument(stack[n-1], fn, i); callee == fn && arg != nil {
				return t.trace(arg, stack[:n-1])
			}
		}
	}
	worst := nothing
	for _, call := range t.ix.callers(fn) {
		if arg := argument(call, fn, i); arg != nil {
			worst = max(worst, t.trace(arg, nil))
		}
	}
	if worst == nothing {
		return Unseen
	}
	return worst
}

// load traces what is stored at addr.
func (t *tracer) load(addr ssa.Value, stack []ssa.CallInstruction) Deadline {
	switch addr := addr.(type) {
	case *ssa.FieldAddr:
		return t.field(fieldOf(addr), stack)
	case *ssa.Global:
		if addr.Pkg != t.ix.pkg {
			return Unseen
		}
		return t.either(stored(t.ix.globals[addr], addr), stack)
	case *ssa.Alloc:
		return t.alloc(addr, stack)
	case *ssa.FreeVar:
		return t.either(bindings(addr), stack)
	case ssa.Value:
		if isRequest(addr.Type()) { // a copy, *req
			return t.trace(addr, stack)
		}
	}
	return Unseen
}

// alloc traces what is stored in a variable, by the literals inside its function
// too. A request that is a literal has no context.
func (t *tracer) alloc(a *ssa.Alloc, stack []ssa.CallInstruction) Deadline {
	vs := stored(*a.Referrers(), a)
	for _, ref := range *a.Referrers() {
		mc, ok := ref.(*ssa.MakeClosure)
		if !ok {
			continue
		}
		for i, b := range mc.Bindings {
			if v := mc.Fn.(*ssa.Function); b == a && i < len(v.FreeVars) {
				vs = append(vs, stored(*v.FreeVars[i].Referrers(), v.FreeVars[i])...)
			}
		}
	}
	if len(vs) == 0 && isRequest(a.Type()) {
		return None
	}
	return t.either(vs, stack)
}

func (t *tracer) field(f *types.Var, stack []ssa.CallInstruction) Deadline {
	if f == nil || f.Pkg() != t.ix.pass.Pkg {
		return Unseen
	}
	var vs []ssa.Value
	for _, sel := range t.ix.fields[f] {
		if refs := sel.Referrers(); refs != nil {
			vs = append(vs, stored(*refs, sel)...)
		}
	}
	if len(vs) == 0 {
		return Unseen
	}
	return t.either(vs, nil)
}

// stored lists the values that refs store at addr.
func stored(refs []ssa.Instruction, addr ssa.Value) []ssa.Value {
	var vs []ssa.Value
	for _, ref := range refs {
		if st, ok := ref.(*ssa.Store); ok && st.Addr == addr {
			vs = append(vs, st.Val)
		}
	}
	return vs
}

// call traces result i of a call.
func (t *tracer) call(call *ssa.Call, i int, stack []ssa.CallInstruction) Deadline {
	c := call.Common()
	obj := calleeObject(c)
	if d, ok := t.known(call, obj, stack); ok {
		return d
	}
	if callees := t.ix.callees(call); len(callees) > 0 {
		return t.results(call, callees, i, stack)
	}
	if obj == nil {
		return Unseen
	}
	switch {
	case strings.Contains(obj.Name(), "Timeout"), strings.Contains(obj.Name(), "Deadline"):
		return Set
	case obj.Name() == "Background", obj.Name() == "TODO":
		return None
	}
	if d := t.arguments(c, stack); d != nothing {
		return d
	}
	// A context from an object that was itself made with one: span.Context().
	if recv := receiver(c); recv != nil && isContext(call.Type()) {
		if x, ok := recv.(*ssa.Extract); ok {
			recv = x.Tuple
		}
		if made, ok := recv.(*ssa.Call); ok && !made.Common().IsInvoke() {
			if d := t.arguments(made.Common(), stack); d != nothing {
				return d
			}
		}
	}
	return Unseen
}

// known traces through the functions that make contexts and requests.
func (t *tracer) known(call *ssa.Call, obj *types.Func, stack []ssa.CallInstruction) (Deadline, bool) {
	c := call.Common()
	switch {
	case isFunc(obj, "context", "WithTimeout", "WithDeadline", "WithTimeoutCause", "WithDeadlineCause"):
		return Set, true
	case isFunc(obj, "context", "Background", "TODO", "WithoutCancel"):
		if !t.root.IsValid() {
			t.root = call.Pos()
		}
		return None, true
	case isFunc(obj, "net/http", "NewRequest"), isFunc(obj, "net/http/httptest", "NewRequest"):
		return None, true
	case isFunc(obj, "net/http", "WithContext", "Clone") && isRequest(c.Args[0].Type()):
		return t.trace(c.Args[1], stack), true
	case isFunc(obj, "net/http", "Context") && isRequest(c.Args[0].Type()):
		return t.trace(c.Args[0], stack), true
	}
	return nothing, false
}

// arguments traces the contexts and requests that a call is given, of which its
// result is thought to be made.
func (t *tracer) arguments(c *ssa.CallCommon, stack []ssa.CallInstruction) Deadline {
	for _, arg := range c.Args {
		if isContext(arg.Type()) || isRequest(arg.Type()) {
			return t.trace(arg, stack)
		}
	}
	return nothing
}

func receiver(c *ssa.CallCommon) ssa.Value {
	switch {
	case c.IsInvoke():
		return c.Value
	case c.Signature().Recv() != nil && len(c.Args) > 0:
		return c.Args[0]
	}
	return nil
}

// results traces result i of the functions that call may run.
func (t *tracer) results(call *ssa.Call, callees []*ssa.Function, i int, stack []ssa.CallInstruction) Deadline {
	inner := append(stack[:len(stack):len(stack)], call)
	all := nothing
	for _, fn := range callees {
		var vs []ssa.Value
		for _, b := range fn.Blocks {
			if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && i < len(ret.Results) {
				vs = append(vs, ret.Results[i])
			}
		}
		d := t.either(vs, inner)
		if all != nothing && d != nothing && d != all {
			return Unseen
		}
		all = max(all, d)
	}
	return all
}

// contextArgument says what is seen of the context or request that is passed
// along with argument i of c.
func (ix *index) contextArgument(c *ssa.CallCommon, i int) Deadline {
	for j, arg := range c.Args {
		if j != i && (isContext(arg.Type()) || isRequest(arg.Type())) {
			d, _ := ix.deadline(arg)
			return d
		}
	}
	return nothing
}

// libraryDeadline says what is seen of the contexts that the package passes to
// a library that a client was handed to. Its requests carry those contexts, or
// none where it takes none.
func (ix *index) libraryDeadline(lib *types.Package) Deadline {
	if lib == nil {
		return None
	}
	all := nothing
	for _, calls := range [][]ssa.CallInstruction{ix.foreign, ix.invokes} {
		for _, call := range calls {
			obj := calleeObject(call.Common())
			if obj == nil || obj.Pkg() == nil || publisher(obj.Pkg().Path()) != publisher(lib.Path()) {
				continue
			}
			d := ix.contextArgument(call.Common(), -1)
			if d == Unseen {
				return Unseen
			}
			all = max(all, d)
		}
	}
	if all == nothing {
		return None
	}
	return all
}

// publisher returns the part of an import path that the packages of one library
// share, and often those of libraries made for one another.
func publisher(path string) string {
	parts := strings.SplitN(path, "/", 3)
	return strings.Join(parts[:min(2, len(parts))], "/")
}
