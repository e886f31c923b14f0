package unfold

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/catalog"
)

// findDoers lists the functions that may make requests, register handlers, or change
// settings by themselves. It does not need to know what calls what.
func (in *interp) findDoers(all map[*ssa.Function]bool) []*ssa.Function {
	var out []*ssa.Function
	for fn := range all {
		if in.does(fn) || fn.Synthetic == "package initializer" {
			out = append(out, fn)
		}
	}
	return out
}

// findWorth finds the functions that are worth running for what they do: those that do
// something by themselves, or through what they call.
func (in *interp) findWorth(all map[*ssa.Function]bool, doers []*ssa.Function) {
	var work []*ssa.Function
	mark := func(fn *ssa.Function) {
		if fn != nil && !in.worth[fn] {
			in.worth[fn] = true
			work = append(work, fn)
		}
	}
	origins := func(fn *ssa.Function) {
		if o := fn.Origin(); o != nil { // it is the one that is run
			mark(o)
			for _, lit := range literals(o) {
				mark(lit)
			}
		}
	}
	callers := map[*ssa.Function][]*ssa.Function{}
	for fn := range all {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				c, ok := instr.(ssa.CallInstruction)
				if !ok {
					continue
				}
				if callee := c.Common().StaticCallee(); callee != nil {
					if o := callee.Origin(); o != nil {
						callee = o
					}
					callers[callee] = append(callers[callee], fn)
					continue
				}
				for _, callee := range in.anyCallees(c) {
					callers[callee] = append(callers[callee], fn)
				}
			}
		}
	}
	for _, fn := range doers {
		mark(fn)
	}
	for len(work) > 0 {
		fn := work[len(work)-1]
		work = work[:len(work)-1]
		for _, c := range callers[fn] {
			mark(c)
		}
		mark(fn.Parent()) // it hands the literal to somebody
		origins(fn)
	}
	for fn := range all {
		if begins(fn) {
			in.worth[fn] = true
		}
	}
}

// literals lists the function literals in a function.
func literals(fn *ssa.Function) []*ssa.Function {
	var out []*ssa.Function
	for _, lit := range fn.AnonFuncs {
		out = append(append(out, lit), literals(lit)...)
	}
	return out
}

// does reports whether a function by itself does what is worth running it for.
func (in *interp) does(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Alloc:
				t := instr.Type().Underlying().(*types.Pointer).Elem()
				_, describes := in.literalRow(t)
				if _, serves := in.serverRow(t); describes || serves {
					return true
				}
			case *ssa.Store:
				if setsField(instr) {
					return true
				}
			case *ssa.MapUpdate:
				if leadsToCode(instr.Value.Type(), 0) {
					return true
				}
			case ssa.CallInstruction:
				if in.interesting(instr.Common()) {
					return true
				}
			}
		}
	}
	return false
}

// setsField reports whether a store sets a field of something that was made
// elsewhere to a number, a function or a reference: a setting; or to a list of what can
// lead to code: jobs, routes. A counter is none.
func setsField(st *ssa.Store) bool {
	fa, ok := st.Addr.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	if _, local := fa.X.(*ssa.Alloc); local {
		return false
	}
	return isSetting(st)
}

// isSetting reports whether what a store stores is a setting and no counter.
func isSetting(st *ssa.Store) bool {
	if b, ok := st.Val.(*ssa.BinOp); ok {
		if ld, ok := b.X.(*ssa.UnOp); ok && ld.Op == token.MUL {
			return false
		}
	}
	switch u := st.Val.Type().Underlying().(type) {
	case *types.Basic:
		return isInteger(u)
	case *types.Signature, *types.Pointer:
		return true
	case *types.Interface:
		return !isErrorType(st.Val.Type())
	case *types.Slice:
		return leadsToCode(u.Elem(), 0)
	}
	return false
}

// begins reports whether a function sets numbers or pointers of a package, by itself or by
// handing the address of a number to code out of scope, as for a flag. It is worth running
// where it is called from what runs, and no reason to run that. What a variable of
// functions can be is known from the call graph.
func begins(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Store:
				_, shared := instr.Addr.(*ssa.Global)
				_, points := instr.Val.Type().Underlying().(*types.Pointer)
				if shared && (points || isInteger(instr.Val.Type())) && isSetting(instr) {
					return true
				}
			case *ssa.Call:
				if handsOutNumber(&instr.Call) {
					return true
				}
			}
		}
	}
	return false
}

// handsOutNumber reports whether a call gives the address of a number of a package to
// code out of scope. What counts in one step is no setting.
func handsOutNumber(c *ssa.CallCommon) bool {
	fn := c.StaticCallee()
	if fn == nil || len(fn.Blocks) > 0 || fn.Pkg == nil || fn.Pkg.Pkg.Path() == "sync/atomic" {
		return false
	}
	return slices.ContainsFunc(c.Args, func(a ssa.Value) bool {
		g, ok := a.(*ssa.Global)
		return ok && isInteger(g.Type().Underlying().(*types.Pointer).Elem())
	})
}

func isInteger(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

// leadsToCode reports whether values of a type are functions, or have some: what is
// collected in a list of them is run later.
func leadsToCode(t types.Type, depth int) bool {
	if depth > 3 {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Signature:
		return true
	case *types.Interface:
		return u.NumMethods() > 0 && !isErrorType(t)
	case *types.Pointer:
		return leadsToCode(u.Elem(), depth+1)
	case *types.Struct:
		for f := range u.Fields() {
			if leadsToCode(f.Type(), depth+1) {
				return true
			}
		}
	}
	return false
}

// interesting reports whether a call makes a request, registers a handler, runs
// a retry helper or a function that is not known here.
func (in *interp) interesting(c *ssa.CallCommon) bool {
	obj := c.Method
	if fn := c.StaticCallee(); fn != nil {
		if len(fn.Blocks) > 0 {
			_, isSink := in.sinkIn(fn)
			return isSink || in.userHelper(objectOf(fn)) != nil
		}
		obj, _ = fn.Object().(*types.Func)
	} else if obj == nil {
		_, isBuiltin := c.Value.(*ssa.Builtin)
		return !isBuiltin
	}
	if obj == nil {
		return false
	}
	obj = obj.Origin()
	out, ok := in.notable[obj]
	if !ok {
		out = in.isNotable(obj)
		in.notable[obj] = out
	}
	return out
}

// isNotable is interesting for calls of a function out of scope, or of an interface's method.
func (in *interp) isNotable(obj *types.Func) bool {
	if in.leaves(obj) || in.registers(obj) || passesOn(obj) || in.helperRow(obj) != nil {
		return true
	}
	_, ok := in.registrationOf(obj)
	return ok || in.sets(obj)
}

// sets reports whether a method of a library changes the settings of what it is called
// on.
func (in *interp) sets(obj *types.Func) bool {
	if obj.Signature().Recv() == nil {
		return false
	}
	pkg, symbol := catalog.SymbolOf(obj)
	if !in.cat.Has(pkg) {
		return false
	}
	_, policy := in.cat.Lookup(catalog.Policy, pkg, symbol)
	_, config := in.cat.Lookup(catalog.Config, pkg, symbol)
	return policy || config
}

// passesOn reports whether a function out of scope hands a request on to a handler, as
// middleware does.
func passesOn(obj *types.Func) bool {
	if obj.Name() == "ServeHTTP" {
		return true
	}
	pkg, symbol := catalog.SymbolOf(obj)
	recv, method, ok := strings.Cut(strings.TrimPrefix(symbol, "("), ")")
	if !ok {
		return false // no method
	}
	row, ok := catalog.RegistrationOf(pkg, recv+method)
	return ok && row.Does == catalog.Implements
}

// answersAlways reports whether a function does nothing but return a constant.
func answersAlways(fn *ssa.Function) bool {
	if len(fn.Blocks) != 1 || len(fn.Blocks[0].Instrs) != 1 {
		return false
	}
	ret, ok := fn.Blocks[0].Instrs[0].(*ssa.Return)
	if !ok || len(ret.Results) != 1 {
		return false
	}
	_, isConst := ret.Results[0].(*ssa.Const)
	return isConst
}

// yields reports whether what a function returns may be code or settings.
func (in *interp) yields(fn *ssa.Function) bool {
	for v := range fn.Signature.Results().Variables() {
		switch u := v.Type().Underlying().(type) {
		case *types.Basic:
			if u.Info()&types.IsInteger != 0 && len(fn.Blocks) < 30 || u.Info()&types.IsBoolean != 0 && answersAlways(fn) {
				return true
			}
		case *types.Signature:
			return true
		case *types.Interface:
			if !isErrorType(v.Type()) && u.NumMethods() > 0 {
				return true
			}
		default:
			if in.ofScope(v.Type()) != nil || in.worthKeeping(v.Type()) {
				return true
			}
			if s, ok := u.(*types.Slice); ok && (in.ofScope(s.Elem()) != nil || in.worthKeeping(s.Elem())) {
				return true
			}
		}
	}
	return false
}
