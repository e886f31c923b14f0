package httpclient

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/buildssa"
	"golang.org/x/tools/go/ssa"
)

// index is what has to be known of a whole package to follow a value through
// it. A field stands for itself in every struct value.
type index struct {
	pass    *analysis.Pass
	pkg     *ssa.Package
	timeout *types.Var  // http.Client's field Timeout
	def     *ssa.Global // http.DefaultClient

	funcs   []*ssa.Function
	globals map[*ssa.Global][]ssa.Instruction       // the uses of a package variable
	fields  map[*types.Var][]ssa.Value              // the instructions that select a struct field
	calls   map[*ssa.Function][]ssa.CallInstruction // the static calls of a function of the package
	invokes []ssa.CallInstruction                   // the calls through interfaces
	dynamic []ssa.CallInstruction                   // the calls of function values
	foreign []ssa.CallInstruction                   // the static calls of other packages' functions
	taken   map[*ssa.Function]bool                  // the functions that are used as values
	boxes   []*ssa.MakeInterface
}

// netHTTP returns the field http.Client.Timeout and the variable
// http.DefaultClient, or nil where pkg does not import net/http.
func netHTTP(pkg *types.Package, prog *ssa.Program) (*types.Var, *ssa.Global) {
	for _, imp := range pkg.Imports() {
		if imp.Path() != "net/http" {
			continue
		}
		client, ok := imp.Scope().Lookup("Client").(*types.TypeName)
		if !ok {
			return nil, nil
		}
		obj, _, _ := types.LookupFieldOrMethod(client.Type(), true, imp, "Timeout")
		timeout, _ := obj.(*types.Var)
		var def *ssa.Global
		if p := prog.Package(imp); p != nil {
			def = p.Var("DefaultClient")
		}
		return timeout, def
	}
	return nil, nil
}

// allFuncs lists the functions of the package with their literals, those of
// the package variables' initializers included. How tests call the package
// says nothing about its use, and would make its findings depend on them.
func allFuncs(in *buildssa.SSA) []*ssa.Function {
	var funcs []*ssa.Function
	var add func(*ssa.Function)
	add = func(fn *ssa.Function) {
		funcs = append(funcs, fn)
		for _, anon := range fn.AnonFuncs {
			add(anon)
		}
	}
	if init := in.Pkg.Func("init"); init != nil {
		add(init)
	}
	for _, fn := range in.SrcFuncs {
		if !isTest(in.Pkg.Prog.Fset, fn.Pos()) {
			funcs = append(funcs, fn)
		}
	}
	return funcs
}

func isTest(fset *token.FileSet, pos token.Pos) bool {
	return pos.IsValid() && strings.HasSuffix(fset.File(pos).Name(), "_test.go")
}

func (ix *index) add(instr ssa.Instruction) {
	switch instr := instr.(type) {
	case *ssa.FieldAddr, *ssa.Field:
		v := instr.(ssa.Value)
		if f := fieldOf(v); f != nil {
			ix.fields[f] = append(ix.fields[f], v)
		}
	case *ssa.MakeInterface:
		ix.boxes = append(ix.boxes, instr)
	case ssa.CallInstruction:
		ix.addCall(instr)
	}
	for _, op := range instr.Operands(nil) {
		switch v := (*op).(type) {
		case *ssa.Global:
			ix.globals[v] = append(ix.globals[v], instr)
		case *ssa.Function:
			if call, ok := instr.(ssa.CallInstruction); ok && op == &call.Common().Value {
				continue
			}
			ix.taken[ix.declared(v)] = true
		}
	}
}

func (ix *index) addCall(call ssa.CallInstruction) {
	c := call.Common()
	if c.IsInvoke() {
		ix.invokes = append(ix.invokes, call)
		return
	}
	if _, ok := c.Value.(*ssa.Builtin); ok {
		return
	}
	switch fn := staticCallee(c); {
	case fn == nil:
		ix.dynamic = append(ix.dynamic, call)
	case ix.own(fn):
		ix.calls[fn] = append(ix.calls[fn], call)
	default:
		ix.foreign = append(ix.foreign, call)
	}
}

// declared returns the declared method behind a method value's wrapper.
func (ix *index) declared(fn *ssa.Function) *ssa.Function {
	if fn.Synthetic != "" && fn.Pkg == nil {
		if obj, ok := fn.Object().(*types.Func); ok {
			if d := ix.pkg.Prog.FuncValue(obj.Origin()); d != nil {
				return d
			}
		}
	}
	return origin(fn)
}

// own reports whether fn has a body in the analysed package.
func (ix *index) own(fn *ssa.Function) bool {
	return fn.Pkg == ix.pkg && len(fn.Blocks) > 0
}

func origin(fn *ssa.Function) *ssa.Function {
	if o := fn.Origin(); o != nil {
		return o
	}
	return fn
}

func staticCallee(c *ssa.CallCommon) *ssa.Function {
	fn := c.StaticCallee()
	if fn == nil {
		return nil
	}
	return origin(fn)
}

// calleeObject returns the declared function or interface method that c
// calls, or nil.
func calleeObject(c *ssa.CallCommon) *types.Func {
	if c.IsInvoke() {
		return c.Method
	}
	if fn := staticCallee(c); fn != nil {
		obj, _ := fn.Object().(*types.Func)
		return obj
	}
	return nil
}

// isFunc reports whether obj is one of the named functions or methods of the
// package with the given path.
func isFunc(obj *types.Func, path string, names ...string) bool {
	if obj == nil || obj.Pkg() == nil || obj.Pkg().Path() != path {
		return false
	}
	for _, name := range names {
		if obj.Name() == name {
			return true
		}
	}
	return false
}

// callees lists the functions of the package that call may run.
func (ix *index) callees(call ssa.CallInstruction) []*ssa.Function {
	c := call.Common()
	if fn := staticCallee(c); fn != nil {
		if ix.own(fn) {
			return []*ssa.Function{fn}
		}
		return nil
	}
	var found []*ssa.Function
	for _, fn := range ix.funcs {
		if c.IsInvoke() && implements(fn, c) || !c.IsInvoke() && ix.taken[fn] && sameSignature(fn, c) {
			found = append(found, fn)
		}
	}
	return found
}

// callers lists the calls in the package that may run fn.
func (ix *index) callers(fn *ssa.Function) []ssa.CallInstruction {
	found := ix.calls[fn]
	found = found[:len(found):len(found)]
	for _, call := range ix.invokes {
		if implements(fn, call.Common()) {
			found = append(found, call)
		}
	}
	if ix.taken[fn] {
		for _, call := range ix.dynamic {
			if sameSignature(fn, call.Common()) {
				found = append(found, call)
			}
		}
	}
	return found
}

func implements(fn *ssa.Function, c *ssa.CallCommon) bool {
	recv := fn.Signature.Recv()
	if recv == nil || fn.Name() != c.Method.Name() || !types.Identical(fn.Signature, c.Signature()) {
		return false
	}
	iface, ok := c.Value.Type().Underlying().(*types.Interface)
	return ok && types.Implements(recv.Type(), iface)
}

func sameSignature(fn *ssa.Function, c *ssa.CallCommon) bool {
	return types.Identical(fn.Signature, c.Signature())
}

// argument returns what call passes for parameter i of fn, or nil. A call
// through an interface or of a method value has no argument for the receiver.
func argument(call ssa.CallInstruction, fn *ssa.Function, i int) ssa.Value {
	c := call.Common()
	i -= len(fn.Params) - len(c.Args)
	if i < 0 || i >= len(c.Args) {
		return nil
	}
	return c.Args[i]
}

// fieldOf returns the field that a FieldAddr or Field selects.
func fieldOf(v ssa.Value) *types.Var {
	var t types.Type
	var i int
	switch v := v.(type) {
	case *ssa.FieldAddr:
		t, i = v.X.Type(), v.Field
	case *ssa.Field:
		t, i = v.X.Type(), v.Field
	default:
		return nil
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	return st.Field(i).Origin()
}

// fieldName names the field v of a struct of another package: "auth.Client.Client".
func (ix *index) fieldName(v *types.Var) string {
	name := v.Name()
	for _, sel := range ix.fields[v] {
		addr, ok := sel.(*ssa.FieldAddr)
		if !ok {
			continue
		}
		if p, ok := addr.X.Type().Underlying().(*types.Pointer); ok {
			if n, ok := types.Unalias(p.Elem()).(*types.Named); ok {
				name = n.Obj().Name() + "." + name
				break
			}
		}
	}
	return v.Pkg().Name() + "." + name
}

// isNamed reports whether t is, or points to, the named type.
func isNamed(t types.Type, path, name string) bool {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return false
	}
	return n.Obj().Name() == name && n.Obj().Pkg().Path() == path
}

func isClient(t types.Type) bool { return isNamed(t, "net/http", "Client") }

func isRequest(t types.Type) bool { return isNamed(t, "net/http", "Request") }

func isContext(t types.Type) bool { return isNamed(t, "context", "Context") }
