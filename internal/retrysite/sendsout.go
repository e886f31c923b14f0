package retrysite

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// sendsFact is the fact that a function sends a request, where its name says that it
// only looks something up: GetNode.
type sendsFact struct{}

func (*sendsFact) AFact() {}

func (*sendsFact) String() string { return "sends a request" }

// exportSends tells of the functions that send requests under names of functions that
// compute.
func (p *pkgInfo) exportSends() {
	for _, fn := range p.funcs {
		obj, ok := fn.Object().(*types.Func)
		if !ok || !obj.Exported() || fn.Parent() != nil || isStd(obj.Pkg().Path()) || !p.reachesNet(obj.Pkg()) {
			continue
		}
		if asks(obj) && p.sendsOut(fn, map[*ssa.Function]bool{}) {
			p.pass.ExportObjectFact(obj, &sendsFact{})
		}
	}
}

// asks reports whether a method that can fail is named like one that looks something up.
func asks(fn *types.Func) bool {
	sig := fn.Signature()
	return sig.Recv() != nil && fallible(sig) && !takesContext(sig) && strings.HasPrefix(fn.Name(), "Get") && pureName(fn.Name())
}

// sendsOut reports whether a function, or one of its package that it calls and that has
// not been seen, plainly sends something.
func (p *pkgInfo) sendsOut(fn *ssa.Function, seen map[*ssa.Function]bool) bool {
	if seen[fn] || p.effects[fn]&Net == 0 {
		return false
	}
	seen[fn] = true
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			if p.leavesProcess(&call.Call) {
				return true
			}
			callee := call.Call.StaticCallee()
			if callee == nil {
				continue
			}
			if callee.Pkg == p.ssa {
				if p.sendsOut(callee, seen) {
					return true
				}
				continue
			}
			obj, ok := callee.Object().(*types.Func)
			if !ok || obj.Pkg() == nil {
				continue
			}
			if e, ok := stdEffect(obj.Pkg().Path(), obj); ok && e&Net != 0 && fallible(obj.Signature()) {
				return true
			}
		}
	}
	return false
}
