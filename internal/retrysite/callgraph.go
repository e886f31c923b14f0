package retrysite

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// callGraph is the calls among the functions of the package: static ones, those
// of function literals, and, through interfaces, those of the package's own
// types.
type callGraph struct {
	calls     map[*ssa.Function][]graphCall
	component map[*ssa.Function]int
	size      map[int]int
}

type graphCall struct {
	callee *ssa.Function
	instr  ssa.Instruction
}

func (p *pkgInfo) callGraph() *callGraph {
	g := &callGraph{calls: map[*ssa.Function][]graphCall{}, component: map[*ssa.Function]int{}, size: map[int]int{}}
	methods := map[string][]*ssa.Function{}
	for _, fn := range p.funcs {
		if fn.Signature.Recv() != nil {
			methods[fn.Name()] = append(methods[fn.Name()], fn)
		}
	}
	for _, fn := range p.funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				p.addCalls(g, methods, fn, instr)
			}
		}
	}
	g.components(p.funcs)
	return g
}

func (p *pkgInfo) addCalls(g *callGraph, methods map[string][]*ssa.Function, fn *ssa.Function, instr ssa.Instruction) {
	switch in := instr.(type) {
	case ssa.CallInstruction:
		if _, ok := in.(*ssa.Go); ok {
			return // started for something else; a literal's own calls are its edges
		}
		c := in.Common()
		// A value of one of the package's types that is handed over as an
		// interface has the methods of that interface called there, except by a function
		// that puts it into words.
		for _, a := range c.Args {
			if mi, ok := a.(*ssa.MakeInterface); ok && !describes(c.Signature()) {
				for _, m := range interfaceMethods(mi, methods) {
					g.calls[fn] = append(g.calls[fn], graphCall{m, instr})
				}
			}
		}
		if c.IsInvoke() {
			return
		}
		for _, callee := range p.callees(c) {
			if callee.Pkg == p.ssa || callee.Parent() != nil {
				g.calls[fn] = append(g.calls[fn], graphCall{callee, instr})
			}
		}
		// A function value handed to another function is called there.
		for _, a := range c.Args {
			if f, ok := stripConversions(a).(*ssa.Function); ok && f.Pkg == p.ssa {
				g.calls[fn] = append(g.calls[fn], graphCall{f, instr})
			}
		}
	case *ssa.MakeClosure:
		g.calls[fn] = append(g.calls[fn], graphCall{in.Fn.(*ssa.Function), instr})
	}
}

// describes reports whether a function gives a text, and nothing else.
func describes(sig *types.Signature) bool {
	return sig.Results().Len() == 1 && types.Identical(sig.Results().At(0).Type().Underlying(), types.Typ[types.String])
}

// interfaceMethods lists the methods of the value's own type that the interface
// it is converted to can call.
func interfaceMethods(mi *ssa.MakeInterface, methods map[string][]*ssa.Function) []*ssa.Function {
	iface, ok := mi.Type().Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	var out []*ssa.Function
	for m := range iface.Methods() {
		for _, fn := range methods[m.Name()] {
			if types.Identical(fn.Signature.Recv().Type(), mi.X.Type()) {
				out = append(out, fn)
			}
		}
	}
	return out
}

// components numbers the strongly connected components (Tarjan).
func (g *callGraph) components(fns []*ssa.Function) {
	index := map[*ssa.Function]int{}
	low := map[*ssa.Function]int{}
	on := map[*ssa.Function]bool{}
	var stack []*ssa.Function
	next, comp := 1, 0
	var visit func(fn *ssa.Function)
	visit = func(fn *ssa.Function) {
		index[fn], low[fn] = next, next
		next++
		stack = append(stack, fn)
		on[fn] = true
		for _, c := range g.calls[fn] {
			if index[c.callee] == 0 {
				visit(c.callee)
				low[fn] = min(low[fn], low[c.callee])
			} else if on[c.callee] {
				low[fn] = min(low[fn], index[c.callee])
			}
		}
		if low[fn] == index[fn] {
			comp++
			for {
				top := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				on[top] = false
				g.component[top] = comp
				g.size[comp]++
				if top == fn {
					break
				}
			}
		}
	}
	for _, fn := range fns {
		if index[fn] == 0 {
			visit(fn)
		}
	}
}

// comesBack reports whether from reaches to by calls.
func (g *callGraph) comesBack(from, to *ssa.Function) bool {
	seen := map[*ssa.Function]bool{}
	var walk func(fn *ssa.Function, depth int) bool
	walk = func(fn *ssa.Function, depth int) bool {
		if fn == to {
			return true
		}
		if seen[fn] || depth > 12 {
			return false
		}
		seen[fn] = true
		for _, c := range g.calls[fn] {
			if sameRequest(fn, c) && walk(c.callee, depth+1) {
				return true
			}
		}
		return false
	}
	return walk(from, 0)
}
