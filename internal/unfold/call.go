package unfold

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/callgraph"
	"golang.org/x/tools/go/ssa"
)

// call runs a call, as far as its target is in scope, and gives its result.
func (r *runner) call(instr ssa.CallInstruction) value {
	c := instr.Common()
	args := make([]value, len(c.Args))
	for i, a := range c.Args {
		args[i] = r.value(a)
	}
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return r.builtin(b.Name(), c, args)
	}
	if fn := c.StaticCallee(); fn != nil && !c.IsInvoke() {
		var bind []value
		if mc, ok := r.value(c.Value).(closure); ok {
			bind = mc.bind
		}
		return r.static(instr, fn, args, bind)
	}
	if c.IsInvoke() {
		return r.invoke(instr, args)
	}
	return r.dynamic(instr, r.value(c.Value), args)
}

// static calls a function that is known.
func (r *runner) static(instr ssa.CallInstruction, fn *ssa.Function, args, bind []value) value {
	if o := fn.Origin(); o != nil {
		fn, args = o, withTypes(o, args, instr.Common())
	}
	if len(fn.Blocks) == 0 {
		obj, ok := fn.Object().(*types.Func)
		if !ok {
			return nil
		}
		if obj.Signature().Recv() != nil && len(args) > 0 {
			return r.foreign(instr, obj, args[0], args[1:])
		}
		return r.foreign(instr, obj, nil, args)
	}
	if fn.Synthetic == "package initializer" {
		return nil // each is run once, by itself
	}
	t := r.in.traitsOf(fn)
	if t.isSink {
		r.note(instr, func() *request { return &request{sink: t.sink} })
		return r.in.worked(nil, instr)
	}
	if t.helper != nil {
		var recv value
		if fn.Signature.Recv() != nil && len(args) > 0 {
			recv, args = args[0], args[1:]
		}
		r.help(instr, t.helper, recv, args)
		return r.in.worked(nil, instr)
	}
	if i := apart(fn, args); i >= 0 && t.runs {
		return r.each(instr, fn, i, args, bind)
	}
	rec := r.a.record(instr)
	if !t.runs {
		return r.in.worked(nil, instr)
	}
	if a := r.in.running(fn, args, bind); a != nil {
		if a == r.a {
			rec.self = true
		} else {
			r.a.add(rec, a)
		}
		return r.in.worked(a, instr)
	}
	a := r.in.call(fn, args, bind, instr.(ssa.Instruction))
	r.a.add(rec, a)
	if slices.ContainsFunc(args, asked) {
		return resultOf(a) // which tells of the request that an argument comes from
	}
	return r.in.worked(a, instr)
}

// resultOf gives what is known of the result of a call.
func resultOf(a *activation) value {
	if a == nil {
		return nil
	}
	return a.result
}

// apart gives the argument of which each alternative is worth a call of its own: the
// receiver of a method, or a number; -1 where there is none.
func apart(fn *ssa.Function, args []value) int {
	for i, a := range args {
		u, ok := a.(union)
		if !ok {
			continue
		}
		if i == 0 && fn.Signature.Recv() != nil {
			return i
		}
		if !slices.ContainsFunc(u, func(v value) bool { _, isInt := integer(v); return !isInt }) {
			return i
		}
	}
	return -1
}

// each calls a function for every alternative of an argument.
func (r *runner) each(instr ssa.CallInstruction, fn *ssa.Function, i int, args, bind []value) value {
	var out value
	r.in.weak++
	defer func() { r.in.weak-- }()
	for k, alt := range args[i].(union) {
		one := slices.Clone(args)
		one[i] = alt
		out = joinFirst(out, r.static(instr, fn, one, bind), k)
	}
	return out
}

// worked gives the result of a call. Its error is open where a request inside
// can fail; else there is none.
func (in *interp) worked(a *activation, instr ssa.CallInstruction) value {
	res := instr.Common().Signature().Results()
	var out value
	open := true
	if a != nil {
		out = a.result
		open = !a.done || a.requests
	}
	settle := func(v value, t types.Type) value {
		if !isErrorType(t) {
			return v
		}
		if is, known := isNil(v); known && !is {
			return v
		}
		if open {
			return nil
		}
		return null{}
	}
	switch res.Len() {
	case 0:
		return nil
	case 1:
		return settle(out, res.At(0).Type())
	}
	t := make(tuple, res.Len())
	have, _ := out.(tuple)
	for i := range t {
		var v value
		if i < len(have) {
			v = have[i]
		}
		t[i] = settle(v, res.At(i).Type())
	}
	// What comes with an error is not what comes without one.
	if isErrorType(res.At(res.Len() - 1).Type()) {
		for i := range t[:len(t)-1] {
			t[i] = withoutNil(t[i])
		}
	}
	return t
}

// withoutNil gives what v is if it is not nil.
func withoutNil(v value) value {
	u, ok := v.(union)
	if !ok {
		return v
	}
	var out union
	for _, a := range u {
		if _, isNull := a.(null); !isNull {
			out = append(out, a)
		}
	}
	switch len(out) {
	case 0:
		return v
	case 1:
		return out[0]
	}
	return out
}

// settle finds out for calls that come round to a function that was still running
// whether requests can be made in them.
func (in *interp) settle() {
	callers := map[*activation][]*activation{}
	var work []*activation
	for _, a := range in.order {
		for _, t := range a.leadsTo() {
			callers[t] = append(callers[t], a)
		}
		if a.requests {
			work = append(work, a)
		}
	}
	for len(work) > 0 {
		a := work[len(work)-1]
		work = work[:len(work)-1]
		for _, c := range callers[a] {
			if !c.requests {
				c.requests = true
				work = append(work, c)
			}
		}
	}
}

// dynamic calls what a func value is.
func (r *runner) dynamic(instr ssa.CallInstruction, fv value, args []value) value {
	var out value
	n, c := 0, instr.Common()
	alts := alternatives(unboxed(fv))
	if len(alts) > 1 {
		r.in.weak++
		defer func() { r.in.weak-- }()
	}
	for _, a := range alts {
		switch f := unboxed(a).(type) {
		case closure:
			out = joinFirst(out, r.static(instr, f.fn, withoutTypes(f.fn, args, c), f.bind), n)
			n++
		case foreign:
			out = joinFirst(out, r.foreign(instr, f.fn, f.recv, args), n)
			n++
		case interceptors:
			r.intercept(instr, f)
			n++
		case chained, rpc:
			r.handle(instr, f)
			n++
		case iterator:
			r.iterate(instr, f, args)
			n++
		}
	}
	if n == 0 {
		return r.guess(instr, args)
	}
	return out
}

// invoke calls a method of an interface.
func (r *runner) invoke(instr ssa.CallInstruction, args []value) value {
	c := instr.Common()
	recv := r.value(c.Value)
	if out, done := r.declaredMethod(instr, recv, args); done {
		return out
	}
	alts := alternatives(recv)
	var out value
	n := 0
	if len(alts) > 1 {
		r.in.weak++
		defer func() { r.in.weak-- }()
	}
	for _, a := range alts {
		b, ok := a.(boxed)
		if !ok {
			continue
		}
		out = joinFirst(out, r.method(instr, b, c.Method, args), n)
		n++
	}
	if n > 0 {
		return out
	}
	generic := hasMethods(c.Value.Type()) && len(r.in.callees(instr)) > 0
	if o := at(recv); o != nil && !generic { // made out of scope, as an interface
		return r.foreign(instr, c.Method, o, args)
	}
	if !generic && (r.in.leaves(c.Method) || len(r.in.callees(instr)) == 0) {
		return r.foreign(instr, c.Method, recv, args)
	}
	if passesOn(c.Method) {
		r.a.serve(nil)
	}
	return r.guess(instr, args)
}

// method calls a method of a value in an interface.
func (r *runner) method(instr ssa.CallInstruction, b boxed, m *types.Func, args []value) value {
	sel := r.in.selection(b.typ, m)
	switch f := b.val.(type) {
	case chained, rpc:
		r.handle(instr, f)
		return nil
	case closure, foreign:
		if sel == nil {
			return r.dynamic(instr, f, args)
		}
	}
	if sel == nil {
		return r.foreign(instr, m, b.val, args)
	}
	fn := r.in.prog.MethodValue(sel)
	if fn != nil && len(fn.Blocks) > 0 && r.in.hasBody(sel) {
		return r.static(instr, fn, append([]value{b.val}, args...), nil)
	}
	switch f := b.val.(type) {
	case closure, foreign: // a func type of a library, such as http.HandlerFunc
		return r.dynamic(instr, f, args)
	}
	return r.foreign(instr, sel.Obj().(*types.Func), b.val, args)
}

// hasBody reports whether the method that a selection leads to is in scope.
func (in *interp) hasBody(sel *types.Selection) bool {
	obj := sel.Obj().(*types.Func)
	if types.IsInterface(obj.Signature().Recv().Type()) {
		return true // promoted from an embedded interface
	}
	return obj.Pkg() != nil && in.scope[obj.Pkg()]
}

// callees lists the functions in scope that the call graph gives for a call, or, for
// an interface of the program's own, those that could be meant.
func (in *interp) callees(instr ssa.CallInstruction) []*ssa.Function {
	out := in.anyCallees(instr)
	if !in.sorted[instr] {
		in.sorted[instr] = true
		slices.SortFunc(out, in.compare)
	}
	return out
}

// anyCallees is callees in any order.
func (in *interp) anyCallees(instr ssa.CallInstruction) []*ssa.Function {
	out, ok := in.targets[instr]
	if !ok && instr.Common().IsInvoke() {
		out = in.implementers(instr.Common())
		in.targets[instr] = out
	}
	return out
}

// readGraph takes over what the call graph says of calls that are not static.
func (in *interp) readGraph(g *callgraph.Graph) {
	for _, n := range g.Nodes {
		in.readInstance(n)
		for _, e := range n.Out {
			if e.Site == nil || e.Site.Common().StaticCallee() != nil || len(e.Callee.Func.Blocks) == 0 {
				continue
			}
			if !slices.Contains(in.targets[e.Site], e.Callee.Func) {
				in.targets[e.Site] = append(in.targets[e.Site], e.Callee.Func)
			}
		}
	}
}

// maxImplementers is how many types may implement an interface for a call through
// it to be taken for a call of all of them, where nothing tells which.
const maxImplementers = 4

// implementers lists the methods in scope that a call through an interface of the
// program's own can be.
func (in *interp) implementers(c *ssa.CallCommon) []*ssa.Function {
	iface, ok := c.Value.Type().Underlying().(*types.Interface)
	if !ok || c.Method.Pkg() == nil || !in.scope[c.Method.Pkg()] {
		return nil
	}
	if out, ok := in.impls[c.Method]; ok {
		return out
	}
	var out []*ssa.Function
	for _, t := range in.types {
		ptr := types.NewPointer(t)
		if types.IsInterface(t) || !types.Implements(ptr, iface) {
			continue
		}
		if n := namedOf(t); n == nil || n.TypeParams().Len() > 0 {
			continue
		}
		sel := in.selection(ptr, c.Method)
		if sel == nil || !in.hasBody(sel) {
			continue
		}
		if fn := in.prog.FuncValue(sel.Obj().(*types.Func)); fn != nil && len(fn.Blocks) > 0 && !slices.Contains(out, fn) {
			out = append(out, fn)
		}
	}
	if len(out) > maxImplementers {
		out = nil
	}
	slices.SortFunc(out, in.compare)
	in.impls[c.Method] = out
	return out
}

// selection finds the method of a type that a method of an interface stands for.
func (in *interp) selection(t types.Type, m *types.Func) *types.Selection {
	return in.prog.MethodSets.MethodSet(t).Lookup(m.Pkg(), m.Name())
}

// guess calls what the call graph gives, where values do not tell. Functions that are
// handed on are taken to be called right there, so that those who get them are the
// same for all callers.
func (r *runner) guess(instr ssa.CallInstruction, args []value) value {
	r.runArgs(instr, args)
	if _, isParam := instr.Common().Value.(*ssa.Parameter); isParam && !instr.Common().IsInvoke() {
		return nil // whoever hands the function over is taken to call it
	}
	var out value
	r.in.weak++
	defer func() { r.in.weak-- }()
	whole := true
	for i, fn := range r.in.callees(instr) {
		if i == maxTargets {
			break
		}
		if instr.Common().IsInvoke() && r.in.justRunning(fn) {
			whole = false // what wraps others of its interface is not taken to wrap itself
			continue
		}
		full := make([]value, 0, len(args)+1)
		if instr.Common().IsInvoke() {
			full = append(full, r.in.anyReceiver(fn))
		}
		full = full[:len(full)+len(args)]
		out = joinFirst(out, r.static(instr, fn, full, make([]value, len(fn.FreeVars))), i)
	}
	if !whole {
		return nil
	}
	return out
}

// justRunning reports whether a function is one of the innermost that are being run. Further
// out it may well be another object's turn, and what it calls would be lost.
func (in *interp) justRunning(fn *ssa.Function) bool {
	const innermost = 5
	return slices.ContainsFunc(in.stack[max(0, len(in.stack)-innermost):], func(a *activation) bool { return a.fn == fn })
}

// anyReceiver gives what the receiver of a method can be.
func (in *interp) anyReceiver(fn *ssa.Function) value {
	if len(fn.Params) == 0 {
		return nil
	}
	t := fn.Params[0].Type()
	v := in.anyOf(t)
	if _, isPointer := t.Underlying().(*types.Pointer); !isPointer {
		if o := at(v); o != nil {
			return in.load(o)
		}
	}
	return v
}
