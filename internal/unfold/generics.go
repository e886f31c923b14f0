package unfold

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/callgraph"
	"golang.org/x/tools/go/ssa"
)

// A generic function is run once for all of its instances, on its own code. What it knows
// of the types that it was made for is what comes with its arguments.

// withTypes puts what a generic function is given for its type parameters into boxes, as
// an interface would, so that the methods that it calls are those of the actual types.
func withTypes(generic *ssa.Function, args []value, c *ssa.CallCommon) []value {
	if c.IsInvoke() || len(c.Args) != len(args) || len(generic.Params) != len(args) {
		return args
	}
	out := args
	for i, p := range generic.Params {
		t := c.Args[i].Type()
		if _, open := t.(*types.TypeParam); open || types.IsInterface(t) || !hasMethods(p.Type()) {
			continue
		}
		if &out[0] == &args[0] {
			out = slices.Clone(args)
		}
		out[i] = box(args[i], t)
	}
	return out
}

// withoutTypes takes the boxes off again, from what goes to a function that is not generic.
func withoutTypes(fn *ssa.Function, args []value, c *ssa.CallCommon) []value {
	if c.IsInvoke() || len(c.Args) != len(args) || len(fn.Params) != len(args) {
		return args
	}
	out := args
	for i, a := range c.Args {
		if !hasMethods(a.Type()) || types.IsInterface(fn.Params[i].Type()) {
			continue
		}
		if &out[0] == &args[0] {
			out = slices.Clone(args)
		}
		out[i] = unboxed(args[i])
	}
	return out
}

// hasMethods reports whether a type is a type parameter whose constraint has methods.
func hasMethods(t types.Type) bool {
	p, ok := types.Unalias(t).(*types.TypeParam)
	if !ok {
		return false
	}
	iface, ok := p.Constraint().Underlying().(*types.Interface)
	return ok && iface.NumMethods() > 0
}

// readInstance takes over, for the methods of type parameters that a generic function
// calls, what an instance of it calls there.
func (in *interp) readInstance(n *callgraph.Node) {
	generic := genericOf(n.Func)
	if generic == nil {
		return
	}
	sites := map[token.Pos]ssa.CallInstruction{}
	for _, b := range generic.Blocks {
		for _, instr := range b.Instrs {
			if c, ok := instr.(ssa.CallInstruction); ok && c.Common().IsInvoke() && hasMethods(c.Common().Value.Type()) {
				sites[c.Pos()] = c
			}
		}
	}
	if len(sites) == 0 {
		return
	}
	for _, e := range n.Out {
		if e.Site == nil || len(e.Callee.Func.Blocks) == 0 {
			continue
		}
		if site := sites[e.Site.Pos()]; site != nil && !slices.Contains(in.targets[site], e.Callee.Func) {
			in.targets[site] = append(in.targets[site], e.Callee.Func)
		}
	}
}

// genericOf gives the generic function that fn, or the function that the literal fn is
// in, is an instance of; nil where there is none.
func genericOf(fn *ssa.Function) *ssa.Function {
	if o := fn.Origin(); o != nil || fn.Parent() == nil {
		return o
	}
	outer := genericOf(fn.Parent())
	if outer == nil {
		return nil
	}
	for _, lit := range outer.AnonFuncs {
		if lit.Pos() == fn.Pos() {
			return lit
		}
	}
	return nil
}
