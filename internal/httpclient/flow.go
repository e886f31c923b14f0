package httpclient

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// flow follows a client through its package. A node is an ssa.Value or, for a
// field of whatever struct value, a *types.Var. A variable, its address and
// what it holds are one node.
type flow struct {
	ix     *index
	client *Client
	seen   map[any]bool
	queue  []any
}

// follow fills in what is known about c from where it goes.
func (ix *index) follow(c *Client) {
	f := &flow{ix: ix, client: c, seen: map[any]bool{}}
	for _, n := range c.start {
		f.push(n)
		if v, ok := n.(*types.Var); ok {
			f.foreign(v, c.Pos)
		}
	}
	for len(f.queue) > 0 && !c.Limit.IsValid() {
		n := f.queue[0]
		f.queue = f.queue[1:]
		f.visit(n)
	}
}

func (f *flow) push(n any) {
	if n != nil && !f.seen[n] {
		f.seen[n] = true
		f.queue = append(f.queue, n)
	}
}

func (f *flow) visit(n any) {
	switch n := n.(type) {
	case *types.Var:
		f.field(n)
	case *ssa.Global:
		for _, instr := range f.ix.globals[n] {
			f.use(n, instr)
		}
	case ssa.Value:
		if refs := n.Referrers(); refs != nil {
			for _, instr := range *refs {
				f.use(n, instr)
			}
		}
	}
}

// field goes on from everything that selects the field v.
func (f *flow) field(v *types.Var) {
	for _, sel := range f.ix.fields[v] {
		f.push(sel)
	}
	if !v.Embedded() {
		return
	}
	// The struct has the client's methods: type api struct{ *http.Client }.
	for _, box := range f.ix.boxes {
		if embeds(box.X.Type(), v) {
			f.push(box)
		}
	}
}

func embeds(t types.Type, v *types.Var) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range st.Fields() {
		if f.Origin() == v {
			return true
		}
	}
	return false
}

// use goes on from v to where instr takes it.
func (f *flow) use(v ssa.Value, instr ssa.Instruction) {
	switch instr := instr.(type) {
	case *ssa.Store:
		if instr.Val == v {
			f.store(instr)
		}
	case *ssa.FieldAddr, *ssa.Field:
		f.clientField(instr.(ssa.Value))
	case *ssa.MapUpdate:
		if instr.Value == v {
			f.push(instr.Map)
		}
	case *ssa.Send:
		if instr.X == v {
			f.push(instr.Chan)
		}
	case *ssa.MakeClosure:
		for i, b := range instr.Bindings {
			if b == v {
				f.bind(instr, i)
			}
		}
	case *ssa.Return:
		f.returned(v, instr)
	case ssa.CallInstruction:
		f.call(v, instr)
	case *ssa.BinOp:
		// a comparison, with nil for one
	case *ssa.UnOp, *ssa.Phi, *ssa.ChangeType, *ssa.ChangeInterface, *ssa.MakeInterface, *ssa.TypeAssert,
		*ssa.Convert, *ssa.Extract, *ssa.Slice, *ssa.Index, *ssa.IndexAddr, *ssa.Lookup, *ssa.Range, *ssa.Next:
		f.push(instr.(ssa.Value))
	}
}

func (f *flow) bind(mc *ssa.MakeClosure, i int) {
	fn := mc.Fn.(*ssa.Function)
	if fn.Synthetic != "" { // client.Do as a value
		f.client.Lost = true
		return
	}
	f.push(fn.FreeVars[i])
}

func (f *flow) store(st *ssa.Store) {
	switch addr := st.Addr.(type) {
	case *ssa.FieldAddr:
		v := fieldOf(addr)
		if v == nil {
			return
		}
		f.push(v)
		f.foreign(v, st.Pos())
	case *ssa.IndexAddr:
		f.push(addr.X)
	case *ssa.FreeVar:
		f.captured(addr)
	default:
		f.push(addr)
	}
}

// foreign notes that a client that is kept in another package's struct is handed
// to that package.
func (f *flow) foreign(v *types.Var, pos token.Pos) {
	if v.Pkg() != nil && v.Pkg() != f.ix.pass.Pkg {
		f.hand(pos, v.Pkg(), f.ix.fieldName(v))
	}
}

// captured goes on from the variable of an enclosing function that a literal
// has assigned.
func (f *flow) captured(v *ssa.FreeVar) {
	f.push(v)
	for _, b := range bindings(v) {
		f.push(b)
	}
}

// bindings lists what the enclosing function binds to a free variable.
func bindings(v *ssa.FreeVar) []ssa.Value {
	fn := v.Parent()
	i := 0
	for i < len(fn.FreeVars) && fn.FreeVars[i] != v {
		i++
	}
	var found []ssa.Value
	if refs := fn.Referrers(); refs != nil {
		for _, instr := range *refs {
			if mc, ok := instr.(*ssa.MakeClosure); ok && mc.Fn == fn {
				found = append(found, mc.Bindings[i])
			}
		}
	}
	return found
}

// clientField notes a limit that is set through a selector of the client's own
// fields. A Timeout whose address is taken is set by a flag or a decoder.
func (f *flow) clientField(sel ssa.Value) {
	if fieldOf(sel) != f.ix.timeout || sel.Referrers() == nil {
		return
	}
	for _, ref := range *sel.Referrers() {
		switch ref := ref.(type) {
		case *ssa.UnOp: // read
		case *ssa.Store:
			if c, ok := ref.Val.(*ssa.Const); ref.Addr == sel && ok && c.Value != nil && c.Int64() <= 0 {
				continue
			}
			f.client.Limit = ref.Pos()
		case *ssa.Call:
			f.client.Limit = ref.Pos()
		}
	}
}

func (f *flow) returned(v ssa.Value, ret *ssa.Return) {
	fn := origin(ret.Parent())
	for i, res := range ret.Results {
		if res != v {
			continue
		}
		for _, call := range f.ix.callers(fn) {
			if result := resultOf(call, i, len(ret.Results)); result != nil {
				f.push(result)
			}
		}
	}
}

// resultOf returns result i of n of a call, or nil where it is not used.
func resultOf(call ssa.CallInstruction, i, n int) ssa.Value {
	v := call.Value()
	if v == nil {
		return nil // go and defer
	}
	if n == 1 {
		return v
	}
	for _, ref := range *v.Referrers() {
		if x, ok := ref.(*ssa.Extract); ok && x.Index == i {
			return x
		}
	}
	return nil
}

// call goes on from v into the call: it makes a request, or passes v on.
func (f *flow) call(v ssa.Value, call ssa.CallInstruction) {
	c := call.Common()
	if b, ok := c.Value.(*ssa.Builtin); ok {
		if b.Name() == "append" {
			f.push(call.Value())
		}
		return
	}
	if f.request(v, call) {
		return
	}
	callees := f.ix.callees(call)
	for i, arg := range c.Args {
		if arg != v {
			continue
		}
		for _, fn := range callees {
			if j := i + len(fn.Params) - len(c.Args); j >= 0 && j < len(fn.Params) {
				f.push(fn.Params[j])
			}
		}
		if len(callees) == 0 {
			f.out(call, i)
		}
	}
}

// request notes the request that call makes with v, and reports whether it
// makes one.
func (f *flow) request(v ssa.Value, call ssa.CallInstruction) bool {
	c := call.Common()
	obj := calleeObject(c)
	if obj == nil {
		return false
	}
	args := c.Args
	if c.IsInvoke() {
		if c.Value != v {
			return false
		}
	} else {
		if len(args) == 0 || args[0] != v || obj.Signature().Recv() == nil || !isClient(args[0].Type()) {
			return false
		}
		args = args[1:]
	}
	deadline, root := nothing, token.NoPos
	switch obj.Name() {
	case "Do":
		if len(args) == 1 && isRequest(args[0].Type()) {
			deadline, root = f.ix.deadline(args[0])
		}
	case "Get", "Head", "Post", "PostForm":
		if len(args) > 0 && types.Identical(args[0].Type(), types.Typ[types.String]) {
			deadline = None
		}
	case "CloseIdleConnections":
		return true
	}
	if deadline != nothing {
		f.client.Requests = append(f.client.Requests, Request{
			Pos: call.Pos(), Deadline: deadline, Origin: root, Streams: f.ix.streams(call),
		})
	}
	return deadline != nothing || c.IsInvoke()
}

// out notes that call hands the client to code out of sight as argument i.
func (f *flow) out(call ssa.CallInstruction, i int) {
	c := call.Common()
	obj := calleeObject(c)
	if obj == nil {
		f.client.Lost = true // an option given by the caller may set the limit
		return
	}
	to := obj.Name()
	if obj.Pkg() != nil && obj.Signature().Recv() == nil {
		to = obj.Pkg().Name() + "." + to
	}
	if d := f.ix.contextArgument(c, i); d != nothing {
		f.client.Hands = append(f.client.Hands, Hand{call.Pos(), to, d})
		return
	}
	if d := f.ix.lent(obj, i); d != nothing {
		f.client.Hands = append(f.client.Hands, Hand{call.Pos(), to, d})
		return
	}
	if obj.Pkg() == nil {
		return
	}
	switch path := obj.Pkg().Path(); {
	case !standard(path):
		f.hand(call.Pos(), obj.Pkg(), to)
	case strings.HasPrefix(path, "sync"):
		f.client.Lost = true
	}
}

// hand notes that code of pkg gets the client, with what the calls into it say
// about deadlines.
func (f *flow) hand(pos token.Pos, pkg *types.Package, to string) {
	f.client.Hands = append(f.client.Hands, Hand{pos, to, f.ix.libraryDeadline(pkg)})
}

// standard reports whether path is a package of the standard library.
func standard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}
