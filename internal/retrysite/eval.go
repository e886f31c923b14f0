package retrysite

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// eval gives what is known of v in e.
func (w *walker) eval(v ssa.Value, e *env) value {
	if k, ok := e.get(v); ok {
		return k
	}
	if k, ok := w.pkg.given[v]; ok {
		return k
	}
	switch v := v.(type) {
	case *ssa.Const:
		return constValue(v)
	case *ssa.BinOp:
		if out := w.sentinel(v, e); out.kind != anything {
			return out
		}
		if out := w.searched(v, e); out.kind != anything {
			return out
		}
		x, y := w.eval(v.X, e), w.eval(v.Y, e)
		if isComparison(v.Op) {
			if out := compare(v.Op, x, y); out.kind != anything {
				return out
			}
			if d, op, than, ok := w.distanceOf(v); ok {
				if k, ok := e.get(d); ok {
					return compare(op, k, number(than))
				}
			}
			return top
		}
		return arith(v.Op, x, y)
	case *ssa.UnOp:
		switch v.Op {
		case token.NOT:
			if x := w.eval(v.X, e); x.kind == truth {
				return boolean(x.lo == 0)
			}
		case token.MUL:
			if g, ok := v.X.(*ssa.Global); ok {
				if isError(v.Type()) && w.pkg.isSentinel(g) {
					return nonNilV
				}
				return w.pkg.globalValue(g)
			}
			if fa, ok := v.X.(*ssa.FieldAddr); ok {
				if w.pkg.method.kind == text && w.pkg.holdsMethod(fa) {
					return w.pkg.method
				}
				return w.pkg.fieldValue(fa)
			}
		}
	case *ssa.Call:
		if b, ok := v.Call.Value.(*ssa.Builtin); ok {
			return w.builtin(b.Name(), v.Call.Args, e)
		}
	case *ssa.Lookup:
		return w.lookup(v, e)
	case *ssa.Convert:
		return w.eval(v.X, e)
	case *ssa.ChangeType:
		return w.eval(v.X, e)
	case *ssa.ChangeInterface:
		return w.eval(v.X, e)
	case *ssa.Slice:
		if n, ok := w.pkg.lengthOf(v, 0); ok {
			return number(n)
		}
	case *ssa.MakeSlice:
		if n, ok := intConst(v.Len); ok {
			return number(n)
		}
		return nonNilV
	case *ssa.MakeInterface, *ssa.Alloc, *ssa.MakeClosure, *ssa.Function, *ssa.MakeMap,
		*ssa.MakeChan, *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Global:
		return nonNilV
	}
	return top
}

func isComparison(op token.Token) bool {
	switch op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return true
	}
	return false
}

// sentinel decides a comparison of a failure with an error variable that means
// no failure: a stream's end is not what a retry is about.
func (w *walker) sentinel(b *ssa.BinOp, e *env) value {
	if b.Op != token.EQL && b.Op != token.NEQ {
		return top
	}
	for _, p := range [2][2]ssa.Value{{b.X, b.Y}, {b.Y, b.X}} {
		if w.ended && strings.HasSuffix(valueName(p[1]), "Canceled") && isErrorish(p[0].Type()) {
			return boolean(b.Op == token.EQL)
		}
		if (benignError(p[1]) || w.ended && notOfEnd(p[1])) && w.eval(p[0], e).kind == notNil && isErrorish(p[0].Type()) {
			return boolean(b.Op == token.NEQ)
		}
	}
	return top
}

// benignError reports whether v is io.EOF, EINTR, or another error that tells
// of an end or an interruption and not of a failure.
func benignError(v ssa.Value) bool {
	if mi, ok := v.(*ssa.MakeInterface); ok {
		v = mi.X
	}
	switch v := v.(type) {
	case *ssa.UnOp:
		g, ok := v.X.(*ssa.Global)
		if !ok || v.Op != token.MUL {
			return false
		}
		switch g.Name() {
		case "EOF", "ErrServerClosed", "SkipDir", "SkipAll", "Done", "ErrDone", "ErrBufferFull":
			return true
		}
	case *ssa.Const:
		// syscall.Errno constants: EINTR 4, EAGAIN 11 and 35, ECONNABORTED 103 and 53.
		if n, ok := types.Unalias(v.Type()).(*types.Named); ok && n.Obj().Name() == "Errno" && v.Value != nil {
			switch v.Int64() {
			case 4, 11, 35, 53, 103:
				return true
			}
		}
	}
	return false
}

// refine adds to e what cond being holds tells. It reports false if that
// cannot be.
func (w *walker) refine(e *env, cond ssa.Value, holds bool) bool {
	switch c := cond.(type) {
	case *ssa.UnOp:
		if c.Op == token.NOT {
			w.learn(e, c, boolean(holds))
			return w.refine(e, c.X, !holds)
		}
	case *ssa.BinOp:
		if isComparison(c.Op) {
			x, y := w.eval(c.X, e), w.eval(c.Y, e)
			nx := narrow(c.Op, x, y, holds)
			ny := narrow(mirror(c.Op), y, x, holds)
			if empty(nx) || empty(ny) {
				return false
			}
			w.learn(e, c.X, nx)
			w.learn(e, c.Y, ny)
			if d, op, than, ok := w.distanceOf(c); ok {
				k, _ := e.get(d)
				if k = narrow(op, k, number(than), holds); empty(k) {
					return false
				}
				e.put(d, k)
			}
			return true
		}
	case *ssa.Call:
		// errors.Is(err, X) and errors.As(err, &x) hold of an error only.
		if fn := c.Call.StaticCallee(); holds && fn != nil && fn.Pkg != nil && len(c.Call.Args) > 0 &&
			(fn.Name() == "Is" || fn.Name() == "As") && strings.HasSuffix(fn.Pkg.Pkg.Path(), "errors") {
			if w.eval(c.Call.Args[0], e).kind == isNil {
				return false
			}
			w.learn(e, c.Call.Args[0], nonNilV)
		}
		if q, ok := questionOf(c); ok && w.pkg.questions(c.Parent())[q] > 1 {
			e.set(q, boolean(holds))
		}
	}
	w.learn(e, cond, boolean(holds))
	return true
}

func empty(v value) bool { return v.kind == integer && v.lo > v.hi }

// learn records what is known of v, and of the variable that it was read from.
func (w *walker) learn(e *env, v ssa.Value, k value) {
	if k.kind == anything {
		return
	}
	switch x := v.(type) {
	case *ssa.Const:
		return
	case *ssa.UnOp:
		if x.Op == token.MUL {
			if c, ok := cellOf(x.X); ok {
				e.set(c, k)
			}
		}
	case *ssa.Convert:
		w.learn(e, x.X, k)
	case *ssa.ChangeType:
		w.learn(e, x.X, k)
	case *ssa.ChangeInterface:
		w.learn(e, x.X, k)
	}
	e.set(v, k)
}

// result gives what is known of a result of a call.
func (w *walker) result(call *ssa.Call, index int, e *env) value {
	if v, ok := w.assume[call]; ok && index == 0 {
		return v
	}
	if b, ok := call.Call.Value.(*ssa.Builtin); ok {
		return w.builtin(b.Name(), call.Call.Args, e)
	}
	if isErrorTest(call) && w.eval(call.Call.Args[0], e).kind == isNil {
		return falseV
	}
	if v := w.contains(call, e); v.kind != anything {
		return v
	}
	if q, ok := questionOf(call); ok {
		if v, ok := e.get(q); ok {
			return v
		}
	}
	if w.ended {
		if w.gaveUp(call, index) {
			return nonNilV
		}
		if w.asksOther(call, index) {
			return falseV
		}
	}
	fn := call.Call.StaticCallee()
	if fn == nil {
		if m := call.Call.Method; m != nil && m.Name() == "Err" && isContext(call.Call.Value.Type()) {
			if w.ended {
				return nonNilV
			}
			return nilV // as long as the context lasts
		}
		if call.Call.IsInvoke() && w.pkg.askedIn != nil && w.depth < 3 {
			if fn := w.pkg.onlyMethod(&call.Call); fn != nil && w.pkg.askedIn[fn] {
				return w.inside(fn, call, index, e)
			}
		}
		return w.anyOf(call, index, e)
	}
	if v := wellKnown(fn, call, w, e); v.kind != anything {
		return v
	}
	if isStatusCode(fn) {
		switch w.eval(call.Call.Args[0], e).kind {
		case isNil:
			return number(0) // codes.OK
		case notNil:
			return value{integer, 1, 16}
		}
	}
	if w.depth < 3 && fn.Blocks != nil && fn.Pkg == w.pkg.ssa {
		if v := w.inside(fn, call, index, e); v.kind != anything {
			return v
		}
		return w.pkg.madeError(fn, index)
	}
	return top
}

// madeError gives the result of a function of the package that makes an error,
// whatever it is given.
func (p *pkgInfo) madeError(fn *ssa.Function, index int) value {
	res := fn.Signature.Results()
	if index >= res.Len() || !isErrorish(res.At(index).Type()) || len(fn.Blocks) > 20 {
		return top
	}
	rets := p.returnsOf(fn)
	for _, r := range rets {
		if r[index].kind != notNil {
			return top
		}
	}
	if len(rets) == 0 {
		return top
	}
	return nonNilV
}

// anyOf gives what a call through a func value gives, where all functions that it can
// run agree.
func (w *walker) anyOf(call *ssa.Call, index int, e *env) value {
	res := call.Call.Signature().Results()
	if call.Call.IsInvoke() || w.depth >= 3 || index >= res.Len() || !decides(res.At(index).Type()) {
		return top
	}
	out := top
	for i, fn := range w.targets(call.Call.Value) {
		if fn.Blocks == nil || fn.Pkg != w.pkg.ssa {
			return top
		}
		v := w.inside(fn, call, index, e)
		if i > 0 {
			v = join(out, v)
		}
		if out = v; out.kind == anything {
			return top
		}
	}
	return out
}

// inside evaluates a small function of the same package with what is known
// of the arguments, and joins what its returns give.
func (w *walker) inside(fn *ssa.Function, call *ssa.Call, index int, e *env) value {
	res := fn.Signature.Results()
	asked := w.pkg.askedIn[fn]
	if index >= res.Len() || len(fn.Blocks) > 40 || !decides(res.At(index).Type()) && !(asked && isPointer(res.At(index).Type())) {
		return top
	}
	known := w.statusIn(fn, call)
	args := &env{}
	if known {
		args.set(w.probed, number(w.status))
	}
	given := call.Call.Args
	if call.Call.IsInvoke() {
		given = append([]ssa.Value{call.Call.Value}, given...)
	}
	for i, a := range given {
		if i >= len(fn.Params) || !decides(a.Type()) && isReceiver(fn, i) {
			continue
		}
		known = known || w.pkg.method.kind == text && isRequest(a.Type())
		if v := w.eval(a, e); v.kind != anything {
			args.set(fn.Params[i], v)
			known = known || decides(a.Type()) || v.kind == text && w.pkg.method.kind == text
		}
	}
	if !known && !asked {
		return top
	}
	binds, sum := w.bindsOf(fn, given)
	key := insideKey{fn, args.sum + sum, w.ended}
	out, ok := w.pkg.inside[key]
	if !ok {
		out = w.evaluate(fn, args, binds)
		w.pkg.inside[key] = out
	}
	if index >= len(out) {
		return top
	}
	return out[index]
}

// statusIn reports whether a call hands the probed answer, with its assumed status,
// to a function that reads it.
func (w *walker) statusIn(fn *ssa.Function, call *ssa.Call) bool {
	if w.probed == nil || w.status == 0 {
		return false
	}
	for _, a := range call.Call.Args {
		if namedType(a.Type(), "net/http", "Response") && w.pkg.derives(a, w.probed, 0) {
			return true
		}
	}
	return false
}

type insideKey struct {
	fn    *ssa.Function
	args  uint64
	ended bool
}

// evaluate gives the results of fn for the arguments, where they are certain.
func (w *walker) evaluate(fn *ssa.Function, args *env, binds map[*ssa.Parameter]ssa.Value) []value {
	sub := &walker{pkg: w.pkg, depth: w.depth + 1, steps: maxSteps - 300, ended: w.ended, binds: binds, up: w}
	if _, ok := args.get(w.probed); ok && w.probed != nil {
		sub.assume = assumption{}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if v, ok := instr.(ssa.Value); ok && isStatusRead(instr) {
					sub.assume[v] = number(w.status)
				}
			}
		}
	}
	sub.runFrom(fn, args)
	if sub.steps > maxSteps {
		return nil
	}
	var out []value
	for i, o := range sub.outcomes {
		if i == 0 {
			out = o.ret
			continue
		}
		for k := range out {
			out[k] = join(out[k], o.ret[k])
		}
	}
	return out
}

// decides reports whether values of a type are what branches hang on.
func decides(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&(types.IsBoolean|types.IsInteger) != 0
	}
	return isErrorish(t)
}

func isPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}

func isReceiver(fn *ssa.Function, i int) bool { return i == 0 && fn.Signature.Recv() != nil }

// join gives what holds of both x and y.
func join(x, y value) value {
	if x == y {
		return x
	}
	if x.kind == integer && y.kind == integer {
		return value{integer, min(x.lo, y.lo), max(x.hi, y.hi)}
	}
	return top
}

// isContext reports whether t is context.Context.
func isContext(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "Context" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "context"
}
